// Everything that can happen to a run. Inputs are what the journal holds; folding them gives the state back.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "model/json.h"
#include "model/outcome.h"
#include "model/usage.h"
#include "model/words.h"
#include "pipeline/pipeline.h"

namespace forge {

// What all runs of a project together may spend in a UTC day, and what the other runs have spent of it.
struct DayLimit {
  std::int64_t day = 0;  // since 1970
  Budget limit;          // money and tokens; empty: no limit
  Usage others;
  bool operator==(const DayLimit&) const = default;
};

// Rules of the core that came after journals without them. 1: a step with a checkpoint asks before it is done, and a
// completed run names the failures that were accepted. 2: who reviews the whole judges what earlier reviewers left
// open, and a debate ends when its challenger only remarks; `{a,b}` in a path is a choice. 3: the objective is shown to
// who names it in `sees`; a comparison needs its comparator; a question is about something that exists; the reason of a
// retry and the last error reach the next attempt; only a person switches a contract off; a unit that was
// decided while no engine had the run begins when one takes it up. 4: steps start by their priority, and one that
// others overtake again and again is next; a step that reads or audits changes nothing, and nothing is checked or
// reviewed of it. 5: who stopped as blocked reads its own words with the answer; a check that makes no progress says
// what still fails; a panel asks again only who wants a change; a finding is fixed only by a change that a review
// looked at, and the same place of the same reviewer is the same finding; a plan that nothing proves is sent back once.
// 6: what is changed in a step that audits, because its review asked for that, is checked and reviewed as any work;
// tests and documents that a step writes do not make it complex; every step that starts before the one that waits
// longest overtakes it; a debate ends at the member that gives no usable answer; the commands of `## Testing` prove the
// whole of a plan that lists its steps; only an answer changes what a person decided about a finding; what a step's run
// learnt on its way is learnt by the run above it; a check that fails on a plan that is word for word the one it failed
// on before sends it back once more at most. 7: why a person retries a stage is told to that stage and not to later
// ones; what a person changed by hand in a step that reads is left to a person when a check, a review or a merge
// refuses it; a run that is past its steps goes back to them when a new plan has some that are not done. 8: a verdict
// stands as long as nothing has changed that it is about; a repair or a revision that changed nothing ends its loop.
// 9: where no member found an alternative, nothing is compared and nobody is asked about it. 10: why a person retries a
// stage is told to every attempt until it passes; a check of what was built sends the same plan back once. 11: nobody
// is asked about a plan that does not exist. 12: who is to make the changes is asked, also a review whose own verdict
// stands; a verdict that is repeated without asking is no round; what a limit binds does not start while units in
// flight have used up the rest of it; who approved a plan with other steps is asked about those that it has now, once
// those are content who wanted changes. 13: a debate that is to ask about open objections asks too when its fixer gives
// up, and when its rounds are used up; a step that waits for a starved one, or that a person has taken, holds up nobody
// behind it in the queue of a path.
inline constexpr int kRules = 13;

// The first input of every run.
struct Started {
  PipelineSet pipelines;
  std::string objective;
  RunId parent;        // 0: a root
  StepId parent_step;  // set when an `each` over runs started it
  Budget budget;
  std::map<std::string, Budget> role_budgets;  // money and tokens, by role
  DayLimit day;
  bool attended = true;  // false: `ask` stages follow their `unattended` policy
  std::string size;      // quick, standard, complex, vague, or empty
  Json flags;            // object of strings, for `when` and gates: run.flags.<name>
  Json settings;         // what the service needs again after a crash (agent, isolation, ...); the core never reads it
  std::optional<PlanRef> plan;
  std::map<StepId, StepStatus> settled;  // steps of the plan that were done or skipped before the run
  std::string approved;                  // hash of the plan that a person approved before the run; empty: none
  int focus_steps = 0;                   // start at most this many steps, then pause; 0: all
  StepId focus;                          // start this one only
  int rules = 0;       // kRules of the Forge that started it: older journals must fold to what they were
  int small_plan = 0;  // a plan of so many steps or fewer, none of them complex, is small: run.small_plan
  bool operator==(const Started&) const = default;
};

// An engine took the run over. The time between the last input and this one does not count as active.
struct Attached {
  std::int64_t pid = 0;
  std::string host;
};

// The process of a unit exists. If this engine dies, the next one ends that process.
struct Began {
  UnitId unit;
  std::int64_t pid = 0;
  std::int64_t pid_start = 0;  // kernel start time: the pid alone may be reused
};

struct Ended {
  UnitId unit;
  UnitOutcome outcome;
};

struct TimerFired {
  std::int64_t timer = 0;
};

struct Answered {
  QuestionId question;
  std::string answer;
  std::string comment;  // free text: what to modify, or by how much to extend
  std::string shown;    // hash of what the person saw; empty: what the question shows
  std::string by;
};

enum class ControlKind {
  kPause,
  kStop,
  kResume,
  kPark,
  kCancel,
  kComplete,
  kAbandon,
  kSkip,
  kRetry,
  kBlockOn,
  kFocus,
  kAuto
};

// A command of a person, or of another run. kStop is a pause that does not wait for units in flight. kFocus resumes,
// but starts `step` only, or at most `steps` more of the plan's steps, and then pauses; with neither it starts all.
// kAuto: from now on no person attends, and open questions follow the policy of their stages too.
struct Control {
  ControlKind kind = ControlKind::kPause;
  StepId step;  // skip, retry; empty: the run's own stage
  std::string reason;
  RunId other;  // kBlockOn
  std::string by;
  int steps = 0;  // kFocus
  std::string
      contract;  // kSkip, kRetry: not a stage or step, but this contract of the plan is switched off, or on again
};

// A run this one waited for has ended.
struct BlockerEnded {
  RunId run;
  RunStatus status = RunStatus::kCompleted;
};

// A person edited the plan document. `approved`: and says yes to it as it is now, whether the run has taken the edit
// already or not.
struct PlanEdited {
  PlanRef plan;
  bool approved = false;
  std::string by = {};  // who approved it
};

// What git holds of the run is not what the journal says: a person decides. The service compares them and carries the
// answer out; docs/workspaces.md.
struct GitDiffers {
  std::string text;
  std::vector<std::string> options;
  std::string branch;          // where the run's branch was seen
  std::string target;          // where it is by the journal
  std::int64_t last_unit = 0;  // the largest number of a unit in git: no unit gets it again
  std::vector<StepId> merged;  // steps that git has on the branch and the journal does not know as done
  bool stop = false;           // also stops the units in flight
  bool operator==(const GitDiffers&) const = default;
};

// The process that has a step open for a person. A pid means something on its machine, until the next boot.
struct Holder {
  std::int64_t pid = 0, pid_start = 0;
  std::string boot, host, pid_namespace;
  bool operator==(const Holder&) const = default;
};
// Whether `said` is that process. Journals of before name only its pid.
bool IsSame(const Holder& holder, const Holder& said);

// A person works in the step's worktree: no unit of the step starts until it is given back.
struct StepTaken {
  StepId step;
  Holder holder;
  Holder instead_of;   // a holder that has died; pid 0: the step must be free
  bool alone = false;  // the steps share one worktree: no unit of any step starts
  std::string by;
};

// kDone: the work is the person's, and is judged like any. kHandBack: the agent goes on from there, with `note`.
// kAsItWas: nothing has happened.
enum class GiveBack { kDone, kHandBack, kAsItWas };

struct StepGivenBack {
  StepId step;
  Holder holder;
  GiveBack as = GiveBack::kAsItWas;
  std::string note;
  std::string snapshot;   // of the worktree; empty: as the branch is
  bool unmerged = false;  // it has changes that are not on the run's branch
  std::string work;       // the stage that does the step's work; empty or unknown: its first agent
  std::string by;
  std::string kept = {};                // where what they did is kept: 17/s1/hand-1; empty: nothing was changed
  std::vector<std::string> files = {};  // the first of those that they changed
  std::int64_t more_files = 0;          // and how many others
};

using Input = std::variant<Started, Attached, Began, Ended, TimerFired, Answered, Control, BlockerEnded, PlanEdited,
                           DayLimit, GitDiffers, StepTaken, StepGivenBack>;

struct TimedInput {
  TimePoint at;
  Input input;
};

std::string_view Name(ControlKind kind);
std::optional<ControlKind> ParseControlKind(std::string_view name);
std::string_view Name(GiveBack as);
std::optional<GiveBack> ParseGiveBack(std::string_view name);

// The journal's kind ("started", "ended", ...) and its data.
std::string_view KindOf(const Input& input);
Json ToJson(const Input& input);
Result<Input> InputFromJson(std::string_view kind, const Json& data);

}  // namespace forge
