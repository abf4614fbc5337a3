#include "surface/chat/replies.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "service/plan/drafts.h"
#include "surface/view/plan_rows.h"
#include "surface/view/question_text.h"
#include "text/markdown.h"
#include "text/plan/plan_reviews.h"
#include "text/review/audit.h"
#include "text/review/verdict.h"

namespace forge::chat {
namespace {

constexpr std::size_t kShortHash = 16;

struct Help {
  std::string_view action;  // empty: of create
  std::string_view usage;
  std::string_view about;
};

constexpr std::array kPlanHelp = {
    Help{"create", "!plan <description>", "create a new plan"},
    Help{"list", "!plan list", "list plans"},
    Help{"show", "!plan show <plan-id|task-id>", "show plan details"},
    Help{"approve", "!plan approve <plan-id|task-id>", "approve for implementation"},
    Help{"answer", "!plan answer <plan-id|task-id> <answer>", "answer what its run asks; more words are a comment"},
    Help{"modify", "!plan modify <plan-id|task-id> <text>", "ask for changes before you approve"},
    Help{"close", "!plan close <plan-id|task-id>", "close/abandon a plan"},
    Help{"cancel", "!plan cancel <plan-id|task-id>", "stop its run and cancel the plan"},
    Help{"phases", "!plan phases [--regenerate] [--keep-done] <plan-id>", "show/generate phase checklist"},
    Help{"run", "!plan run <plan-id>", "execute all remaining phases"},
    Help{"run-one", "!plan run-one <plan-id>", "execute next pending phase"},
    Help{"run-phase", "!plan run-phase <plan-id> <phase-id>", "execute one phase"},
    Help{"skip", "!plan skip <plan-id>", "skip a failed/in-progress phase"},
    Help{"skip-to", "!plan skip-to <plan-id> <phase-id>", "skip everything before a phase"},
    Help{"audit", "!plan audit <plan-id>", "audit a plan"},
    Help{"land", "!plan land <plan-id>", "land the finished work on your branch"},
};

constexpr std::array kForgeHelp = {
    Help{"create", "!forge <description>", "auto-draft and audit a plan"},
    Help{"resume", "!forge <plan-id>", "resume a plan"},
    Help{"status", "!forge status", "check if a forge is running"},
    Help{"cancel", "!forge cancel [<plan-id>]", "cancel the running forge"},
    Help{"audit", "!forge audit <plan-id>", "audit a plan"},
};

template <std::size_t N>
std::string HelpText(std::string_view command, const std::array<Help, N>& lines) {
  std::string text = fmt::format("**{} commands:**", command);
  for (const Help& line : lines) text += fmt::format("\n- `{}` — {}", line.usage, line.about);
  return text;
}

std::string TaskText(const std::string& task) { return task.empty() ? "" : fmt::format(" (task: `{}`)", task); }

std::string StepLines(const PlanView& view, const FilesByStep& changed) {
  std::string text;
  for (const PlanStepView& step : StepsOf(view)) {
    text += fmt::format("\n{} **{}:** {} [{}]", Mark(step.status), step.spec->id.value, step.spec->title,
                        KindOf(*step.spec));
    std::vector<std::string> needs;
    for (const StepId& id : step.spec->depends) needs.push_back(id.value);
    if (!needs.empty()) text += fmt::format(" (depends: {})", Join(needs, ", "));
    text += ChangedText(changed, step.spec->id);
  }
  return text;
}

// Of the last review.
std::string ConcernLines(const PlanView& view) {
  const auto review = LatestReview(view.text);
  if (!review) return "";
  std::string text;
  for (const Concern& concern : ParseAudit(review->body).concerns) {
    if (concern.severity > Severity::kNone) text += fmt::format("\n- {}: {}", Name(concern.severity), concern.text);
  }
  return text;
}

}  // namespace

namespace {

// Hints that offer what the chat has no command for. `#` is a run's number; `@` is what follows up to the end of its
// line.
struct Hint {
  std::string_view cli;
  std::string_view chat;
};
constexpr std::array kOnlyInShell = {
    Hint{"wait for it, ask it to pause, or take the run at once: forge resume # --take-over",
         "wait for it, or stop it: !plan cancel #"},
    Hint{"it takes the command when it can. If it is stopped or gone: forge resume # --take-over",
         "it takes the command when it can"},
    Hint{"; or land it unfinished: forge land # --unfinished", ""},
    Hint{"your words go with it: -m \"...\"", "more words are a comment"},
    Hint{"import it as a new plan: forge plan import @", "create a new plan: !plan <description>"},
    Hint{"name one with --agent, or check only the structure: forge plan audit --structure @",
         "set one in a shell: forge config set agent auto"},
    Hint{"use it: forge run --agent auto ..., or always:", "set it in a shell:"},
    Hint{", or land on another branch: forge land --branch NAME", ""},
    Hint{", or name the branch: forge land --branch NAME", ""},
    Hint{"choose one: forge land --branch NAME", "check out a branch and land again"},
    Hint{"forge questions #", "!plan show #"},
    Hint{"forge questions", "!plan show <plan-id>"},
};

// Where the hint's text begins at `at`, the text behind it; `number` is what `#` stands for.
std::optional<std::size_t> EndOfHint(std::string_view said, std::size_t at, std::string_view hint,
                                     std::int64_t& number) {
  for (std::size_t i = 0; i < hint.size(); ++i) {
    if (hint[i] == '@') return std::min(said.find('\n', at), said.size());
    if (hint[i] != '#') {
      if (at >= said.size() || said[at++] != hint[i]) return std::nullopt;
      continue;
    }
    const std::size_t end = std::min(said.find_first_not_of("0123456789", at), said.size());
    const auto read = ParseInt(said.substr(at, end - at));
    if (!read) return std::nullopt;
    number = *read;
    at = end;
  }
  return at;
}

std::string WithoutShell(std::string said) {
  for (const Hint& hint : kOnlyInShell) {
    const std::string_view head = hint.cli.substr(0, hint.cli.find_first_of("#@"));
    for (std::size_t at = said.find(head); at != std::string::npos; at = said.find(head, at + 1)) {
      std::int64_t number = 0;
      const auto end = EndOfHint(said, at, hint.cli, number);
      if (end) said.replace(at, *end - at, ReplaceAll(std::string(hint.chat), "#", PlanId(number)));
    }
  }
  return said;
}

// "forge retry 1" is "!plan run plan-001" where nothing else of the command line follows.
std::string RunsInChatWords(std::string said) {
  using Pair = std::pair<std::string_view, std::string_view>;
  for (const auto& [verb, action] :
       {Pair{"status", "show"}, Pair{"retry", "run"}, Pair{"resume", "run"}, Pair{"land", "land"},
        Pair{"cancel", "cancel"}, Pair{"answer", "answer"}, Pair{"watch", "show"}}) {
    const std::string begin = fmt::format("forge {} ", verb);
    for (std::size_t at = said.find(begin); at != std::string::npos; at = said.find(begin, at + 1)) {
      const std::size_t digits = at + begin.size();
      const std::size_t end = std::min(said.find_first_not_of("0123456789", digits), said.size());
      const auto number = ParseInt(said.substr(digits, end - digits));
      if (!number || said.substr(end).starts_with(" --")) continue;
      said.replace(at, end - at, fmt::format("!plan {} {}", action, PlanId(*number)));
    }
  }
  return said;
}

}  // namespace

std::string InChatWords(std::string_view text) {
  // In a chat what is answered or retried goes on by itself.
  std::string said = RunsInChatWords(ReplaceAll(WithoutShell(std::string(text)), " --go", ""));
  said = ReplaceAll(said, " -m \"what should change\"", " what should change");
  for (std::string_view action :
       {"approve", "audit", "cancel", "close", "list", "run", "run-one", "show", "skip", "steps"}) {
    for (const char* end : {" ", "`", "\n", "."}) {
      said = ReplaceAll(said, fmt::format("forge plan {}{}", action, end), fmt::format("!plan {}{}", action, end));
    }
    const std::string last = fmt::format("forge plan {}", action);
    if (said.ends_with(last)) said = said.substr(0, said.size() - last.size()) + fmt::format("!plan {}", action);
  }
  return said;
}

std::string PlanHelp() { return HelpText("!plan", kPlanHelp); }
std::string ForgeHelp() { return HelpText("!forge", kForgeHelp); }

std::string Usage(std::string_view action) {
  const auto* it =
      std::find_if(kPlanHelp.begin(), kPlanHelp.end(), [&](const Help& line) { return line.action == action; });
  return it == kPlanHelp.end() ? PlanHelp() : fmt::format("Usage: `{}`", it->usage);
}

std::string CreatedText(const PlanEntry& plan, std::string_view description) {
  return fmt::format("Plan created: **{}**{}\nFile: `{}`\nDescription: {}", plan.id, TaskText(plan.header.task),
                     plan.path, description);
}

std::string ListText(const std::vector<PlanEntry>& plans) {
  if (plans.empty()) return "No plans found.";
  std::vector<std::string> lines;
  for (const PlanEntry& plan : plans) {
    lines.push_back(fmt::format("- `{}` [{}] — {}{}{}", plan.id, Name(plan.status()), plan.title,
                                TaskText(plan.header.task), plan.path.empty() ? " (nothing written yet)" : ""));
  }
  return Join(lines, "\n");
}

std::string LatestAudit(const PlanDocument& plan) {
  const PlanPart* log = FindPart(plan, "Audit Log");
  if (log == nullptr) return "";
  const Markdown document(log->body);
  std::string latest;
  for (const MarkdownBlock& block : document.blocks()) {
    if (block.kind != MarkdownBlock::Kind::kParagraph) continue;
    for (std::string_view line : document.ParagraphLines(block)) {
      if (const auto verdict = VerdictValue(line)) latest = *verdict;
    }
  }
  return latest;
}

std::string ShowText(const PlanView& view, const FilesByStep& changed) {
  const PlanHeader& header = view.entry.header;
  std::string text = fmt::format("**{}** — {}\nStatus: {}", view.entry.id, view.entry.title, Name(view.entry.status()));
  if (!header.task.empty()) text += fmt::format("\nTask: `{}`", header.task);
  if (!header.project.empty()) text += "\nProject: " + header.project;
  if (!header.created.empty()) text += "\nCreated: " + header.created;
  const std::string_view objective = Trim(view.document.objective);
  text += fmt::format("\n\n**Objective:** {}", objective.empty() ? "(no objective yet)" : objective);
  const std::string audit = LatestAudit(view.document);
  text += fmt::format("\n\n**Latest audit:** {}", audit.empty() ? "(no audit yet)" : audit);
  if (const std::string concerns = ConcernLines(view); !concerns.empty()) text += "\n\n**Open concerns:**" + concerns;
  for (std::string_view name : {"Scope", "Risks"}) {
    const PlanPart* part = FindPart(view.document, name);
    if (part != nullptr && !Trim(part->body).empty()) text += fmt::format("\n\n**{}:** {}", name, Trim(part->body));
  }
  if (const std::string steps = StepLines(view, changed); !steps.empty()) text += "\n\n**Steps:**" + steps;
  text += fmt::format("\n\nFile: `{}`", view.entry.path);
  if (!view.approved && !view.changed.empty()) {
    text += fmt::format("\n\n**Changed since it was approved:**\n```diff\n{}\n```", TrimRight(view.changed));
  }
  return text;
}

std::string UnwrittenText(const RunRow& run) {
  const std::string plan = PlanId(run.id.value);
  const PlanEntry entry = EntryOfDraft(run);
  std::string text = fmt::format("**{}** — {}\nStatus: {}, nothing written yet (its run is {})", plan, entry.title,
                                 Name(entry.status()), Name(run.status));
  if (!run.reason.empty()) text += "\n\n**What happened:** " + run.reason;
  if (IsEnd(run.status)) return text;
  return text + fmt::format("\n\nTry again with `!forge {0}`, or cancel it with `!plan cancel {0}`.", plan);
}

std::string RefusedText(const std::string& path, std::string_view text) {
  constexpr std::size_t kMostLines = 40;
  if (path.empty()) return "";
  std::string shown = fmt::format("\n\n**What was written instead of a plan** (`{}`):", path);
  const std::vector<std::string_view> lines = Lines(Trim(text));
  for (std::size_t i = 0; i < lines.size() && i < kMostLines; ++i) shown += fmt::format("\n> {}", lines[i]);
  if (lines.size() > kMostLines) shown += fmt::format("\n({} more lines)", lines.size() - kMostLines);
  return shown;
}

std::string WhyUnwritten(const RunRow& run) {
  const std::string plan = PlanId(run.id.value);
  if (IsEnd(run.status)) return fmt::format("Nothing of {} was written: its run is {}.", plan, Name(run.status));
  return fmt::format(
      "Nothing of {0} is written yet. Continue it with `!forge {0}`, or cancel it with `!plan cancel {0}`.", plan);
}

std::string AskedText(const std::string& plan, const Question& question) {
  constexpr std::size_t kMostLines = 20;
  const std::string about(Trim(question.step.value + " " + question.stage));
  std::string text =
      fmt::format("**{}** asks{}: {}", plan, about.empty() ? "" : fmt::format(" ({})", about), FirstLineOf(question));
  const std::vector<std::string_view> lines = Lines(question.text);
  const auto is_meaning = [&](std::string_view line) {
    return std::ranges::any_of(question.options, [&](const std::string& one) { return line.starts_with(one + ": "); });
  };
  for (std::size_t i = 1; i < lines.size() && i <= kMostLines; ++i) {
    if (!is_meaning(lines[i])) text += fmt::format("\n> {}", lines[i]);
  }
  for (const std::string& option : question.options) {
    std::string meaning = OptionMeaning(question, option);
    for (const char* command : {"forge retry", "forge resume"})
      meaning = ReplaceAll(meaning, command, fmt::format("`!forge {}`", plan));  // builds it, or goes on with its draft
    text += fmt::format("\n- `{}`{}", option, meaning.empty() ? "" : " — " + meaning);
  }
  return InChatWords(text) + fmt::format("\nAnswer with `!plan answer {} {}`; more words are a comment.", plan,
                                         question.options.empty() ? "<answer>" : question.options.front());
}

std::string RunningText(const std::string& plan) {
  return fmt::format("{0} is already running. Wait for it, or stop it with `!plan cancel {0}`.", plan);
}

std::string WhyNotLand(const PlanView& view, const std::string& asks) {
  const std::string& plan = view.entry.id;
  if (view.driven && !IsEnd(view.run->status))
    return fmt::format("{0} is still running. Wait for it, or stop it with `!plan cancel {0}`.", plan);
  const std::string is = fmt::format("{} is not finished: its run is {}.", plan, Name(view.run->status));
  if (IsEnd(view.run->status)) return is;
  if (!asks.empty()) return is + "\n" + asks;
  const bool drafts = view.entry.status() == PlanStatus::kDraft || view.entry.status() == PlanStatus::kReview;
  return drafts ? fmt::format("{} See `!plan show {}`.", is, plan)
                : fmt::format("{} Finish it with `!plan run {}`.", is, plan);
}

std::string PhasesText(const PlanView& view, const FilesByStep& changed) {
  std::string text = fmt::format("**Phases for {}** (hash: `{}`)\n", view.entry.id,
                                 view.document.hash.substr(0, std::min(kShortHash, view.document.hash.size())));
  return text + StepLines(view, changed);
}

std::string SkippedText(const PlanRuns::Skipped& skipped) {
  const std::string_view was = skipped.was == StepStatus::kRunning ? "in-progress" : Name(skipped.was);
  return fmt::format("{} **{}**: {} (was {})", skipped.stops ? "Stopping and skipping" : "Skipped", skipped.step.value,
                     skipped.title, was);
}

std::string AuditedText(const std::string& plan, const PlanRuns::Audited& audited) {
  return fmt::format(
      "Audit complete for **{0}** — review {1}, verdict: **{2}** ({3}). See `!plan show {0}` for details.", plan,
      audited.review, audited.severity, audited.revise ? "needs revision" : "ready to approve");
}

std::string ForgingText(const std::vector<RunRow>& forging) {
  if (forging.empty()) return "No forge running.";
  if (forging.size() == 1) return "A forge is currently running.";
  std::string text = fmt::format("{} forges are currently running:", forging.size());
  for (const RunRow& row : forging) {
    const std::vector<std::string_view> lines = Lines(Trim(row.objective));
    text += fmt::format("\n- `{}` — {}", PlanId(row.id.value), lines.empty() ? "" : lines[0]);
  }
  return text;
}

std::string WhyNotRun(const PlanView& view) {
  const PlanStatus status = view.entry.status();
  switch (status) {
    case PlanStatus::kDone: return "";  // nothing is left: another reply says so
    case PlanStatus::kApproved:
    case PlanStatus::kImplementing:
    case PlanStatus::kAuditing: break;
    case PlanStatus::kDraft:
    case PlanStatus::kReview:
    case PlanStatus::kClosed:
    case PlanStatus::kCancelled:
      return fmt::format("Plan {} has status {} — must be APPROVED or IMPLEMENTING to run.", view.entry.id,
                         Name(status));
  }
  // Once it has a run, the engine itself asks again about a plan that was changed.
  if (view.run || view.approved || view.changed.empty()) return "";
  return fmt::format("Plan file has changed since it was approved.\nRun `!plan approve {}` to approve the new version.",
                     view.entry.id);
}

std::string Seconds(std::int64_t ms) {
  constexpr std::int64_t kSecond = 1000;
  return fmt::format("{}s", (ms + kSecond / 2) / kSecond);
}

}  // namespace forge::chat
