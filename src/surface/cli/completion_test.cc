#include "surface/cli/completion.h"

#include <gtest/gtest.h>

#include "base/strings.h"
#include "surface/cli/commands.h"

namespace forge::cli {
namespace {

// Says what it was asked for, as the only word.
std::vector<Candidate> Echo(Thing thing, const std::string& of) {
  constexpr const char* kNames[] = {"run",  "step",    "plan",  "plan-step", "pipeline",
                                    "role", "setting", "agent", "answer",    "value"};
  return {{std::string(kNames[static_cast<int>(thing)]) + (of.empty() ? "" : "-of-" + of)}};
}

std::string Words(const std::vector<std::string>& words) {
  const Completion found = Complete(words, Echo);
  std::vector<std::string> all;
  for (const Candidate& each : found.words) all.push_back(each.word);
  if (found.files) all.emplace_back(":files");
  return Join(all, " ");
}

TEST(Completion, EveryArgumentThatNamesAThingOffersIt) {
  const std::pair<const char*, const char*> things[] = {{"RUN", "run"},   {"PARENT", "run"},        {"PLAN", "plan"},
                                                        {"ROLE", "role"}, {"PIPELINE", "pipeline"}, {"KEY", "setting"}};
  int seen = 0;
  for (const Command* command : Commands()) {
    const Form form = command->form();
    if (form.positionals.empty()) continue;
    for (const auto& [name, word] : things) {
      if (form.positionals.front().name != name) continue;
      std::vector<std::string> words;
      for (std::string_view part : Split(command->name, ' ')) words.emplace_back(part);
      words.emplace_back("");
      EXPECT_NE((" " + Words(words) + " ").find(" " + std::string(word) + " "), std::string::npos) << command->name;
      ++seen;
    }
  }
  EXPECT_GT(seen, 40);
}

TEST(Completion, AStepIsOneOfTheRunOrPlanThatWasTyped) {
  EXPECT_EQ(Words({"skip", "4", ""}), "step-of-4");
  EXPECT_EQ(Words({"plan", "run-step", "plan-017", ""}), "plan-step-of-plan-017");
  EXPECT_EQ(Words({"retry", "--step", ""}), "step");
}

TEST(Completion, AnOptionThatTakesAValueGetsIt) {
  EXPECT_EQ(Words({"run", "x", "--pipeline", ""}), "pipeline");
  EXPECT_EQ(Words({"run", "x", "--pipeline=pi"}), "--pipeline=pipeline");
  EXPECT_EQ(Words({"run", "x", "--pipeline", "=", "pi"}), "pipeline");
  EXPECT_EQ(Words({"run", "x", "--plan", ""}), ":files");
  EXPECT_EQ(Words({"land", "1", "-m", ""}), "");
}

TEST(Completion, AnAnswerIsOneOfTheQuestionAndAValueOneOfTheSetting) {
  EXPECT_EQ(Words({"answer", "3", ""}), "answer-of-3");
  EXPECT_EQ(Words({"answer", ""}), "run answer");
  EXPECT_EQ(Words({"config", "set", "agent", ""}), "value-of-agent");
  EXPECT_EQ(Words({"config", "set", ""}), "setting");
}

TEST(Completion, AnObjectiveAloneTakesTheOptionsOfRun) {
  EXPECT_EQ(Words({"two files", "--pipeline", ""}), "pipeline");
  EXPECT_EQ(Words({"two files", "--pipel"}), "--pipeline");
}

TEST(Completion, BashSplitsAWordAtItsColon) {
  const auto agents = [](Thing, const std::string&) { return std::vector<Candidate>{{"acp:gemini"}, {"acp:codex"}}; };
  const auto offered = [&](const std::vector<std::string>& words) {
    std::string all;
    for (const Candidate& each : Complete(words, agents).words) all += each.word + " ";
    return all;
  };
  EXPECT_EQ(offered({"run", "x", "--agent", "acp", ":"}), "gemini codex ");
  EXPECT_EQ(offered({"run", "x", "--agent", "acp", ":", "g"}), "gemini ");
  EXPECT_EQ(offered({"run", "x", "--agent", "="}), "acp:gemini acp:codex ");
  EXPECT_EQ(offered({"run", "x", "--agent", "=", "acp", ":", "c"}), "codex ");
  EXPECT_EQ(offered({"run", "x", "--agent", "acp:g"}), "acp:gemini ");
}

TEST(Completion, OptionsThatWereGivenAreNotOfferedAgain) {
  EXPECT_EQ(Words({"log", "1", "--fo"}), "--follow");
  EXPECT_EQ(Words({"log", "1", "-f", "--fo"}), "");
  EXPECT_EQ(Words({"verify", "-c", "true", "-c"}), "-c");
}

TEST(Completion, AFamilyOffersItsCommandsAndItsOwnArguments) {
  EXPECT_EQ(Words({"spike", ""}), "add list");
  EXPECT_EQ(Words({"eval", "ne"}), "new :files");
  EXPECT_EQ(Words({"nothing", ""}), "");
  EXPECT_EQ(Words({"--ver"}), "--version");
}

TEST(Completion, ADescriptionStandsBehindATab) {
  EXPECT_EQ(CompletionText({{{"17", "active: fix\nit"}, {"18"}}, true}), "17\tactive: fix it\n18\n:files\n");
}

}  // namespace
}  // namespace forge::cli
