#include "service/report/report_story.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/display.h"
#include "base/strings.h"
#include "engine/input.h"
#include "model/outcome.h"
#include "model/triage_answer.h"
#include "service/by_hand.h"
#include "service/forge.h"
#include "service/land.h"
#include "service/report/report.h"
#include "text/first_line.h"
#include "workspace/git.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

constexpr std::size_t kLongestStory = 400;
constexpr std::size_t kMostCommits = 200;
constexpr std::size_t kLongestSubject = 100;
constexpr std::string_view kApprovedAlone = "approved without a person: the run is unattended";
constexpr std::string_view kApprovedBefore = "approved before the run started";
constexpr std::size_t kLargestDiff = 64U << 10U;  // of one commit; `git show` has all of it

// Of a row or a question.
template <typename T>
std::string Where(const T& at) {
  std::string where = at.step.value;
  if (!at.stage.empty()) where += (where.empty() ? "" : " ") + at.stage;
  return where;
}

std::string Tail(const Json& text, std::string_view before = ": ") {
  const std::string line = ReplaceAll(FirstLine(text.AsString(), kLongestStory), "**", "");
  return line.empty() ? "" : std::string(before) + line;
}

std::string RoundText(const Json& data) {
  if (!data.Has("round")) return "";
  return fmt::format(" (round {} of {})", data["round"].AsInt(), data["of"].AsInt());
}

std::string RepairText(const Json& data) {
  const std::string strategy = data["strategy"].AsString();
  if (strategy == "blocked") return "; no repair is left" + Tail(data["reason"]);
  return fmt::format("; repair {} of {}{}{}", data["used"].AsInt(), data["of"].AsInt(),
                     strategy == "retry" ? "" : " (" + strategy + ")", Tail(data["reason"]));
}

// What a person retried; a contract is switched on again.
std::string RetriedText(const Json& data) {
  const std::string contract = data["contract"].AsString();
  const std::string what = contract.empty() ? "retried" : fmt::format("contract {} switched on again", contract);
  return what + Tail(data["by"], " by ") + Tail(data["reason"]);
}

std::string InBrackets(const Question& question) {
  const std::string text = Tail(Json(FirstLineOf(question)), "");
  return text.empty() ? "" : fmt::format(" ({})", text);
}

// The run answered it itself, or the plan had been approved before.
bool IsUnanswered(const Question& question) {
  const bool answered = question.status == QuestionStatus::kAnswered || question.status == QuestionStatus::kDeferred;
  return answered && (question.by == "policy" || question.by == "start");
}

class Teller {
 public:
  explicit Teller(const std::vector<StoredQuestion>& questions) {
    for (const StoredQuestion& stored : questions) questions_[stored.question.id.value] = &stored.question;
  }

  void Take(const JournalRow& row) {
    const auto parsed = ParseJson(row.data.empty() ? "{}" : row.data);
    if (!parsed) return;
    if (row.is_input) {
      TakeInput(row, *parsed);
    } else if (!TakeJudgement(row, *parsed)) {
      TakeNote(row, *parsed);
    }
  }
  std::vector<StoryPoint> points;

 private:
  void Tell(const JournalRow& row, std::string text, bool good = false) {
    points.push_back({row.at, Where(row), std::move(text), good, false});
  }

  void TakeInput(const JournalRow& row, const Json& data) {
    if (row.kind == "attached") {
      if (attached_++ > 0) points.push_back({row.at, "", "an engine continues the run", true, false});
    } else if (row.kind == "answer") {
      const Question* question = Find(data);
      const std::string after = question != nullptr ? " after " + FormatDuration(row.at.ms - question->asked.ms) : "";
      const std::string text = fmt::format("answered `{}`{}{}{}", data["answer"].AsString(), Tail(data["by"], " by "),
                                           after, Tail(data["comment"]));
      points.push_back({row.at, question != nullptr ? Where(*question) : Where(row), text, true, false});
    } else if (row.kind == "control" && data["control"].AsString() == Name(ControlKind::kRetry)) {
      points.push_back({row.at, data["step"].AsString(), RetriedText(data), true, false});
    } else if (row.kind == "plan-edited") {
      const bool approved = data["approved"].AsBool();
      Tell(row, approved ? "the edited plan was approved" + Tail(data["by"], " by ") : "the plan was edited by hand",
           true);
    } else if (const auto given = ReadGivenBack(row)) {
      Tell(row, Describe(given->what), true);
    }
  }

  const Question* Find(const Json& data) const {
    const auto found = questions_.find(data["question"].AsInt());
    return found == questions_.end() ? nullptr : found->second;
  }

  // The question that a person did not answer there; nullptr: there is none. What is told of it is how it was answered.
  const Question* TakeUnanswered(const std::string& place) {
    const auto found = unanswered_.find(place);
    if (found == unanswered_.end()) return nullptr;
    const Question* question = found->second;
    unanswered_.erase(found);
    return question;
  }

  bool TakeJudgement(const JournalRow& row, const Json& data) {
    const std::string place = Where(row);
    if (row.kind == "approved") {
      if (const Question* question = TakeUnanswered(place))
        Tell(row, std::string(question->by == "start" ? kApprovedBefore : kApprovedAlone) + InBrackets(*question),
             true);
      if (failed_.erase(place) > 0)
        Tell(row, row.iteration > 1 ? fmt::format("passed in round {}", row.iteration) : "passed", true);
      return true;
    }
    if (row.kind == "revision" && data.Has("by")) {
      Tell(row, fmt::format("{} asked for changes{}", data["by"].AsString(), Tail(data["summary"])));
    } else if (row.kind == "revision") {
      Tell(row, "did not pass" + RoundText(data) + Tail(data["summary"]));
    } else if (row.kind == "repair") {
      Tell(row, "failed" + Tail(data["summary"]) + RepairText(data));
    } else {
      return false;
    }
    failed_.insert(place);
    return true;
  }

  void TakeNote(const JournalRow& row, const Json& data) {
    const std::string& kind = row.kind;
    if (kind == "retry")
      return Tell(row, fmt::format("failed: {}{}; tried again", data["class"].AsString(), Tail(data["error"])));
    if (kind == "plan-refused") return Tell(row, "wrote an invalid plan" + Tail(data["reason"]));
    if (kind == "not-asked") {
      const Question* question = TakeUnanswered(Where(row));
      return Tell(row, NotAskedText(data["answer"].AsString()) + (question != nullptr ? InBrackets(*question) : ""),
                  true);
    }
    if (kind == "checkpoint-passed-over") {
      TakeUnanswered(Where(row));
      return Tell(row, "checkpoint passed over: the run is unattended");
    }
    if (kind == "run-refused")
      return Tell(row, fmt::format("run {} is refused{}; another run does the step", data["run"].AsInt(),
                                   Tail(data["reason"])));
    if (kind == "gate-failed") return Tell(row, "the gate did not pass");
    // The question that follows says the same.
    if (kind == "exhausted" && data["then"].AsString() == "escalate") return;
    if (kind == "exhausted") return Tell(row, FirstLine(data["reason"].AsString(), kLongestStory));
    if (kind == "accepted") return Tell(row, "accepted although it failed" + Tail(data["what"]));
    if (kind == "pruned") return Tell(row, "left out" + Tail(data["what"]) + Tail(data["reason"]));
    if (kind == "dropped") return Tell(row, "accepted without" + Tail(data["what"]));
    if (kind == "member-silent")
      return Tell(row, fmt::format("{} gave no usable answer{}", data["member"].AsString(), Tail(data["error"])));
    if (kind == "step-failed" || kind == "step-blocked" || kind == "step-skipped")
      return Tell(row, kind.substr(5) + Tail(data["reason"]));
    if (kind == "budget-extended")
      return Tell(row, "the budget was extended" + Tail(LimitsText(BudgetFromJson(data))), true);
    if (kind == "question") {
      const Question* question = Find(data);
      if (question != nullptr && IsUnanswered(*question)) {
        unanswered_[Where(row)] = question;
        if (question->answered.ms == question->asked.ms) return;  // no person was asked
      }
      Tell(row, "asked" + Tail(data["text"]));
      points.back().asks = true;
      return;
    }
    const std::string to = data["to"].AsString();
    if (kind == "run-status" && to != "active" && to != "waiting" && to != "completed")
      points.push_back({row.at, "", "the run is " + to + Tail(data["reason"]), false, false});
  }

  std::map<std::int64_t, const Question*> questions_;
  std::map<std::string, const Question*> unanswered_;  // by place: those that no person answers
  std::set<std::string> failed_;                       // places whose last judgement was a setback
  int attached_ = 0;
};

std::string StatusWait(const std::string& status) {
  if (status == "paused") return "paused";
  if (status == "parked") return "set aside";
  return status == "blocked" ? "for another run" : "";
}

// The journal does not say when a question is withdrawn, but what happens then.
bool MayWithdraw(const JournalRow& row, const Question& question) {
  if (row.kind == "run-status") return true;
  if (!question.step.empty()) return row.step == question.step && row.kind != "step-waiting";
  return row.kind == "control" || row.kind == "plan-edited" || row.kind == "day-limit";
}

std::optional<WaitSpan> WaitFor(const Question& question, const std::vector<JournalRow>& rows, TimePoint now) {
  WaitSpan wait{question.asked, question.answered, "for an answer" + Tail(Json(FirstLineOf(question)))};
  if (question.status == QuestionStatus::kOpen) wait.to = now;
  if (question.status != QuestionStatus::kWithdrawn || question.answered.ms > 0) return wait;
  bool asked = false;
  for (const JournalRow& row : rows) {
    if (asked && MayWithdraw(row, question)) {
      wait.to = row.at;
      return wait;
    }
    if (row.kind != "question") continue;
    const auto data = ParseJson(row.data);
    asked = asked || (data && (*data)["question"].AsInt() == question.id.value);
  }
  return std::nullopt;
}

}  // namespace

std::vector<StoryPoint> TellStory(const std::vector<JournalRow>& rows, const std::vector<StoredQuestion>& questions) {
  Teller teller(questions);
  for (const JournalRow& row : rows) teller.Take(row);
  return std::move(teller.points);
}

std::vector<WaitSpan> FindWaits(const std::vector<JournalRow>& rows, const std::vector<StoredQuestion>& questions,
                                TimePoint now) {
  std::vector<WaitSpan> waits;
  for (const StoredQuestion& stored : questions) {
    if (auto wait = WaitFor(stored.question, rows, now)) waits.push_back(*std::move(wait));
  }
  std::map<std::string, WaitSpan> held;  // by step
  std::optional<WaitSpan> status;
  TimePoint last = rows.empty() ? now : rows.front().at;
  for (const JournalRow& row : rows) {
    const auto parsed = ParseJson(row.data.empty() ? "{}" : row.data);
    const Json data = parsed ? *parsed : Json::MakeObject();
    if (row.kind == "retry" && data["delay_ms"].AsInt() > 0) {
      const std::string of = data["class"].AsString();
      const bool limited = of == Name(ErrorClass::kRateLimit) || of == Name(ErrorClass::kQuota);
      const std::string why = limited ? "for a limit" : "before the next attempt";
      waits.push_back({row.at, TimePoint{row.at.ms + data["delay_ms"].AsInt()}, why + Tail(data["error"])});
    } else if (row.kind == "run-status") {
      if (status) waits.push_back({status->from, row.at, status->why});
      const std::string why = StatusWait(data["to"].AsString());
      status = why.empty() ? std::nullopt : std::optional(WaitSpan{row.at, now, why});
    } else if (row.kind == "step-taken") {
      const std::string step = data["step"].AsString();
      // A shell that ended without an answer leaves the step open until another one answers.
      held.try_emplace(
          step,
          WaitSpan{row.at, now, fmt::format("while step {} was open in a shell{}", step, Tail(data["by"], " of "))});
    } else if (row.kind == "step-given-back") {
      if (const auto found = held.find(data["step"].AsString()); found != held.end()) {
        waits.push_back({found->second.from, row.at, found->second.why});
        held.erase(found);
      }
    } else if (row.kind == "attached" && row.at.ms > last.ms) {
      waits.push_back({last, row.at, "no engine was running"});
    }
    last = row.at;
  }
  for (const auto& [step, wait] : held) waits.push_back(wait);
  if (status) waits.push_back(*status);
  return waits;
}

std::string WhyIdle(const std::vector<WaitSpan>& waits, std::int64_t from, std::int64_t to) {
  std::string why;
  std::int64_t most = (to - from) / 10;
  for (const WaitSpan& wait : waits) {
    const std::int64_t shared = std::min(wait.to.ms, to) - std::max(wait.from.ms, from);
    if (shared <= most) continue;
    most = shared;
    why = wait.why;
  }
  return why;
}

namespace {

std::string TitleOf(const RunReport& report, const StepId& step) {
  for (const StepRow& row : report.view.steps) {
    if (row.id == step && !step.empty()) return row.title;
  }
  return FirstLine(report.view.run.objective, kLongestSubject);
}

// Their own first lines; one that git cannot tell keeps what it has.
void NameCommits(const Project& project, std::vector<RunCommit>& commits) {
  if (commits.empty()) return;
  std::string input;
  for (const RunCommit& one : commits) input += one.commit + "\n";
  const auto said = Git(project.root).Run({"log", "--no-walk=unsorted", "--format=%H %s", "--stdin"}, std::move(input));
  if (!said) return;
  std::map<std::string, std::string> titles;
  for (std::string_view line : Lines(*said)) {
    const std::size_t end = line.find(' ');
    if (end != std::string_view::npos) titles.emplace(line.substr(0, end), Trim(line.substr(end)));
  }
  for (RunCommit& one : commits) {
    if (const auto title = titles.find(one.commit); title != titles.end() && !title->second.empty())
      one.title = FirstLine(title->second, kLongestSubject);
  }
}

void AddDiff(Workspaces& workspaces, RunCommit& one) {
  if (auto diff = workspaces.DiffBetween(one.commit + "^", one.commit, kLargestDiff + 1)) one.diff = *std::move(diff);
  one.cut = one.diff.size() > kLargestDiff;
  if (one.cut) one.diff.resize(one.diff.rfind('\n', kLargestDiff) + 1);
}

// What merges put on the branch, as far as it is still there.
void AddCommits(Forge& forge, const std::vector<JournalRow>& rows, RunReport& report, bool with_diffs) {
  if (!forge.project().is_git || report.branch.empty()) return;
  auto workspaces =
      Workspaces::Open({forge.project().root, forge.machine().cache_directory + "/worktrees", report.view.run.id});
  if (!workspaces) return;
  std::set<UnitId> merges;
  for (const UnitRow& unit : report.view.units) {
    if (unit.kind == UnitKind::kIntegrate) merges.insert(unit.id);
  }
  std::set<std::string> seen;
  for (const JournalRow& row : rows) {
    if (row.kind != "ended") continue;
    const auto data = ParseJson(row.data);
    if (!data || !merges.contains(UnitId{(*data)["unit"].AsInt()})) continue;
    const std::string commit = (*data)["outcome"]["result"]["commit"].AsString();
    if (commit.empty() || !seen.insert(commit).second) continue;
    // Those that are not shown are counted without asking git about each.
    const bool full = report.commits.size() >= kMostCommits;
    if (!full && !(*workspaces)->IsOnBranch(commit).value_or(false)) continue;
    ++report.commits_in_all;
    if (full) continue;
    RunCommit one{commit, TitleOf(report, row.step), row.step, "", false};
    if (with_diffs) AddDiff(**workspaces, one);
    report.commits.push_back(std::move(one));
  }
  NameCommits(forge.project(), report.commits);
}

}  // namespace

std::string CutCommits(const RunReport& report) {
  const auto shown = static_cast<std::int64_t>(report.commits.size());
  if (shown >= report.commits_in_all) return "";
  return fmt::format("{} of {} commits; all of them: git log {}..{}", shown, report.commits_in_all, report.onto,
                     report.branch);
}

Status AddStory(Forge& forge, RunReport& report, bool with_diffs) {
  const std::vector<JournalRow> rows = TRY(forge.store().ReadJournal(report.view.run.id, JournalRange{}));
  report.story = TellStory(rows, report.view.questions);
  report.waits = FindWaits(rows, report.view.questions, report.now);
  AddCommits(forge, rows, report, with_diffs);
  report.next = NextCommand(forge, report.view);
  if (report.next == fmt::format("forge report {}", report.view.run.id.value)) report.next.clear();
  return {};
}

}  // namespace forge
