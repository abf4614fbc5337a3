// What the presets' prompts must hold. Their sizes are kept in tests/cli/cases/prompt_sizes.t.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agent/native/token_estimate.h"
#include "service/library.h"
#include "service/unit/fixed_prompt.h"
#include "text/plan/plan_form.h"

namespace forge {
namespace {

const std::vector<FixedPrompt>& AllPrompts() {
  static const std::vector<FixedPrompt> prompts = ViewFixedPrompts(Machine{}, std::nullopt, "").value();
  return prompts;
}

std::string TextOf(const FixedPrompt& prompt) {
  std::string text;
  for (const PromptSection& section : prompt.sections) text += section.text;
  // As a reader sees it, whatever the lines' ends.
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

std::string NameOf(const FixedPrompt& prompt) {
  return prompt.pipeline + "/" + prompt.stage + (prompt.member.empty() ? "" : "." + prompt.member);
}

bool Holds(const FixedPrompt& prompt, const std::string& text) {
  return TextOf(prompt).find(text) != std::string::npos;
}

TEST(PresetPrompts, AreShort) {
  ASSERT_GT(AllPrompts().size(), 50U);
  constexpr std::int64_t kMostOfAPersona = 170;
  constexpr std::int64_t kMostOfATask = 130;
  for (const FixedPrompt& prompt : AllPrompts()) {
    for (const PromptSection& section : prompt.sections) {
      const std::int64_t tokens = AboutTokens(section.text);
      EXPECT_TRUE(section.name != "persona" || tokens <= kMostOfAPersona) << NameOf(prompt) << ": " << tokens;
      EXPECT_TRUE(section.name != "task" || tokens <= kMostOfATask) << NameOf(prompt) << ": " << tokens;
    }
  }
}

TEST(PresetPrompts, SayWhoAnswersAndHowTheAnswerIsRead) {
  for (const FixedPrompt& prompt : AllPrompts()) {
    EXPECT_TRUE(TextOf(prompt).starts_with("You ")) << NameOf(prompt);
    const bool reviews = Holds(prompt, "**Verdict:**");
    const bool answers = std::any_of(prompt.sections.begin(), prompt.sections.end(),
                                     [](const PromptSection& section) { return section.name == "answer"; });
    EXPECT_TRUE(!reviews || answers) << NameOf(prompt);
  }
}

TEST(PresetPrompts, DoNotShout) {
  for (const FixedPrompt& prompt : AllPrompts()) {
    for (const char* word : {"MUST", "NEVER", "CRITICAL", "IMPORTANT", "ALWAYS", "MANDATORY"})
      EXPECT_FALSE(Holds(prompt, word)) << NameOf(prompt) << ": the engine enforces rules, prompts explain: " << word;
  }
}

// Blocks bring their own words: a task that speaks of one would speak of nothing where there is none.
TEST(PresetPrompts, DoNotSpeakOfBlocksThatMayBeAbsent) {
  for (const FixedPrompt& prompt : AllPrompts()) {
    for (const PromptSection& section : prompt.sections) {
      if (section.name != "task") continue;
      for (const char* word : {"below", "above", "earlier round", "project's rules", "every review"})
        EXPECT_EQ(section.text.find(word), std::string::npos) << NameOf(prompt) << ": " << section.text;
    }
  }
}

// Every property of a schema, however deep, without a description.
void FindUnexplained(const Json& schema, const std::string& where, std::vector<std::string>& found) {
  for (const auto& [name, property] : schema["properties"].AsObject()) {
    if (property["description"].AsString().empty()) found.push_back(where + "." + name);
    FindUnexplained(property, where + "." + name, found);
    FindUnexplained(property["items"], where + "." + name, found);
  }
}

TEST(PresetPrompts, ExplainEachFieldOfAResult) {
  std::vector<std::string> unexplained;
  std::set<std::string> roles;
  for (const FixedPrompt& prompt : AllPrompts()) roles.insert(prompt.role);
  for (const std::string& name : roles)
    FindUnexplained(LoadRole(Machine{}, std::nullopt, name).value().result_schema, name, unexplained);
  EXPECT_EQ(unexplained, std::vector<std::string>());
}

TEST(PresetPrompts, DefineSeveritiesOnce) {
  for (const FixedPrompt& prompt : AllPrompts()) {
    const std::string text = TextOf(prompt);
    std::size_t definitions = 0;
    for (const char* form : {"`high`: it would", "high: it fails", "High: it would"}) {
      for (std::size_t at = text.find(form); at != std::string::npos; at = text.find(form, at + 1)) ++definitions;
    }
    const bool asks = text.find("high|medium|low") != std::string::npos || text.find("\"high\"") != std::string::npos;
    EXPECT_EQ(definitions, asks ? 1U : 0U) << NameOf(prompt);
  }
}

// A verdict by severity has its findings in the form of its text; every other one by a schema.
TEST(PresetPrompts, AskEveryReviewForItsFindingsWithTitles) {
  for (const FixedPrompt& prompt : AllPrompts()) {
    if (!Holds(prompt, "**Verdict:** Approved")) continue;
    EXPECT_TRUE(Holds(prompt, "\"title\"") || Holds(prompt, "\"answers\"")) << NameOf(prompt);
    EXPECT_FALSE(Holds(prompt, "\"approved\"")) << NameOf(prompt) << " asks for its verdict twice";
  }
}

// What differs comes last: a provider's cache holds for what stands before it.
TEST(PresetPrompts, OfLensesDifferOnlyAtTheirEnd) {
  std::set<std::string> heads;
  for (const FixedPrompt& prompt : AllPrompts()) {
    if (prompt.pipeline != "forge" || prompt.stage != "lenses") continue;
    EXPECT_EQ(prompt.sections.back().name, "own");
    std::string head;
    for (std::size_t i = 0; i + 1 < prompt.sections.size(); ++i) head += prompt.sections[i].text;
    heads.insert(head);
  }
  EXPECT_EQ(heads.size(), 1U);
}

// Those who judge code see what the engine ran; those who sum up see what the steps reported and what went wrong.
TEST(PresetPrompts, ShowReviewersAndThoseWhoSumUpWhatTheyNeed) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> table = {
      {"forge-step/review", {"step", "plan", "diff", "checks"}},
      {"gated-step/review", {"step", "plan", "diff", "checks"}},
      {"forge/review", {"plan", "diff", "checks", "results"}},
      {"gated/audit", {"plan", "diff", "EVIDENCE.md", "checks", "results"}},
      {"forge/learn", {"results", "setbacks", "findings"}},
      {"milestone/learn", {"setbacks", "findings"}},
      {"sprint/learn", {"setbacks", "findings"}},
      {"bug/review-code", {"diff", "checks", "baseline", "commands"}},
      {"bug/approve", {"BUG_FIX_PLAN.md", "diff", "checks"}},
      {"bug/implement", {"diff"}},
      {"milestone/digest", {"results"}},
      {"milestone/complete", {"results"}},
      {"program/digest", {"results"}},
      {"program/complete", {"results"}},
      {"draft-audit/audit-code", {"checks", "results"}},
  };
  for (const auto& [name, wanted] : table) {
    const auto it = std::find_if(AllPrompts().begin(), AllPrompts().end(),
                                 [&](const FixedPrompt& prompt) { return NameOf(prompt) == name; });
    ASSERT_NE(it, AllPrompts().end()) << name;
    for (const std::string& word : wanted)
      EXPECT_NE(std::find(it->sees.begin(), it->sees.end(), word), it->sees.end()) << name << ": " << word;
  }
}

struct Wanted {
  std::string prompt;                 // pipeline/stage[.member]
  std::vector<std::string> says;      // in its words
  std::vector<std::string> is_shown;  // besides
};

TEST(PresetPrompts, OfDraftAuditAndModulesSayWhatTheirStageIsFor) {
  const std::vector<Wanted> table = {
      {"draft-audit/draft", {"exact file paths", "which command proves it"}, {"project", "template"}},
      {"draft-audit/rework", {"wants changes"}, {"answers", "project"}},
      {"draft-audit/revise", {"every high and medium concern"}, {"reviews", "project", "plan"}},
      {"draft-audit/repair-form", {"Correct the form"}, {"failures", "template"}},
      {"draft-audit/audit", {"make this plan fail", "Severity"}, {"project", "plan"}},
      {"draft-audit/audit-code", {"what was built with what was planned", "Severity"}, {"diff", "plan", "project"}},
      {"draft-audit/fix", {"Nothing else", "JSON Schema"}, {"diff", "reviews"}},
      {"draft-audit/repair", {"Find the cause"}, {"failures"}},
      {"draft-audit-step/implement", {"only this step"}, {"step", "failures", "project"}},
      {"plan-step/implement", {"only this step"}, {"step", "failures", "project"}},
      {"plan-step/audit", {"what was planned", "Severity"}, {"diff", "plan"}},
      {"modules/plan",
       {"two to seven modules", "at most five files", "verify commands"},
       {"memory", "failures", "template"}},
      {"modules/lenses.contracts",
       {"names, fields, signatures", "\"findings\"", "\"category\""},
       {"diff-without-tests"}},
      {"modules/lenses.races", {"shared state", "check-then-use"}, {"diff-without-tests"}},
      {"modules/lenses.compatibility", {"defaults, versions, paths"}, {"diff-without-tests"}},
      {"modules/fix", {"what the lenses ask for"}, {"reviews", "diff"}},
      {"modules/learn", {"Commands that prove things", "failures and their causes"}, {"findings"}},
      {"modules-step/work", {"to the letter", "assume nothing", "decided after you", "\"blocked\""}, {"dependencies"}},
      {"modules-step/review", {"Interfaces first", "same name", "**Verdict:**"}, {"dependencies", "diff"}},
      {"modules-step/rework", {"errors the reviewer found"}, {"reviews", "dependencies"}},
      {"modules-step/diagnose",
       {"stuck", "missing_context", "blocked", "\"evidence\"", "\"suggestion\""},
       {"failures"}},
      {"modules-step/debug", {"take another way", "read the named files", "\"cause\""}, {"failures", "dependencies"}},
  };
  for (const Wanted& wanted : table) {
    const auto it = std::find_if(AllPrompts().begin(), AllPrompts().end(),
                                 [&](const FixedPrompt& prompt) { return NameOf(prompt) == wanted.prompt; });
    ASSERT_NE(it, AllPrompts().end()) << wanted.prompt;
    for (const std::string& text : wanted.says) EXPECT_TRUE(Holds(*it, text)) << wanted.prompt << " lacks: " << text;
    for (const std::string& word : wanted.is_shown)
      EXPECT_NE(std::find(it->sees.begin(), it->sees.end(), word), it->sees.end()) << wanted.prompt << ": " << word;
  }
}

std::vector<std::string> PromptsWith(const std::string& text) {
  std::vector<std::string> names;
  for (const FixedPrompt& prompt : AllPrompts()) {
    for (const PromptSection& section : prompt.sections) {
      if (section.text.find(text) != std::string::npos) names.push_back(NameOf(prompt));
    }
  }
  return names;
}

// The reader of an answer and its writer follow one table: text/plan/plan_field_table.h.
TEST(PresetPrompts, OfPlannersShowTheFormOfAPlan) {
  const std::vector<std::string> planners = {
      "draft-audit/draft",  "draft-audit/replan", "draft-audit/rework", "draft-audit/revise", "draft-audit/repair-form",
      "forge/plan",         "gated/draft",        "gated/plan",         "milestone/roadmap",  "modules/plan",
      "program/milestones", "slice/plan",         "sprint/plan"};
  EXPECT_EQ(PromptsWith(PlanFormText()), planners);
  EXPECT_EQ(PromptsWith("becomes the plan document"), planners);
  EXPECT_EQ(PromptsWith(StepsFormText()), (std::vector<std::string>{"forge-step/split", "task-unit/split"}));
  EXPECT_EQ(PromptsWith(StepsFormText()), PromptsWith("becomes the parts of this step"));
}

// Roles that review, plan or oversee change nothing; roles that build may.
TEST(PresetPrompts, AreOfRolesThatMayDoWhatTheStageAsks) {
  for (const char* name : {"drafter", "reviser", "auditor", "planner", "reviewer", "overseer", "lesson-keeper"}) {
    const Role role = LoadRole(Machine{}, std::nullopt, name).value();
    EXPECT_FALSE(role.writes) << name;
    for (const char* tool : {"Write", "Edit"})
      EXPECT_EQ(std::find(role.tools.begin(), role.tools.end(), tool), role.tools.end()) << name << " has " << tool;
  }
  for (const char* name : {"engineer", "worker", "debugger"})
    EXPECT_TRUE(LoadRole(Machine{}, std::nullopt, name).value().writes) << name;
}

}  // namespace
}  // namespace forge
