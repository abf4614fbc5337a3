#include "service/run_commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/strings.h"
#include "engine/extension.h"
#include "engine/run_loop.h"
#include "model/triage_answer.h"
#include "model/triage_comment.h"
#include "os/crash_point.h"
#include "os/files/files.h"
#include "os/system.h"
#include "service/answer_command.h"
#include "service/forge.h"
#include "service/git_check.h"
#include "service/idle_loop.h"
#include "service/memory/learn.h"
#include "service/ownership.h"
#include "service/plan/plan_file.h"
#include "service/plan/plan_mirror.h"
#include "service/report/findings.h"
#include "service/report/milestone_mirror.h"
#include "service/report/run_stages.h"
#include "service/run_queries.h"
#include "service/unit/job.h"
#include "service/unit/run_files.h"
#include "service/waiting_parent.h"
#include "store/store.h"
#include "text/plan/contracts.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

// The first answer counts; a second one is refused with the first. `all`: the run's questions, open and answered.
Status RefuseSecondAnswer(const std::vector<StoredQuestion>& all, const Answer& answer) {
  const StoredQuestion* meant = nullptr;
  for (const StoredQuestion& stored : all) {
    if (!answer.question && stored.question.status == QuestionStatus::kOpen) return {};
    if (!answer.question || stored.question.id == *answer.question) meant = &stored;
  }
  if (meant == nullptr || meant->question.status != QuestionStatus::kAnswered) return {};
  return Fail(
      Code::kConflict,
      fmt::format("question {} of run {} already has an answer: `{}`{}", meant->question.id.value, meant->run.value,
                  meant->question.answer, meant->question.by.empty() ? "" : ", by " + meant->question.by),
      fmt::format("forge status {}", meant->run.value));
}

// What the engine would refuse, refused before the branch is moved for it.
Status CheckGitAnswer(const Question& question, const Answer& answer) {
  const bool offered = std::ranges::any_of(
      question.options, [&](const std::string& option) { return EqualsIgnoreCase(option, Trim(answer.answer)); });
  if (!offered)
    return Fail(Code::kInvalid, fmt::format("question {} has no option `{}`", question.id.value, answer.answer),
                "answer one of: " + Join(question.options, ", ") + "; your words go with it: -m \"...\"");
  if (!answer.shown.empty() && answer.shown != question.hash)
    return Fail(Code::kConflict, fmt::format("what question {} shows has changed since you saw it", question.id.value),
                "forge questions shows what it is now");
  return {};
}

// Whether the comment names one of the findings: "F2".
bool NamesOne(const std::string& comment, const std::vector<TriageSubject>& findings) {
  std::string word;
  for (const char c : comment + " ") {
    if (IsLetterOrDigit(c)) {
      word += c;
      continue;
    }
    const auto is_it = [&](const TriageSubject& one) { return EqualsIgnoreCase(one.id, word); };
    if (std::ranges::any_of(findings, is_it)) return true;
    word.clear();
  }
  return false;
}

// A comment that speaks of findings and cannot be read is asked about: nobody guesses what is to be fixed. `collector`:
// the stage that lists them, where the question shows its document.
Result<std::string> ReadComment(Forge& forge, RunId run, const std::string& answer, const std::string& comment,
                                const std::string& collector = "") {
  if (Trim(comment).empty()) return comment;
  const auto row = TRY(forge.store().FindRun(run));
  const RunFiles files(forge.project(), run, row ? row->slug : "");
  std::vector<TriageSubject> findings;
  std::vector<std::string> asked;
  for (const RunFinding& found : TRY(ListFindings(forge.store(), run, &files))) {
    const bool listed = !collector.empty() && found.collected_by == collector;
    const bool is_asked = listed ? NeedsTriage(found) : collector.empty() && IsAskedAbout(found);
    findings.push_back({found.id, TriageTitle(found), is_asked});
    if (is_asked) asked.push_back(found.id);
  }
  // What is to be done about a document may be said in any words.
  const bool free_words = !collector.empty() && answer == "fix" && !NamesOne(comment, findings);
  if (free_words) return comment;
  TriageComment read = ReadTriageComment(answer, comment, findings);
  if (read.unclear.empty()) return std::move(read.clauses);
  return Fail(Code::kInvalid, fmt::format("`{}` is not clear: {}", read.unclear, read.why),
              fmt::format("NUMBER: keep, fix or follow-up, with `;` between them; the numbers are: {}",
                          asked.empty() ? "none" : Join(asked, ", ")));
}

// The comment as the journal has it.
Result<std::string> CommentOn(Forge& forge, RunId run, const Question& question, const Answer& answer) {
  if (question.shows == kTriagePage) return ReadComment(forge, run, answer.answer, answer.comment);
  const State state = TRY(LoadState(forge, run));
  if (state.start.pipelines.pipelines.empty() || !question.step.empty()) return answer.comment;
  const Stage* collector = CollectorOf(state.start.pipelines.pipelines.front().stages, question.shows);
  if (collector == nullptr) return answer.comment;
  const std::string said = Lower(Trim(answer.answer));
  const bool leaves = said == "keep" || said == kForLater;
  // Words beside `keep` and `follow-up` are the reason, if they name no finding.
  return ReadComment(forge, run, leaves ? said : "fix", answer.comment, collector->name);
}

// The run that is current, if it is another one that can be parked.
Result<std::optional<RunId>> CurrentToPark(Forge& forge, RunId next) {
  const auto current = TRY(forge.store().GetMeta(std::string(kCurrentRun)));
  const auto number = current ? ParseInt(*current) : std::nullopt;
  if (!number || *number == next.value) return std::nullopt;
  const auto row = TRY(forge.store().FindRun(RunId{*number}));
  if (!row || IsEnd(row->status) || row->status == RunStatus::kParked) return std::nullopt;
  return row->id;
}

Status Park(Forge& forge, RunId run, RunId next) {
  Control park;
  park.kind = ControlKind::kPark;
  park.reason = fmt::format("switched to run {}", next.value);
  TRY(SendCommand(forge, run, park));
  return {};
}

Result<CommandReply> SendToOne(Forge& forge, RunId run, Input input) {
  // An engine that waits answers within a few milliseconds; one that is busy is not asked all the time.
  constexpr std::chrono::milliseconds kFirstWait{1}, kLongestWait{20}, kPatience{5000};
  auto lease = TRY(forge.store().FindLease(run));
  std::optional<std::int64_t> posted_as;
  const std::int64_t lease_ms = LeaseMs(forge.settings());
  // Also when it is this process: another thread may drive the run, and only its loop may change it.
  if (lease && IsHeld(*lease, lease_ms)) {
    const std::int64_t message = TRY(forge.store().Post(run, input, WallClock()));
    posted_as = message;
    const std::int64_t give_up = SteadyMs() + kPatience.count();
    for (auto wait = kFirstWait; SteadyMs() < give_up; wait = std::min(wait * 2, kLongestWait)) {
      PostedMessage posted = TRY(forge.store().FindPosted(message));
      if (posted.answered && posted.accepted) return CommandReply{true};
      if (posted.answered) return Fail(Code::kConflict, posted.text);
      lease = TRY(forge.store().FindLease(run));
      if (!lease || !IsHeld(*lease, lease_ms)) break;
      std::this_thread::sleep_for(wait);
    }
    if (lease && IsHeld(*lease, lease_ms)) {
      return Fail(Code::kUnavailable,
                  fmt::format("the engine of run {} (process {} on {}) did not respond within 5 s", run.value,
                              lease->owner.pid, lease->owner.host),
                  fmt::format("it takes the command when it can. If it is stopped or gone: forge resume {} --take-over",
                              run.value));
    }
    // The engine died with our message in its inbox: it is applied as such, and not a second time.
  }
  TRY(TakeRun(forge, run));
  auto apply = [&]() -> Status {
    auto idle = TRY(IdleLoop::Make(forge, run));
    // Messages to an engine that died before it read them come first.
    TRY(idle->loop->TakeMessages());
    if (posted_as) {
      const PostedMessage posted = TRY(forge.store().FindPosted(*posted_as));
      if (!posted.accepted) return Fail(Code::kConflict, posted.text);
    } else {
      TRY(idle->loop->Apply(std::move(input)));
    }
    KeepLessons(forge, run, idle->loop->state(), [&](const std::string& warning) { forge.Warn(warning); });
    ShowMilestone(forge, run, idle->loop->state());
    return PlanMirror(forge.project()).Show(idle->loop->state());
  };
  Status applied = apply();
  TRY(forge.store().ReleaseLease(run, ThisOwner()));
  if (!applied) return std::unexpected(applied.error());
  TellWaitingParent(forge, run);
  return CommandReply{false};
}

}  // namespace

Status EndRunsBelow(Forge& forge, RunId run) {
  const auto ended = TRY(forge.store().FindRun(run));
  if (!ended || !IsEnd(ended->status)) return {};
  for (const RunRow& child : TRY(forge.store().FindRuns({.which = RunChoice::kOpen, .parent = run}))) {
    if (child.parent_unit.value == 0) continue;  // a run of its own, which a person started
    Control control;
    control.kind = ended->status == RunStatus::kAbandoned ? ControlKind::kAbandon : ControlKind::kCancel;
    control.reason = fmt::format("run {} was {}", run.value, Name(ended->status));
    const auto told = SendCommand(forge, child.id, control);
    if (told) continue;
    const auto row = TRY(forge.store().FindRun(child.id));
    if (told.error().code != Code::kConflict || !row || !IsEnd(row->status)) return std::unexpected(told.error());
  }
  return {};
}

Result<CommandReply> SendCommand(Forge& forge, RunId run, Input input) {
  const CommandReply reply = TRY(SendToOne(forge, run, std::move(input)));
  TRY(EndRunsBelow(forge, run));
  return reply;
}

// The run before those below it: what it starts from then on is unattended too.
Result<bool> GoUnattended(Forge& forge, RunId run, const std::string& by) {
  // What is approved now is the plan as it is now.
  TRY(NoticePlanEdit(forge, run));
  Control control;
  control.kind = ControlKind::kAuto;
  control.by = by;
  const CommandReply reply = TRY(SendCommand(forge, run, control));
  CrashPoint("auto-told");
  for (const RunRow& child : TRY(forge.store().FindRuns({.which = RunChoice::kOpen, .parent = run}))) {
    if (child.parent_unit.value == 0) continue;  // a run of its own, which a person started
    const auto told = GoUnattended(forge, child.id, by);
    if (told) continue;
    // One that has ended meanwhile asks nothing any more.
    const auto row = TRY(forge.store().FindRun(child.id));
    if (told.error().code != Code::kConflict || !row || !IsEnd(row->status)) return std::unexpected(told.error());
  }
  return reply.by_owner;
}

Result<CommandReply> SendAnswer(Forge& forge, RunId run, const Answer& answer) {
  TRY(NoticePlanEdit(forge, run));
  auto open = TRY(forge.store().ListQuestions(run, true));
  TRY(RefuseSecondAnswer(TRY(forge.store().ListQuestions(run, false)), answer));
  if (open.empty()) {
    const auto below = TRY(OpenQuestions(forge, run));
    if (below.empty())
      return Fail(Code::kNotFound, fmt::format("run {} has no open question", run.value),
                  "forge status " + std::to_string(run.value));
    const StoredQuestion& asked = below.front();
    return Fail(Code::kNotFound,
                fmt::format("run {} has no open question; run {} below it asks", run.value, asked.run.value),
                CommandToAnswer(asked, answer.answer, IsOnlyOpen(below, asked), false));
  }
  const Question* chosen = nullptr;
  for (const StoredQuestion& stored : open) {
    if (!answer.question || stored.question.id == *answer.question) chosen = &stored.question;
  }
  if (chosen == nullptr)
    return Fail(Code::kNotFound, fmt::format("run {} has no open question {}", run.value, answer.question->value),
                "forge questions");
  if (!answer.question && open.size() > 1) {
    return Fail(Code::kInvalid, fmt::format("run {} has {} open questions", run.value, open.size()),
                "name one: forge answer --question N ...");
  }
  if (chosen->kind == QuestionKind::kGit) {
    TRY(CheckGitAnswer(*chosen, answer));
    TRY(CarryOutAnswer(forge, run, answer.answer));
  }
  if (chosen->kind == QuestionKind::kBudget && EqualsIgnoreCase(Trim(answer.answer), "extend"))
    TRY(CheckExtension(TRY(LoadState(forge, run)), answer.comment, WallClock()));
  if (AsksForChange(*chosen, answer.answer) && Trim(answer.comment).empty()) {
    const auto stored = std::ranges::find(open, chosen->id, [](const StoredQuestion& one) { return one.question.id; });
    return Fail(Code::kInvalid, fmt::format("`{}` needs words: what should change?", Trim(answer.answer)),
                CommandToAnswer(*stored, std::string(Trim(answer.answer)), open.size() == 1, false));
  }
  Answered in;
  in.question = chosen->id;
  in.answer = answer.answer;
  in.comment = TRY(CommentOn(forge, run, *chosen, answer));
  in.shown = answer.shown.empty() ? chosen->hash : answer.shown;
  in.by = answer.by;
  return SendCommand(forge, run, in);
}

Status TakeOver(Forge& forge, RunId run) { return DriveOut(forge, run); }

// Both or neither: the other run comes first, as it may be one that cannot go on. If the current run then cannot be
// parked, the other one is put back to what it was.
Status SwitchToRun(Forge& forge, RunId run) {
  const auto row = TRY(forge.store().FindRun(run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  if (IsEnd(row->status))
    return Fail(Code::kConflict, fmt::format("run {} has ended: {}", run.value, Name(row->status)));
  const std::optional<RunId> current = TRY(CurrentToPark(forge, run));
  // What neither could do is known before either has changed.
  TRY(NoticePlanEdit(forge, run));
  if (current) TRY(NoticePlanEdit(forge, *current));
  const bool resumes = row->status == RunStatus::kPaused || row->status == RunStatus::kParked;
  if (resumes) {
    Control resume;
    resume.kind = ControlKind::kResume;
    TRY(SendCommand(forge, run, resume));
  }
  const Status parked = current ? Park(forge, *current, run) : Status();
  if (parked) return forge.store().SetMeta(std::string(kCurrentRun), std::to_string(run.value));
  if (resumes) {
    Control back;
    back.kind = row->status == RunStatus::kPaused ? ControlKind::kPause : ControlKind::kPark;
    back.reason = row->reason;
    TRY(SendCommand(forge, run, back));
  }
  return parked;
}

Status CheckContract(Forge& forge, RunId run, const std::string& name) {
  const auto row = TRY(forge.store().FindRun(run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  const RunFiles files(forge.project(), run, row->slug);
  std::vector<std::string> names;
  for (const Contract& one : FindContracts(ParsePlan(TRY(files.ReadPlan()).value_or(""))).contracts)
    names.push_back(one.name);
  // One that broke is still asked for when the plan has left it out.
  for (const Contract& one : ReadBrokenContracts(TRY(files.ReadArtifact("run", kBrokenContracts)).value_or(""))) {
    if (std::ranges::find(names, one.name) == names.end()) names.push_back(one.name);
  }
  if (std::ranges::find(names, name) != names.end()) return {};
  return Fail(Code::kNotFound, fmt::format("the plan of run {} has no contract `{}`", run.value, name),
              names.empty() ? "it has none" : "there are: " + Join(names, ", "));
}

namespace {

// A unit whose engine was killed may have written the document before it ended: it does so again.
Result<bool> IsOfUnitInFlight(Forge& forge, const RunRow& row, const State& state, const std::string& hash) {
  const RunFiles files(forge.project(), row.id, row.slug);
  for (const auto& [unit, in_flight] : state.units) {
    const auto text = TRY(files.ReadUnitText(unit, "plan.md"));
    if (text && ParsePlan(*text).hash == hash) return true;
  }
  return false;
}

// The edited plan as the run takes it. Nothing: the run has it already, in its own words for it.
Result<std::optional<PlanRef>> TakenAs(Forge& forge, const RunRow& row, const State& state, PlanRef plan) {
  if (state.plan && state.plan->hash == plan.hash) return std::nullopt;
  const auto before = state.plan ? TRY(Plans(forge.project()).FindTaken(row.plan_path, state.plan->hash))
                                 : std::optional<std::string>();
  // The Forge that started the run hashed it otherwise.
  if (before && ParsePlan(*before).hash == plan.hash) return std::nullopt;
  if (before) KeepSettledSteps(state, *before, plan);
  if (state.plan) KeepClaimLines(*state.plan, plan);
  return std::optional(std::move(plan));
}

}  // namespace

Result<bool> ApprovePlanEdit(Forge& forge, RunId run, const std::string& text, const std::string& by) {
  const auto row = TRY(forge.store().FindRun(run));
  if (!row) return Fail(Code::kNotFound, fmt::format("no run {}", run.value), "forge list");
  PlanRef plan = TRY(ReadPlanText(text, row->plan_path));
  const State state = TRY(LoadState(forge, run));
  if (TRY(IsOfUnitInFlight(forge, *row, state, plan.hash))) return false;
  const auto taken = TRY(TakenAs(forge, *row, state, std::move(plan)));
  TRY(SendCommand(forge, run, PlanEdited{taken ? *taken : *state.plan, true, by}));
  return true;
}

Result<bool> NoticePlanEdit(Forge& forge, RunId run) {
  auto row = TRY(forge.store().FindRun(run));
  if (!row || row->plan_path.empty() || IsEnd(row->status)) return false;
  const std::string path = forge.project().root + "/" + row->plan_path;
  if (!Exists(path))
    return Fail(Code::kNotFound, fmt::format("the plan of run {} is missing: {}", run.value, row->plan_path),
                "restore it, or abandon the run: forge abandon " + std::to_string(run.value));
  PlanRef plan = TRY(LoadPlanFile(path));
  plan.path = row->plan_path;
  const State state = TRY(LoadState(forge, run));
  if (state.plan && state.plan->hash == plan.hash) return false;
  if (TRY(IsOfUnitInFlight(forge, *row, state, plan.hash))) return false;
  const auto taken = TRY(TakenAs(forge, *row, state, std::move(plan)));
  if (!taken) return false;
  TRY(SendCommand(forge, run, PlanEdited{*taken}));
  return true;
}

}  // namespace forge
