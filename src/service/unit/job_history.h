// What was said and found in a run so far, as far as a unit's prompt needs it: who sent the work back, which reviews
// ask for changes, what a person said, what the engine ran. Values from the state; knows no files and no wording of
// prompts.
#pragma once

#include <string>
#include <vector>

#include "base/ids.h"
#include "engine/state.h"
#include "pipeline/pipeline.h"

namespace forge {

// A stage of the lane that asked for changes and has not judged again since.
struct Sender {
  std::string stage;
  StageKind kind = StageKind::kAgent;
  int round = 0;      // that asked for changes
  int of = 0;         // rounds it may ask for; 0: without limit
  bool here = false;  // it sent the work to this very unit
  std::string summary;
  std::string shows;  // of an `ask`: what the person was shown
};

// One review of the lane, or one member's answer of a panel.
struct LaneReview {
  std::string stage, member, artifact;
  bool asks = false;     // for changes that were not judged again
  int round = 0;         // of a review of the plan: the last one
  bool advises = false;  // it judges the plan that the unit revises, and let it pass
};

// A person's answer that says more than yes.
struct PersonsWord {
  std::string stage, question, answer, comment;
  bool open = false;        // it asked for changes, and the person has not answered again
  bool by_policy = false;   // of an unattended run: no person answered
  bool choice = false;      // one of the options and no word more: it says how the run goes on, not what is wanted
  std::string shows = {};   // the document that the question was about
  bool to_agent = false;    // what an agent that had stopped was told: it stands for all who work after it
  bool chose_plan = false;  // it says which of several proposals becomes the plan
};

// A document that says what is wanted, after a person was asked about it: it belongs to the objective.
struct AskedDocument {
  std::string artifact;
  bool by_person = false;  // else the run was unattended: what it recommends counts
};

// A proposal that was compared with the plan, where the answer chose more than the plan as it is.
struct Alternative {
  std::string member, artifact;
};

// A document that a review or a person approved: what follows is to be done by it.
struct Agreed {
  std::string artifact;
  std::string stage;  // that approved it
  bool operator==(const Agreed&) const = default;
};

// A stage that sent work back on the way, however it ended.
struct Setback {
  std::string lane;  // "run" or the step's id
  std::string stage;
  int rounds = 0;                    // that asked for changes
  int entered = 0;                   // all of its rounds
  std::vector<std::string> members;  // of a panel
  bool child_run = false;            // its step was done by a run, which left its own: kChildSetbacks
};

std::vector<Sender> SendersTo(const State& state, const Unit& unit);
// In the order of the stages.
std::vector<LaneReview> ReviewsIn(const State& state, const Unit& unit);
// What the baselines of the run's own lane saw failing.
std::vector<std::string> FailedBefore(const State& state);
// The commands that these baselines ran for the word "project", each once.
std::vector<std::string> ProjectBefore(const State& state);
// The members of the unit's panel that are not asked in this round, because the unit's member checks their points too.
std::vector<std::string> SpeaksFor(const State& state, const Unit& unit);
// Of the unit of a step, or of a stage after the steps: the reviews of the plan, which approved it as it is.
std::vector<LaneReview> ReviewsOfPlan(const State& state, const Unit& unit);
// Everything that people answered in the run and that says more than yes, for who learns from it.
std::vector<PersonsWord> AllPersonsWords(const State& state);
// Of the unit's lane; of the run itself too, where the unit is one of a step.
std::vector<PersonsWord> PersonsWords(const State& state, const Unit& unit);
// Those that the run asked about before the unit.
std::vector<AskedDocument> BriefsFor(const State& state, const Unit& unit);
// For who writes the plan by that answer.
std::vector<Alternative> ChosenAlternatives(const State& state, const Unit& unit);
// Of the unit's lane.
std::vector<Agreed> AgreedDocuments(const State& state, const Unit& unit);
// Whether an author of the unit's lane raised concerns; on the run's lane also one of a step.
bool HasConcerns(const State& state, const Unit& unit);
// The checks of the plan that it has passed, by name.
std::vector<std::string> ChecksPassed(const State& state, const Unit& unit);
// Steps whose verify commands all pass before the work without a reason, as the last check of the plan saw them.
std::vector<std::string> ProvedToday(const State& state, const Unit& unit);
inline constexpr const char* kPassesToday = "passes_today";  // in the result of the check `fails-today`
inline constexpr const char* kSentToday = "sent_today";      // of those the ones that the planner was told of
inline constexpr const char* kRanToday = "ran_today";        // every command that it ran: {command, exit_code, passed}
// What the lane's checks ran and how it ended, for people; empty: nothing was run.
std::string ChecksRun(const State& state, const Unit& unit);

// What the agents of one step reported in their result blocks.
struct StepReport {
  StepId id;  // empty: of what was done to the whole after the steps
  std::string title;
  std::string text;           // empty: nothing
  std::string concerns = {};  // of its authors; reviewers are told them as findings
  bool child_run = false;     // it was a run of its own, which left its documents
  bool answers = false;       // it changed nothing, and left its answer
};
std::vector<StepReport> StepReports(const State& state);

// What worries one who did a step that is done.
struct StepConcern {
  StepId step;
  std::string title;
  std::string text;
  bool needed = false;        // the unit's step depends on it
  std::string rejected = {};  // why a reviewer called it none, with who; empty: none did
};
// Of a step's unit: those of other steps.
std::vector<StepConcern> ConcernsOfSteps(const State& state, const Unit& unit);
std::vector<Setback> SetbacksOf(const State& state);

}  // namespace forge
