#include "surface/cli/live/foreground.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <thread>

#include "base/display.h"
#include "base/strings.h"
#include "engine/unit_allowance.h"
#include "service/drive_run.h"
#include "service/engine_note.h"
#include "service/land.h"
#include "service/notify/notice.h"
#include "service/report/report.h"
#include "service/report/run_tree.h"
#include "service/run_queries.h"
#include "service/waiting_parent.h"
#include "surface/cli/live/ask_person.h"
#include "surface/cli/live/background.h"
#include "surface/cli/live/child_news.h"
#include "surface/cli/live/closing.h"
#include "surface/cli/live/module_start.h"
#include "surface/cli/live/run_progress.h"
#include "surface/cli/live/run_watch.h"
#include "surface/view/approval_view.h"
#include "surface/view/json_rows.h"
#include "surface/view/question_text.h"
#include "surface/view/status_words.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

// A title is one line, and no text of a model may end it early.
std::string PlainTitle(const std::string& text) {
  constexpr std::size_t kLongest = 80;
  std::string plain = Fit(text, kLongest);
  // Control characters are below 0x20, 0x7f, and U+0080 to U+009F, which begin with 0xc2 in UTF-8.
  std::erase_if(plain, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '\xc2'; });
  return plain;
}

// A question that the pipeline's policy answers at once needs nobody.
bool IsOpen(const State& state, QuestionId question) {
  const auto found = state.questions.find(question);
  return found != state.questions.end() && found->second.status == QuestionStatus::kOpen;
}

// Progress of one stretch, fed by the loop's callbacks. All but interrupts() happen on the loop's thread; child runs
// ask for interrupts from theirs.
class Watcher {
 public:
  Watcher(Context& context, RunId run, std::int64_t pace_ms)
      : context_(context),
        run_(run),
        pace_ms_(pace_ms),
        progress_(context, run, context.json || context.quiet),
        children_(context, run, progress_),
        thread_(std::this_thread::get_id()),
        interrupts_before_(context.host.interrupts()) {}

  void OnBatch(const State& state, const Batch& batch) {
    LeaveLostTerminal();
    if (state_ == nullptr) progress_.Know(state, context_.host.now());
    state_ = &state;
    const auto starts_child = [](const auto& unit) { return unit.second.kind == UnitKind::kChild; };
    if (std::ranges::any_of(state.units, starts_child)) children_.Expect();
    const bool news = progress_.Tell(state, batch.rows);
    RingFor(state, batch);
    progress_.Show(state, context_.host.now());
    if (news && pace_ms_ > 0) context_.host.sleep(pace_ms_);
  }

  int Interrupts() {
    const int count = context_.host.interrupts() - interrupts_before_;
    if (std::this_thread::get_id() != thread_) return count;
    LeaveLostTerminal();
    if (count > seen_) SayInterrupted(count);
    seen_ = count;
    const TimePoint now = context_.host.now();
    if (state_ != nullptr) progress_.Show(*state_, now);
    // Only a display: what cannot be read now can be read later.
    (void)children_.Poll(now);
    return count;
  }

  std::chrono::milliseconds Undisturbed() const { return std::min(progress_.Undisturbed(), children_.Undisturbed()); }

  void Say(const std::string& line) { progress_.Say(line); }

  void ForgetState() { state_ = nullptr; }

  void End() {
    (void)children_.Finish();
    state_ = nullptr;
    progress_.Clear();
  }

 private:
  // A closed terminal is no order to stop: the engine goes on, and its output goes to a file.
  void LeaveLostTerminal() {
    const bool had = context_.host.output_is_terminal || context_.host.input_is_terminal;
    if (!had || context_.lost_terminal || !(context_.host.hung_up() || context_.out.terminal_is_gone())) return;
    context_.lost_terminal = true;
    progress_.LeaveTerminal();
    const Project& project = context_.forge().project();
    const std::string log = EngineLog(project, run_);
    // Without a file for it the output is lost, not the run.
    const bool kept = context_.host.leave_terminal(log).has_value();
    context_.out.LeaveTerminal();
    (void)WriteEngineNote(project, run_, NoteOfThisProcess(EngineHome::kLostTerminal, kept ? log : ""));
    progress_.Say("the terminal was closed; the run continues without it");
  }

  // The bell and the title of the window, for a person who looks elsewhere.
  void RingFor(const State& state, const Batch& batch) {
    const bool rings = context_.host.output_is_terminal && !context_.lost_terminal && !context_.json &&
                       context_.settings && context_.settings->Get("notify.terminal") == "true";
    if (!rings) return;
    for (const JournalRow& row : batch.rows) {
      const auto notice = NoticeOf(batch.run_row, row);
      if (!notice || (notice->event == NoticeEvent::kNeedsYou && !IsOpen(state, notice->question))) continue;
      progress_.Clear();
      context_.out.Write(fmt::format("\x1b]2;forge: {}\x07\x07", PlainTitle(Describe(*notice))));
    }
  }

  void SayInterrupted(int count) {
    if (count > 1) return progress_.Say("stopping now");
    const std::int64_t units = state_ == nullptr ? 0 : static_cast<std::int64_t>(state_->units.size());
    if (units == 0) return progress_.Say("pausing");
    const std::string work = units == 1 ? "the current task" : fmt::format("{} current tasks", units);
    progress_.Say(fmt::format("pausing after {}; press Ctrl-C again to stop now", work));
  }

  Context& context_;
  RunId run_;
  std::int64_t pace_ms_;
  RunProgress progress_;
  ChildNews children_;
  std::thread::id thread_;
  int interrupts_before_;
  int seen_ = 0;
  const State* state_ = nullptr;  // the loop's, while it runs
};

Json SummaryJson(Forge& forge, const RunView& view, const std::vector<StoredQuestion>& open) {
  Json json = ToJson(view.run);
  return json.Set("questions", JsonArray(open)).Set("next", NextCommand(forge, view));
}

Status PrintSummary(Context& context, const RunView& view, const std::vector<StoredQuestion>& open,
                    const std::vector<std::string>& closing) {
  const RunRow& run = view.run;
  context.out.Flow(TRY(ModuleEnd(context, run.id)));
  const bool approval = std::ranges::any_of(
      open, [&](const StoredQuestion& stored) { return stored.run == run.id && stored.question.shows == "plan"; });
  const std::string screen = approval ? TRY(ModuleApproval(context.forge(), run.id, context.host.now())) : "";
  if (!screen.empty()) context.out.Write(screen + "\n[forge] Proceed with this plan? (yes / modify / abort)\n");
  const bool asks = run.status != RunStatus::kWaiting || !open.empty() || run.reason.empty();
  std::string line = context.out.Paint(ToneOf(run.status),
                                       fmt::format("run {} {}", run.id.value, asks ? Phrase(run.status) : "waits"));
  if (!run.reason.empty()) line += ": " + run.reason;
  context.out.Line(line);
  std::string amounts;
  if (run.steps_total > 0) amounts += fmt::format("{} of {} steps, ", run.steps_done, run.steps_total);
  amounts += Counted(run.units, "unit");
  if (std::string spent = SpendText(run.tokens, run.usd); !spent.empty()) amounts += ", " + spent;
  context.out.Line("  " + amounts);
  for (const std::string& last : closing) context.out.Line("  " + last);
  for (const StoredQuestion& stored : open)
    context.out.Flow(QuestionText(context.out.palette(), stored,
                                  {IsOnly(open, stored), TRY(NothingDrives(context, stored.run))},
                                  GistText(context.forge().project(), view, stored)));
  const bool asked = run.status == RunStatus::kWaiting && !open.empty();
  if (!asked) context.out.Line("next: " + NextCommand(context.forge(), view));
  return {};
}

// Says to others that this process goes on with the run after an answer, wherever that is given.
Result<bool> AskAndStay(Context& context, RunId run) {
  (void)WriteEngineNote(context.forge().project(), run, NoteOfThisProcess(EngineHome::kAsks, ""));
  return AskPerson(context, run);
}

}  // namespace

Result<RunStatus> DriveStretch(Context& context, RunId run, const Stretch& stretch) {
  context.host.catch_interrupts();
  context.host.outlive_terminal();
  Watcher watcher(context, run, stretch.pace_ms);
  DriveOptions options;
  if (stretch.unit_limit > 0) options.allowance = std::make_shared<UnitAllowance>(stretch.unit_limit);
  options.on_batch = [&](const State& state, const Batch& batch) { watcher.OnBatch(state, batch); };
  options.on_end = [&] { watcher.ForgetState(); };
  options.interrupts = [&] { return watcher.Interrupts(); };
  options.undisturbed = [&] { return watcher.Undisturbed(); };
  std::vector<std::string> warnings;
  options.on_warning = [&](const std::string& warning) { warnings.push_back(warning); };
  options.on_notice = [&](const std::string& notice) { watcher.Say(notice); };
  auto status = DriveRun(context.forge(), run, options);
  if (status) TellWaitingParent(context.forge(), run);
  watcher.End();
  for (const std::string& warning : warnings) context.out.Complain("warning: " + warning);
  return status;
}

Result<Exit> DriveRun(Context& context, RunId run, bool prompt) {
  while (true) {
    const RunStatus status = TRY(DriveStretch(context, run, Stretch{}));
    const bool ask = status == RunStatus::kWaiting && prompt && CanAskPerson(context);
    if (!ask || !TRY(AskAndStay(context, run))) return SumUp(context, run, status);
    // Whoever answered elsewhere may have gone on with it.
    if (TRY(ViewRun(context.forge(), run)).owner_alive) return WatchRun(context, run);
  }
}

Result<Exit> SumUp(Context& context, RunId run, RunStatus status) {
  // Only what waits is told by its steps: thousands of rows are not read for nothing.
  RunView view = TRY(status == RunStatus::kWaiting ? ViewRun(context.forge(), run) : GlanceAtRun(context.forge(), run));
  // A run whose children wait for a person waits too, though its own record says active.
  if (!IsEnd(view.run.status)) view.run.status = status;
  const std::vector<StoredQuestion> open = TRY(OpenQuestions(context.forge(), run));
  if (status == RunStatus::kWaiting && open.empty() && view.run.reason.empty()) {
    if (const auto rests = TRY(AtRestBelow(context.forge(), run)))
      view.run.reason = fmt::format("run {}, which does step {}, is {}{}", rests->id.value, rests->parent_step.value,
                                    Name(rests->status), rests->reason.empty() ? "" : ": " + rests->reason);
  }
  if (context.json) {
    context.out.Print(SummaryJson(context.forge(), view, open));
  } else {
    std::vector<std::string> closing;
    // They are about the branch. A report of thousands of units is not gathered for nothing.
    const bool has_closing = view.run.status == RunStatus::kCompleted && context.forge().project().is_git;
    if (has_closing) closing = ClosingLines(TRY(GatherReport(context.forge(), run, context.host.now())));
    TRY(PrintSummary(context, view, open, closing));
  }
  return ExitFor(status);
}

}  // namespace forge::cli
