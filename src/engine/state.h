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
  int iteration = 1;   // how often this stage has been entered in this lane
  int attempt = 1;
  std::string note;  // why this attempt: what the last one lacked
  Remedies remedies;
  std::int64_t pid = 0;
  std::int64_t pid_start = 0;
  bool stopping = false;  // told to end
  TimePoint started;
  bool operator==(const Unit&) const = default;
};

enum class LanePhase {
  kHeld,        // next move is to enter or dispatch its stage, as soon as the run may
  kGating,      // its gate is being evaluated
  kRunning,     // units in flight
  kBackingOff,  // a timer will start the next attempt
  kAsking,      // a question is open
  kFanning,     // an `each` stage: its steps are under way
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
  int waits = 0;     // for a quota
  std::string note;  // what its last answer lacked
  Remedies remedies;
  std::optional<Verdict> verdict;
  std::int64_t failures = 0;
  Json result;        // its result block: what lenses and debates are computed from
  std::string basis;  // what it judged: a pass is void when this changes
  bool operator==(const MemberMemo&) const = default;
};

// What one stage left behind in one lane.
struct StageMemo {
  int entered = 0;                     // times entered: the unit's iteration
  int rounds = 0;                      // times it said "revise"
  std::int64_t last_failures = -1;     // for converge
  std::vector<AttemptScore> attempts;  // the last ones that failed, for the same
  bool gate_passed = false;            // in this entry
  bool skipped = false;
  std::optional<Verdict> verdict;  // of the last round
  Json result;                     // result block of the last unit
  std::string summary;
  Usage spent;
  std::vector<MemberMemo> members;  // of a panel; passes survive into the next round while their basis holds
  bool operator==(const StageMemo&) const = default;
};

struct Lane {
  int pipeline = 0;
  int stage = 0;
  LanePhase phase = LanePhase::kHeld;
  bool entered = false;          // the current entry has begun
  bool skip_requested = false;   // once its units have ended, its stage (or its step) is skipped
  bool splitting = false;        // on its way to the stage that makes several steps of this one
  int attempt = 0;               // of the current entry
  int gate_attempts = 0;         // of its gate, since that last gave an answer
  int waits = 0;                 // quota waits of the current entry
  Remedies remedies;             // of the current entry
  std::string note;              // goes to the next unit: feedback, or what the last answer lacked
  std::string reason;            // why it failed or is blocked
  std::string snapshot;          // last known workspace commit
  std::vector<StageMemo> memos;  // by stage
  std::set<UnitId> units;        // in flight

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
  int repairs = 0;                   // by its check's table, since it was last started by a person
  std::vector<std::string> pruned;   // what it promised and was let off, with the reason in the journal
  std::vector<std::string> dropped;  // what it promised and did not keep, and was accepted without
  bool operator==(const StepState&) const = default;
};

enum class QuestionKind { kAsk, kEscalation, kBudget, kBlocker, kReapproval };
enum class QuestionStatus { kOpen, kAnswered, kWithdrawn, kDeferred };
std::string_view Name(QuestionKind kind);
std::string_view Name(QuestionStatus status);

struct Question {
  QuestionId id;
  QuestionKind kind = QuestionKind::kAsk;
  QuestionStatus status = QuestionStatus::kOpen;
  LaneId lane;  // while it is open; `step` names it for good
  StepId step;
  std::string stage;
  std::string text;
  std::vector<std::string> options;
  std::string shows;  // "plan", an artifact's name, or empty
  std::string hash;   // of what it shows
  std::string answer, comment, by;
  TimePoint asked, answered;
  bool operator==(const Question&) const = default;
};

struct Timer {
  LaneId lane;
  std::string member;
  TimePoint due;
  bool operator==(const Timer&) const = default;
};

struct State {
  RunStatus status = RunStatus::kActive;  // never kWaiting: that is read off with Outlook()
  std::string reason;                     // why paused, parked, failed, ended
  Started start;                          // as it was asked for
  std::optional<PlanRef> plan;
  StepGraph graph;             // of plan->steps
  std::string approved_hash;   // of the plan a person said yes to
  bool approval_seen = false;  // an ask stage over the plan was answered: from then on hashes must agree

  Lane lane;                                     // the run's own
  std::string tip;                               // last snapshot of any lane
  std::vector<StepState> steps;                  // by place in the plan
  std::set<Rank> ready;                          // what could run now, best first
  std::map<std::string, std::set<Rank>> queues;  // ready too, but for a path that a running step writes
  std::set<int> running_steps;
  int each_stage = -1;    // the `each` stage that the steps' states belong to
  int settled = 0;        // steps done or skipped
  int starts_left = -1;   // steps that may still start before the run pauses; -1: all
  StepId only_step;       // and no other than this one
  std::set<LaneId> held;  // lanes to look at as soon as the run may move

  std::map<UnitId, Unit> units;          // in flight: what recovery starts again
  std::map<std::int64_t, Timer> timers;  // set: what recovery sets again
  std::map<QuestionId, Question> questions;
  std::set<QuestionId> open;  // those that wait for an answer
  std::set<RunId> blockers;
  std::map<std::string, ArtifactRef> artifacts;
  Json answers;  // by ask stage

  Usage spent;
  std::int64_t units_started = 0;
  Budget limit;                               // start.budget, extended by answers
  std::map<std::string, Budget> role_limits;  // start.role_budgets, extended by answers
  std::map<std::string, Usage> role_spent;    // of roles that have a limit
  DayLimit day;
  Budget day_extension;               // what answers added for that day
  std::int64_t today = 0;             // the day of the last spending
  Usage spent_today;                  // of this run's own units
  std::string budget_asked;           // whose limit the open question of the budget is about
  std::map<std::string, int> warned;  // by whose limit: the share (80, 95) that was last said to be used
  std::int64_t active_ms = 0;
  TimePoint last_at;

  std::int64_t next_unit = 1;
  std::int64_t next_timer = 1;
  std::int64_t next_question = 1;

  bool operator==(const State&) const = default;
};

// The run's status as people see it: kWaiting when it is active and nothing moves until a question is answered.
RunStatus Outlook(const State& state);
// No unit in flight and no timer: an engine may let go of it.
bool Idle(const State& state);
// Nothing more for an engine to do now: ended, failed, paused, parked, blocked or waiting, and no unit in flight.
bool Settled(const State& state);

const Stage& StageOf(const State& state, const Unit& unit);
const Lane& LaneOf(const State& state, LaneId lane);
StepId StepOf(const State& state, LaneId lane);  // empty for the run's own
const std::vector<Stage>& StagesOf(const State& state, const Lane& lane);
// False for a child run, and for a lane that has passed its last stage.
bool HasStage(const State& state, const Lane& lane);
const Stage& StageOf(const State& state, const Lane& lane);
// How often a failed attempt of the lane's stage is repeated: the step's own limit, or else the stage's.
int RetriesOf(const State& state, LaneId lane);

bool LaneBroke(const Lane& lane);                 // failed or blocked
std::string NamesOfBlockers(const State& state);  // "3, 5"
// While it is open it stops the whole run, not only its lane.
bool HoldsRun(const Question& question);

// A step's own ("s1/REVIEW.md") before the run's; nullptr when there is neither.
const ArtifactRef* FindArtifact(const State& state, LaneId lane, const std::string& name);

// What gates and `when` may ask, for the lane a unit stands in: {"run": {...}, "step": {...}}. docs/gates.md.
Json Records(const State& state, LaneId lane);

}  // namespace forge
