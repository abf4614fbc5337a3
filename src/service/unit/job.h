// One unit to carry out, as values: made on the loop's thread, used on the unit's own.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/state.h"
#include "model/json.h"
#include "model/outcome.h"
#include "pipeline/pipeline.h"
#include "service/proof/evidence.h"
#include "service/unit/job_history.h"

namespace forge {

// A step that is done and that this one builds on.
struct Dependency {
  StepId id;
  std::string title;
  std::string snapshot;               // its last one; empty when nothing was isolated
  std::vector<std::string> declared;  // what it said it would write
  bool changes_nothing = false;       // it left an answer, which is an artifact of its lane: kStepAnswer
};

// A document in which a stage has listed findings for others to judge.
struct CollectedPoints {
  std::string artifact;
  std::string stage;
};

// A unit that changed the lane's files.
struct WorkDone {
  std::string stage;
  std::string said;  // what its agent says it did; empty: nothing
  std::string why;   // what it was asked for, in a line
};

struct Job {
  RunId run;
  Unit unit;
  Stage stage;
  std::optional<Member> member;
  std::optional<StepSpec> step;
  std::string pipeline;                    // its name
  std::string lane;                        // "run" or the step's id: names worktree and artifacts
  std::string snapshot;                    // the lane's last known commit
  std::string saw_last;                    // what it was when this stage, or member, looked in the round before
  std::vector<std::string> all_verify;     // of every settled step: what a check on the run's lane proves again
  bool is_whole = false;                   // of a check on the run's lane: every step is settled, since rules 6
  std::vector<std::string> next_commands;  // of an agent's unit: the words of the next check of its lane
  std::vector<Dependency> dependencies;    // of the step, those that are done, in the order it names them
  std::int64_t handovers = 0;              // how often a person had a step of the run open
  bool serial = false;                     // a step of a small plan whose steps all wait for each other
  bool side_by_side = false;               // other steps may work at the same time
  bool changes_nothing = false;            // of an agent's unit: its step reads or audits, so that it may not write
  std::string handed_back;              // of an agent that works on a step: what people said who gave it back by hand
  bool falls_back = false;              // of a gate: its stage is entered whatever its `when` says (on_timeout)
  std::string answers_as;               // the role whose form of result it answers in; empty: its own
  std::vector<std::string> open_steps;  // of an integration: the others that are neither done nor skipped, 64 at most
  std::vector<std::string> done_steps;  // of an agent on the run's lane: the steps that are done, 64 at most; of a step
                                        // that audits: those it depends on
  std::vector<StepSpec> criteria;       // of the check `evidence`: the step, or every step that is done
  std::vector<RanBefore> ran_before;    // of the same
  std::vector<std::string> accepted_gaps;  // of the same: what a person accepted without proof in an earlier round
  std::string told_today;                  // of who judges the plan: see ran_before.h
  std::string objective;
  bool after_steps = false;         // on the run's lane, which has gone through its steps
  std::vector<WorkDone> work_done;  // of an integration: the units that made what it will commit, in order
  Json answered_before;             // of who judges a failure by its result: what it said in the round before
  std::vector<WorkDone> tried;      // for the same: what was changed so far, in order
  std::string plan_hash;
  std::vector<std::string> planned_paths;  // of an agent's unit: what its step, or else the plan, is about
  std::int64_t least_bytes = 0;            // of its document: what later stages ask for; 0: any length
  std::string reviewed_alone;              // for who writes the plan: which of its steps will be
  std::vector<std::string> proved_today;   // steps whose verify commands prove nothing, for those who judge the plan
  std::vector<std::string> sent_today;     // of a check: steps whose planner it has told so
  bool has_done_steps = false;
  bool plan_given = false;          // the run began with its plan
  std::string risk;                 // "high": of the step that this run plans and builds, as its parent's plan says
  bool uses_memory = true;          // false: it gets nothing from memory and adds nothing
  Json records;                     // for gates
  std::vector<std::string> pruned;  // what the step was excused from: checks no longer ask for it
  std::map<std::string, std::string> contracts_off;  // by name, why a person switched it off
  bool contracts_later =
      false;  // of an integration: a check of the run runs them and sends their failure to the planner
  // Of a check on the run's lane: what failed before any work, as the journal's "issues" have it.
  std::vector<std::string> failed_before;
  // The commands of the project that the run's baseline ran: those of the last proof too, whatever the work did to the
  // files that they were detected by.
  std::vector<std::string> project_before;
  // Of an integration: commands that fail in its lane, and were let through. Of a check of the run's lane: at other
  // stages.
  std::vector<std::string> accepted;
  std::vector<std::string> dropped;  // what done steps still owe, with their names: the next agents are told
  // For prompts; of an agent's unit only.
  std::vector<Sender> senders;
  std::vector<LaneReview> reviews;
  std::vector<LaneReview> plan_reviews;  // of a step's unit, or of one after the steps
  bool remarks_reach_steps = false;      // of a review before the steps: they are told what it remarks about them
  std::vector<std::string> speaks_for;   // other members of its panel, whose points it checks in this round
  std::vector<PersonsWord> words;
  std::vector<Agreed> agreed;
  std::vector<AskedDocument> briefs;
  std::vector<Alternative> alternatives;
  int rules = 0;                           // of the Forge that started the run
  std::vector<std::string> checks_passed;  // of the plan
  std::vector<CollectedPoints> collected;  // documents of the run's lane that list findings
  std::string judges_points;               // of a reviewer: the one of them that it is asked about
  std::string security;                    // the security checklist, where the unit sees it
  bool fills_security = false;             // it answers that
  bool decides_alone = false;              // it writes what a person would be asked about, and the run is unattended
  bool reviewed_elsewhere = false;         // a reviewer has judged another step than the unit's
  bool records_decisions = false;          // a stage of the run is shown what agents decide on the way
  bool has_concerns = false;               // an author of the lane, or on the run's lane of any step, raised concerns
  std::string checks_run;
  std::vector<StepConcern> concerns;     // of an agent that works on a step: those of other steps
  std::vector<StepReport> step_reports;  // only where the stage sees `results`
  std::vector<Setback> setbacks;         // only where it sees `setbacks`
};

// What the pipeline says the unit is shown: the member's own list, or the stage's.
const std::vector<std::string>& SightsOf(const Job& job);
bool Sees(const Job& job, std::string_view word);

// The two words for the diff.
bool IsDiff(std::string_view word);
bool SeesDiff(const Job& job);

// Artifacts of a lane: the last output of a check that failed, and what the run of a step left in words.
inline constexpr const char* kLastFailures = "failures-last";
inline constexpr const char* kChildPage = "child-run";
inline constexpr const char* kChildSetbacks = "child-setbacks";  // and what was sent back in it
// In the result of a unit that was a run: commands that fail there and were let through.
inline constexpr const char* kExcusedCommands = "excused_commands";
// An artifact of the run's lane: contracts that broke, each with its command; see text/plan/contracts.h.
inline constexpr const char* kBrokenContracts = "contracts-broken";
// Artifact of a step that changes nothing: all that it leaves.
inline constexpr const char* kStepAnswer = "step-answer";
// Artifacts of a run that does a step of another one's plan: that step and its place, and what the run above knows.
// Stages see them by these words.
inline constexpr const char* kParentPage = "parent";
inline constexpr const char* kParentDocuments = "parent-documents";
// Among the settings of such a run: the verify commands of that step.
inline constexpr const char* kStepVerify = "step_verify";

// Whether it answers what another member of a debate said before it.
bool AnswersInDebate(const Job& job);

// The role that the unit asks: the member's, or the stage's.
const std::string& RoleOf(const Job& job);

// The outcome of a unit that could not be carried out. What the machine lacked is never the unit's fault.
UnitOutcome FailedUnit(ErrorClass error_class, const Error& error);

// Whether the steps of such a plan share one worktree, as they all wait for each other.
bool ShareWorktree(const std::vector<StepSpec>& steps);

Job MakeJob(const State& state, const Unit& unit, RunId run);

// Commands that a check of the lane saw failing, and that were accepted so: a merge does not fail for them again.
std::vector<std::string> AcceptedCommands(const State& state, LaneId lane, std::string_view but = "");

}  // namespace forge
