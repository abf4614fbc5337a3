// The state of one run, a value: the fold of its inputs. Only Decide() (core.h) and the parts it is made of
// (state_change.h) change it. Pictures: docs/states.md.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "engine/input.h"
#include "engine/policy.h"
#include "graph/graph.h"
#include "model/outcome.h"
#include "model/stagnation.h"
#include "pipeline/pipeline.h"

namespace forge {

// Which lane: the run's own, or that of one step. The run's comes first in every order.
class LaneId {
 public:
  constexpr LaneId() = default;  // the run's own
  static LaneId OfStep(int place);
  static LaneId FromNumber(std::int64_t number) { return number < 0 ? LaneId() : LaneId(static_cast<int>(number)); }

  bool is_run() const { return number_ == kOfRun; }
  int place() const;                      // of its step in the plan; only for a step's lane
  int number() const { return number_; }  // as the store keeps it
  auto operator<=>(const LaneId&) const = default;

 private:
  static constexpr int kOfRun = -1;
  explicit LaneId(int number) : number_(number) {}
  int number_ = kOfRun;
};

constexpr LaneId kRunLane;
constexpr int kChildPipeline = -1;  // of a lane whose step is a run of its own

// One dispatch. Known to the world by its id; an id is never used twice.
struct Unit {
  UnitId id;
  UnitKind kind = UnitKind::kAgent;
  LaneId lane;
  StepId step;       // empty on the run's lane
  int pipeline = 0;  // into state.pipelines
  int stage = 0;
  std::string member;  // of a panel
  int iteration = 1;   // the round: how often this lane has entered the stage
  int attempt = 1;
  std::string note;  // feedback for this attempt
  Remedies remedies;
  std::int64_t pid = 0;
  std::int64_t pid_start = 0;
  bool stopping = false;  // told to end
  TimePoint started;
  bool operator==(const Unit&) const = default;
};

enum class LanePhase {
  kHeld,        // enters or dispatches its stage as soon as the run may move
  kGating,      // its gate is being evaluated
  kRunning,     // units in flight
  kBackingOff,  // a timer will start the next attempt
  kAsking,      // a question is open
  kFanning,     // an `each` stage: its steps run
  kDone,
  kFailed,
  kBlocked,
};

// One member of a panel, in one round.
struct MemberMemo {
  std::string name;
  bool running = false;
  bool finished = false;  // in this round
  bool failed = false;    // gave no usable answer after its retries
  int attempts = 0;
  Waits waits;
  std::string note;  // what its last answer lacked
  Remedies remedies;
  std::optional<Verdict> verdict;
  std::int64_t failures = 0;
  bool unasked = false;         // nothing was left for it to say
  Json result;                  // its result block: what lenses and debates are computed from
  std::string basis;            // what it judged: an approval is void when this changes
  std::string saw;              // the lane's snapshot that it looks at in this round
  std::string saw_last;         // and in the round before; empty: none
  std::int64_t plan_steps = 0;  // State::plan_steps when it was asked
  bool last = false;  // it approved a plan with other steps: it is asked once those are content who wanted changes
  bool operator==(const MemberMemo&) const = default;
};

// What one stage left behind in one lane.
struct StageMemo {
  int entered = 0;                     // rounds begun
  int rounds = 0;                      // rounds that asked for changes
  int overtaken = 0;                   // further rounds only because other steps were merged first
  std::int64_t last_failures = -1;     // for converge
  std::vector<AttemptScore> attempts;  // the last ones that failed, for the same
  std::string judged_plan;             // hash of the plan that a check of it sent back last
  int same_plan = 0;                   // how often it has come back as it was
  bool gate_passed = false;            // in this round
  bool skipped = false;
  std::optional<Verdict> verdict;  // of the last round
  bool sent_back = false;          // its last judgement asked for changes
  std::string looks_at;            // what there is to judge in this round (subject.h)
  std::string judged;              // and what its last judgement was about; empty: none, or a person wants a new one
  std::string saw, saw_last;       // the lane's snapshots that its agent saw in this round and in the one before
  Json result;                     // result block of the last unit
  UnitId by;                       // that unit
  std::string summary;
  Usage spent;
  std::vector<MemberMemo> members;  // of a panel; passes survive into the next round while their basis holds
  bool operator==(const StageMemo&) const = default;
};

// A unit changed the lane's files.
struct LaneChange {
  int stage = 0;
  std::string summary;  // what its agent says it did; empty: nothing
  bool operator==(const LaneChange&) const = default;
};

struct Lane {
  int pipeline = 0;
  int stage = 0;
  LanePhase phase = LanePhase::kHeld;
  bool entered = false;             // the current round has begun
  bool skip_requested = false;      // once its units have ended, its stage (or its step) is skipped
  std::string skip_by;              // who asked for that
  bool falls_back = false;          // on its way to the stage that does what took too long, whatever its `when` says
  bool splitting = false;           // on its way to the stage that splits its step
  int attempt = 0;                  // of the current round
  int gate_attempts = 0;            // of its gate, since it last gave an answer
  Waits waits;                      // in the current round
  Remedies remedies;                // of the current round
  std::string note;                 // feedback for the next unit
  std::string urge;                 // why a person retries its stage: for every unit until the stage passes
  std::string reason;               // why it failed or is blocked
  std::string snapshot;             // last known workspace commit
  bool unmerged = false;            // it has changes that are not on the run's branch: the lane cannot be done
  std::vector<LaneChange> changes;  // those, in order; a few dozen are kept
  std::vector<StageMemo> memos;     // by stage
  std::set<UnitId> units;           // in flight

  bool is_child_run() const { return pipeline == kChildPipeline; }
  // Of the stage it stands at; only for a lane that HasStage.
  StageMemo& memo() { return memos[static_cast<std::size_t>(stage)]; }
  const StageMemo& memo() const { return memos[static_cast<std::size_t>(stage)]; }
  bool operator==(const Lane&) const = default;
};

using Rank = std::pair<std::int64_t, int>;  // (-longest remaining path, place in the plan)

struct StepState {
  StepStatus status = StepStatus::kPending;
  int attempts = 0;                       // times its lane was started
  int unmet = 0;                          // dependencies not settled
  std::optional<std::string> queued_for;  // the path in whose queue it stands, or whose turn it has
  std::string reason;
  std::optional<Lane> lane;
  int repairs = 0;                   // by its check, since a person last started it
  std::vector<std::string> pruned;   // promises it was excused from; the journal has the reasons
  std::vector<std::string> dropped;  // promises it did not keep, and was accepted without
  std::string note;                  // why it failed before: for the first agent of its next lane
  std::string urge;                  // why a person retries it: likewise
  std::string handed_back;           // the notes of those who gave it back by hand, for all its agents until it is done
  std::int64_t ready_at = 0;         // State::starts when it became ready
  int overtaken = 0;                 // steps that started before it while it waited longest
  bool operator==(const StepState&) const = default;
};

enum class QuestionKind { kAsk, kEscalation, kBudget, kBlocker, kReapproval, kGit, kCheckpoint };
enum class QuestionStatus { kOpen, kAnswered, kWithdrawn, kDeferred };
std::string_view Name(QuestionKind kind);
std::string_view Name(QuestionStatus status);

struct Question {
  QuestionId id;
  QuestionKind kind = QuestionKind::kAsk;
  QuestionStatus status = QuestionStatus::kOpen;
  LaneId lane;  // while it is open; `step` names it for ever
  StepId step;
  std::string stage;
  std::string text;  // the question; lines below the first are what it is about: the end of a failed command's output
  std::vector<std::string> options;
  std::string shows;  // "plan", "diff" (kCheckpoint: what the step changed), an artifact's name, or empty
  std::string hash;   // of what it shows
  std::string answer, comment, by;
  TimePoint asked, answered;
  bool operator==(const Question&) const = default;
};

// A check or a merge that did not pass, and was let through all the same.
struct AcceptedFailure {
  StepId step;
  std::string stage;
  std::string what;  // one line
  std::string by;    // "policy": the pipeline says so
  bool operator==(const AcceptedFailure&) const = default;
};

struct Timer {
  LaneId lane;
  std::string member;
  TimePoint due;
  TimePoint until;  // instead, by the wall clock: when a provider's limit ends; 0: none
  std::string why;  // what is waited for
  bool operator==(const Timer&) const = default;
};

// A person has the step open in its worktree.
struct Hold {
  Holder holder;
  bool alone = false;
  std::string by;
  TimePoint since;
  bool operator==(const Hold&) const = default;
};

// What a person left in a step's worktree, until the lane comes to the stage that it is for.
struct Handwork {
  bool done = false;  // the work of the step; else the agent goes on from it
  std::string snapshot;
  bool unmerged = false;
  std::string note;
  int stage = 0;  // from this one on
  bool operator==(const Handwork&) const = default;
};

struct State {
  RunStatus status = RunStatus::kActive;  // never kWaiting: that is read off with Outlook()
  std::string reason;                     // why paused, parked, failed, ended
  Started start;                          // as requested
  std::optional<PlanRef> plan;
  std::int64_t plan_steps = 0;  // how often its steps have become others; words around them do not count
  StepGraph graph;              // of plan->steps
  std::string approved_hash;    // of the plan that a person approved
  bool approval_seen = false;   // a person approved a plan: from then on its hash must match

  Lane lane;                                       // the run's own
  std::string tip;                                 // last snapshot of any lane
  std::vector<StepState> steps;                    // by place in the plan
  std::set<Rank> ready;                            // steps that could start now, best first
  std::map<std::string, std::set<Rank>> queues;    // ready too, but a running step writes the path
  std::set<std::pair<std::int64_t, int>> waiting;  // all of these by (ready_at, place): who waits longest is first
  std::int64_t starts = 0;                         // of steps, so far
  std::set<int> running_steps;
  int each_stage = -1;           // the `each` stage that the steps' states belong to
  int settled = 0;               // steps done or skipped
  bool has_new_steps = false;    // of a plan that came when the run was past its steps: it goes back to them
  int starts_left = -1;          // steps that may start before the run pauses; -1: all
  StepId only_step;              // the only step that may start; empty: any
  std::set<LaneId> held;         // lanes that move as soon as the run may
  std::map<StepId, Hold> holds;  // steps that a person has open
  std::map<StepId, Handwork> handwork;
  std::int64_t handovers = 0;  // how often a person took a step: what an engine knew of its files is over then

  std::map<UnitId, Unit> units;          // in flight: what recovery starts again
  std::map<std::int64_t, Timer> timers;  // set: what recovery sets again
  std::map<QuestionId, Question> questions;
  std::set<QuestionId> open;  // those that wait for an answer
  std::set<RunId> blockers;
  std::map<std::string, ArtifactRef> artifacts;
  Json answers;  // by ask stage

  std::vector<AcceptedFailure> accepted;
  std::map<std::string, std::string> contracts_off;  // by name, why a person switched it off

  bool has_concerns = false;  // an author raised some: only then the lanes are looked at for those of other steps
  bool has_dropped = false;   // a step was accepted without a promise: only then are their lists looked at
  bool learnt = false;        // something failed, was revised, or a person decided otherwise than proposed

  std::vector<std::string> commits;  // that units brought to the branch, since the last squash: it contains them
  std::optional<GitDiffers> git;     // the last difference that a person was asked about
  std::string git_choice;            // the answer; empty: none yet

  Usage spent;
  std::int64_t units_started = 0;
  Budget limit;                               // start.budget, extended by answers
  std::map<std::string, Budget> role_limits;  // start.role_budgets, extended by answers
  std::map<std::string, Usage> role_spent;    // of roles that have a limit
  DayLimit day;
  Budget day_extension;      // what answers added for that day
  std::int64_t today = 0;    // the day of the last spending
  Usage spent_today;         // of this run's own units
  std::string budget_asked;  // the limit that the open budget question is about
  // Limits that are used up only with what these units in flight have used: nothing that they bind starts meanwhile.
  std::map<std::string, std::set<UnitId>> in_hand;
  std::map<std::string, int> warned;  // by limit: the percentage of the last warning
  std::int64_t active_ms = 0;
  TimePoint last_at;

  std::int64_t next_unit = 1;
  std::int64_t next_timer = 1;
  std::int64_t next_question = 1;

  bool operator==(const State&) const = default;
};

// The run's status as people see it: kWaiting when it is active and only an answer can move it.
RunStatus Outlook(const State& state);
// No unit in flight and no timer.
bool Idle(const State& state);
// An engine has nothing to do now: the run is not active, or it waits, and no unit is in flight.
bool Settled(const State& state);

// The step is running, or waits for an answer.
bool InProgress(StepStatus status);
// A person has the step open, or another step that shares its worktree: none of its units starts.
bool IsTaken(const State& state, int place);
// "open in a shell of ada (process 4711)"
inline constexpr std::string_view kOpenInShell = "open in a shell";
// Begins the note of an agent that said it is blocked.
inline constexpr std::string_view kStoppedAndSaid = "You stopped before your work was done, and said: ";
// The notes of an agent that was stopped for its budget.
inline constexpr std::string_view kStoppedAtBudget =
    "You were stopped before you had answered, because the budget was used up. It was extended: go on.";
inline constexpr std::string_view kStoppedAtBudgetWithWork =
    "You were stopped before your work was done, because the budget was used up. It was extended. What you had changed "
    "is still there: look at it and go on from it.";
// Begins the note of a step that a person gave back.
inline constexpr std::string_view kHandedBack = "a person has worked on this step and hands it back to you: ";
std::string Describe(const Hold& hold);
// What the next attempt is told: why it failed before, and why a person retries it (`Lane::urge`).
std::string WithUrge(const std::string& note, const std::string& urge);
// A stage whose agent does work, not one that judges it.
bool Works(const Stage& stage);

const Stage& StageOf(const State& state, const Unit& unit);
const Lane& LaneOf(const State& state, LaneId lane);
StepId StepOf(const State& state, LaneId lane);  // empty for the run's own
const std::vector<Stage>& StagesOf(const State& state, const Lane& lane);
// False for a child run, and for a lane that has passed its last stage.
bool HasStage(const State& state, const Lane& lane);
const Stage& StageOf(const State& state, const Lane& lane);
// How many rounds the lane's stage has: one more than its repairs, or else `max_iterations`. In runs of before, repairs
// counted in steps only.
int RoundsOf(const State& state, LaneId lane);
// How often a failed attempt of the lane's stage is repeated: the step's own limit, or else the stage's.
int RetriesOf(const State& state, LaneId lane);
// What the step may write, for who may run beside it: where steps are to be apart (Stage::apart), one that does not say
// what it writes may write everything.
const std::vector<std::string>& WritesOf(const State& state, int place);
// Whether both may write the same path.
bool WritesClash(const State& state, int a, int b);
// A step that waits longest and was overtaken so often is next.
inline constexpr int kMostOvertaken = 5;
// Among the steps that can start: those of a higher priority first, then those with the longest path behind them.
Rank RankOf(const State& state, int place);

bool LaneBroke(const Lane& lane);                 // failed or blocked
std::string NamesOfBlockers(const State& state);  // "3, 5"
// While it is open it stops the whole run, not only its lane.
bool HoldsRun(const Question& question);
// The question's first line, without what it is about.
std::string_view FirstLineOf(const Question& question);
// Its work is on the branch, and a person is asked to look at it.
bool IsAtCheckpoint(const State& state, int place);

// "accepted although it failed: make test (exit 2); ..."; empty: nothing was.
inline constexpr std::string_view kAcceptedMark = "accepted although it failed: ";
std::string DescribeAccepted(const State& state);

// A step's own ("s1/REVIEW.md") before the run's; nullptr when there is neither.
const ArtifactRef* FindArtifact(const State& state, LaneId lane, const std::string& name);

// Of a run that was started before braces in paths were read, they are part of a name.
Braces BracesIn(const State& state);

// What gates and `when` may ask, for the lane a unit stands in: {"run": {...}, "step": {...}}. docs/gates.md.
Json Records(const State& state, LaneId lane);

}  // namespace forge
