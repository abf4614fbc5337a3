#include "surface/view/question_text.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "service/answer_command.h"
#include "service/proof/checkpoint_page.h"
#include "service/unit/run_files.h"
#include "text/plan/plan_shown.h"

namespace forge {
namespace {

constexpr std::size_t kMostLines = 120;

std::string About(const Question& question) {
  std::string about = question.step.empty() ? "" : question.step.value + " ";
  about += question.stage;
  return about.empty() ? "" : " (" + std::string(Trim(about)) + ")";
}

// The first lines, each marked, and where the rest is.
std::string Marked(std::string_view text, const std::string& rest, std::size_t most = kMostLines) {
  std::string shown;
  std::size_t count = 0;
  for (std::string_view line : Lines(text)) {
    if (++count > most) return shown + fmt::format("  | ... the rest: {}\n", rest);
    shown += fmt::format("  | {}\n", line);
  }
  return shown;
}

// "**Questions:**", "## Open questions"
bool LeadsToQuestions(std::string_view line) {
  const std::size_t first = line.find_first_not_of("#* ");
  if (first == 0 || first == std::string_view::npos) return false;
  const std::string words = Lower(line.substr(first, line.find_last_not_of(":* ") + 1 - first));
  if (words.starts_with("settled") || words.starts_with("no ")) return false;
  return words.ends_with("questions") || words.starts_with("questions for") || words.ends_with("to decide");
}

// From such a line to the next heading.
std::string QuestionsOf(std::string_view document) {
  std::string block;
  bool within = false;
  for (std::string_view line : Lines(document)) {
    const bool leads = LeadsToQuestions(line);
    if (!leads && line.starts_with('#')) within = false;
    if (within) block += std::string(line) + "\n";
    within = within || leads;
  }
  return std::string(Trim(block));
}

// A question may say what an option means: "merge: the draft with what was confirmed".
std::string SaidInText(const Question& question, const std::string& option) {
  for (std::string_view line : Lines(question.text)) {
    if (line.size() > option.size() + 2 && line.starts_with(option + ": "))
      return std::string(line.substr(option.size() + 2));
  }
  return "";
}

}  // namespace

bool IsOnly(const std::vector<StoredQuestion>& open, const StoredQuestion& stored) {
  return std::count_if(open.begin(), open.end(),
                       [&](const StoredQuestion& other) { return other.run == stored.run; }) == 1;
}

std::string AnswerCommand(const StoredQuestion& stored, const std::string& answer, const ToAnswer& how) {
  return CommandToAnswer(stored, answer, how.only, how.go);
}

std::string QuestionText(const Palette& palette, const StoredQuestion& stored, const ToAnswer& how,
                         const std::string& gist) {
  const Question& question = stored.question;
  std::string text =
      fmt::format("{}{}: {}\n",
                  palette.Paint(Tone::kStrong, fmt::format("run {} question {}", stored.run.value, question.id.value)),
                  About(question), FirstLineOf(question));
  text += DetailsText(stored);
  const bool no_plan = question.shows == "plan" && question.hash.empty();
  if (!question.shows.empty() && !no_plan) text += fmt::format("  about    {}\n", question.shows);
  text += gist;
  text += fmt::format("  answers  {}\n", Join(question.options, ", "));
  for (const std::string& option : question.options) {
    const std::string meaning = gist.empty() ? "" : OptionMeaning(question, option);
    if (!meaning.empty()) text += fmt::format("           {}: {}\n", option, meaning);
  }
  const std::string answer = FirstOption(question);
  text += fmt::format("  type     {}\n", palette.Paint(Tone::kNote, AnswerCommand(stored, answer, how)));
  const bool takes_words = question.kind == QuestionKind::kEscalation && answer == "retry";
  const bool takes_amount = question.kind == QuestionKind::kBudget && answer == "extend";
  if (takes_amount)
    text += fmt::format("           with -m '{}' by so much, else by the whole limit again\n", AmountExample(question));
  return text + (takes_words ? "           with -m \"...\" it is told what you know\n" : "");
}

// Its sentence ends with what is counted: "2000 of 1000 tokens used; extend it?"
std::string_view AmountExample(const Question& question) {
  const std::string_view asked = FirstLineOf(question);
  const auto counts = [&](std::string_view what) { return asked.find(what) != std::string_view::npos; };
  return counts(" tokens used") ? "50k tokens"
         : counts(" units run") ? "10 units"
         : counts(" passed")    ? "30 min"
                                : "$2";
}

std::string OptionMeaning(const Question& question, const std::string& option) {
  const std::string word = Lower(option);
  const bool of_step = !question.step.empty();
  if (word == "modify" || word == "revise") return "say what should change; it is done again";
  switch (question.kind) {
    case QuestionKind::kAsk:
      if (const std::string said = SaidInText(question, option); !said.empty()) return said;
      if (option == question.options[0]) return question.shows == "plan" ? "approve it as it is now" : "go on";
      if (word == "no" || word == "abort" || word == "stop") return of_step ? "block the step" : "cancel the run";
      return "";
    case QuestionKind::kEscalation:
      if (word == "retry") return "try again, with what you add";
      if (word == "accept") return "go on although it failed; the report says so";
      if (word == "skip") return "leave this stage out";
      if (word == "stop") return of_step ? "give the step up" : "the run fails here; forge retry tries again";
      if (word == "integrate") return "put the work on the run's branch";
      return word == "leave" ? "go on without the work; it is kept" : "";
    case QuestionKind::kBudget:
      return word == "extend" ? "raise the limit and go on" : "set the run aside; forge resume continues";
    case QuestionKind::kBlocker:
      return word == "go" ? "go on without it" : word == "park" ? "set the run aside" : "give the run up";
    case QuestionKind::kReapproval:
      return word == "yes" ? "approve it as it is now" : "set the run aside; forge resume continues";
    case QuestionKind::kGit: return "";
    case QuestionKind::kCheckpoint:
      return word == "yes" ? "go on with the steps that depend on it" : "block the step; what depends on it waits";
  }
  return "";
}

std::string DetailsText(const StoredQuestion& stored) {
  const Question& question = stored.question;
  const std::size_t head = FirstLineOf(question).size();
  if (head == question.text.size()) return "";
  std::string text;
  for (std::string_view line : Lines(std::string_view(question.text).substr(head + 1)))
    text += fmt::format("  | {}\n", line);
  // Only commands have more to see than what stands here.
  if (question.text.find("\n$ ") == std::string::npos) return text;
  const std::string step = question.step.empty() ? "" : " " + question.step.value;
  return text + fmt::format("  all of it  forge output {}{}\n", stored.run.value, step);
}

std::string GistText(const Project& project, const RunView& view, const StoredQuestion& stored) {
  constexpr std::size_t kMostOfGist = 40;
  constexpr std::size_t kMostNotRun = 3;
  const Question& question = stored.question;
  if (question.kind != QuestionKind::kAsk || question.shows.empty() || stored.run != view.run.id) return "";
  const RunFiles files(project, view.run.id, view.run.slug);
  const std::string lane = question.step.empty() ? "run" : question.step.value;
  const bool of_plan = question.shows == "plan";
  const auto text = of_plan ? files.ReadPlan() : files.ReadArtifact(lane, question.shows);
  if (!text || !*text) return "";  // --show says why
  const std::string all = fmt::format("forge questions {} --show", view.run.id.value);
  if (!of_plan) {
    const std::string block = QuestionsOf(**text);
    return block.empty() ? "" : Marked(block, all, kMostOfGist) + fmt::format("  read it  {}\n", all);
  }
  const std::vector<std::string> not_run = NotRunOf(**text);
  std::string gist;
  for (std::size_t i = 0; i < std::min(not_run.size(), kMostNotRun); ++i) gist += fmt::format("  | {}\n", not_run[i]);
  if (not_run.size() > kMostNotRun)
    gist += fmt::format("  | ... and {} more: {}\n", not_run.size() - kMostNotRun, "forge plan check");
  return gist;
}

std::string ShownText(const Project& project, const RunView& view, const Question& question) {
  if (question.shows.empty()) return "";
  if (question.kind == QuestionKind::kCheckpoint) {
    const std::string more = fmt::format("forge show {} {}", view.run.id.value, question.step.value);
    return Marked(CheckpointPage(project, view, question.step), more);
  }
  const RunFiles files(project, view.run.id, view.run.slug);
  const std::string lane = question.step.empty() ? "run" : question.step.value;
  const auto text = question.shows == "plan" ? files.ReadPlan() : files.ReadArtifact(lane, question.shows);
  const std::string path = question.shows == "plan" ? files.plan_path() : files.ArtifactPath(lane, question.shows);
  if (!text) return fmt::format("  ({} cannot be read: {})\n", path, text.error().message);
  if (!*text) return "";
  return Marked(**text, path) + fmt::format("  ({})\n", path);
}

}  // namespace forge
