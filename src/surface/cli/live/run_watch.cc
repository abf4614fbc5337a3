#include "surface/cli/live/run_watch.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "engine/core.h"
#include "engine/run_loop.h"
#include "service/run_queries.h"
#include "service/serve/awaited_engine.h"
#include "surface/cli/live/ask_person.h"
#include "surface/cli/live/background.h"
#include "surface/cli/live/foreground.h"
#include "surface/cli/live/run_progress.h"
#include "surface/view/json_rows.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kWatchPollMs = 200;
constexpr int kPollsPerOwnerCheck = 5;
constexpr std::int64_t kEngineComesMs = 2000;

// The run's state, kept current by applying what the journal adds.
class Mirror {
 public:
  Mirror(Forge& forge, RunId run) : forge_(forge), run_(run) {}

  Status Load() {
    last_ = TRY(forge_.store().LastSeq(run_));
    std::vector<JournalRow> rows = TRY(forge_.store().ReadJournal(run_, JournalRange{0, -1, true}));
    std::erase_if(rows, [&](const JournalRow& row) { return row.seq > last_; });
    state_ = TRY(Fold(rows));
    return {};
  }

  // The rows that came since.
  Result<std::vector<JournalRow>> Update() {
    std::vector<JournalRow> rows = TRY(ReadRunLog(forge_, run_, last_, -1));
    for (const JournalRow& row : rows) {
      last_ = row.seq;
      if (!row.is_input) continue;
      const Json data = TRY(ParseJson(row.data));
      TRY(Decide(state_, TimedInput{row.at, TRY(InputFromJson(row.kind, data))}));
    }
    return rows;
  }

  const State& state() const { return state_; }

 private:
  Forge& forge_;
  RunId run_;
  std::int64_t last_ = 0;
  State state_;
};

class Follower {
 public:
  Follower(Context& context, RunId run, bool with_keys)
      : context_(context),
        run_(run),
        mirror_(context.forge(), run),
        progress_(context, run, context.json),
        with_keys_(with_keys) {}

  Result<Exit> Run() {
    TRY(mirror_.Load());
    progress_.Know(mirror_.state(), context_.host.now(), TRY(ViewRun(context_.forge(), run_)).owner_alive);
    bool driven = TRY(FollowEngines(0));
    while (TRY(TakeAnswers())) {
      driven = TRY(FollowEngines(kEngineComesMs));
      const bool stands = !driven && !Leaves() && TRY(StandsStill(context_, run_));
      if (stands && TRY(Ask([&] { return OfferBackground(context_, run_); })))
        driven = TRY(FollowEngines(kEngineComesMs));
    }
    if (context_.json || left_) return ExitFor(Outlook(mirror_.state()));
    if (!driven && !Settled(mirror_.state())) {
      context_.out.Line(fmt::format("run {} is not running", run_.value));
      TRY(SumUp(context_, run_, Outlook(mirror_.state())));
      return Exit::kWaiting;
    }
    return SumUp(context_, run_, Outlook(mirror_.state()));
  }

  bool left() const { return left_; }  // by a key

 private:
  // One engine after the other, as long as the next one is to be expected; whether one still has the run.
  // `patience_ms`: for the first one, if it cannot be there yet.
  Result<bool> FollowEngines(std::int64_t patience_ms) {
    bool driven = patience_ms == 0 && TRY(Follow());
    for (; !driven && TRY(AwaitEngine(patience_ms)); patience_ms = 0) driven = TRY(Follow());
    return driven;
  }

  // Until the run stops; whether an engine still has it.
  Result<bool> Follow() {
    bool driven = true;
    for (int poll = 0; !Leaves() && driven && !Settled(mirror_.state()); ++poll) {
      if (poll % kPollsPerOwnerCheck == 0) driven = TRY(ViewRun(context_.forge(), run_)).owner_alive;
      if (driven) {
        progress_.Show(mirror_.state(), context_.host.now());
        Rest();
      }
      TRY(TellNews());
    }
    TRY(TellNews());
    progress_.Clear();
    return driven;
  }

  // Whether a person was asked and answered everything.
  Result<bool> TakeAnswers() {
    if (Leaves() || !CanAskPerson(context_)) return false;
    if (!TRY(Ask([&] { return AskPerson(context_, run_); }))) return false;
    TRY(TellNews());
    return true;
  }

  // Lines are typed there, not keys.
  template <typename Asking>
  Result<bool> Ask(const Asking& asking) {
    if (with_keys_) context_.host.key_mode(false, "");
    Result<bool> answered = asking();
    if (with_keys_) context_.host.key_mode(true, "");
    return answered;
  }

  // Whether an engine has the run: another process may go on with it after an answer, and a server takes it up.
  Result<bool> AwaitEngine(std::int64_t patience_ms) {
    AwaitedEngine awaited(patience_ms);
    while (!Leaves()) {
      const RunView view = TRY(ViewRun(context_.forge(), run_));
      if (view.owner_alive) return true;
      if (!awaited.MayCome(context_.forge().project(), view, context_.host.now())) break;
      const std::string turn = context_.json ? "" : WaitsForPlace(context_, view);
      if (turn != std::exchange(turn_, turn) && !turn.empty()) {
        context_.out.Line(fmt::format("run {} {}", run_.value, turn));
        TRY(context_.out.Flush());
      }
      Rest();
      TRY(TellNews());
    }
    TRY(TellNews());
    return false;
  }

  bool Leaves() const { return left_ || context_.host.interrupts() > 0; }

  // A key may end the view.
  void Rest() {
    if (!with_keys_) return context_.host.sleep(kWatchPollMs);
    const std::string key = context_.host.read_key(kWatchPollMs);
    left_ = left_ || key == "q" || key == "escape" || key == "end";
  }

  Status TellNews() {
    const std::vector<JournalRow> rows = TRY(mirror_.Update());
    progress_.Tell(mirror_.state(), rows);
    if (!context_.json) return {};
    for (const JournalRow& row : rows) context_.out.Line(LogLine(run_, row));
    return context_.out.Flush();
  }

  Context& context_;
  RunId run_;
  Mirror mirror_;
  RunProgress progress_;
  bool with_keys_;
  bool left_ = false;
  std::string turn_;  // what was said of its wait for the server
};

}  // namespace

Result<Exit> WatchRun(Context& context, RunId run, bool* left) {
  Follower follower(context, run, left != nullptr);
  auto exit = follower.Run();
  if (left != nullptr) *left = follower.left();
  return exit;
}

}  // namespace forge::cli
