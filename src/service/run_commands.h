// Commands to runs: pause, cancel, answer, and the like.
#pragma once

#include <optional>
#include <string>

#include "base/ids.h"
#include "base/result.h"
#include "engine/input.h"

namespace forge {

class Forge;

struct Answer {
  std::optional<QuestionId> question;  // none: the only open one
  std::string answer;
  std::string comment;
  std::string by;
  std::string shown;  // hash of what the person saw; empty: what the question shows now
};

struct CommandReply {
  bool by_owner = false;  // a running engine took it; false: the run was not running, and we recorded it ourselves
};

// The run's engine takes the command (the call waits up to 5 s for its answer); a run that is not running takes it
// here. What ends a run ends those that do its steps.
Result<CommandReply> SendCommand(Forge& forge, RunId run, Input input);
Result<CommandReply> SendAnswer(Forge& forge, RunId run, const Answer& answer);
// The runs that do its steps end as it did, cancelled or abandoned. Does nothing while the run has not ended.
Status EndRunsBelow(Forge& forge, RunId run);
// From now on no person attends the run, nor the runs that do its steps: as if they had been started so. True: an
// engine took it.
Result<bool> GoUnattended(Forge& forge, RunId run, const std::string& by);
// Takes the run from its engine, alive or not: it is not running then.
Status TakeOver(Forge& forge, RunId run);
// An error that lists the contracts of the run's plan, if it has none of that name.
Status CheckContract(Forge& forge, RunId run, const std::string& name);

// Resumes the run and parks the current one (if it can be parked): both or neither.
Status SwitchToRun(Forge& forge, RunId run);

// Tells the run that a person approved its edited plan, whose text this is. False: it is the text that a unit of the
// run is about to write again.
Result<bool> ApprovePlanEdit(Forge& forge, RunId run, const std::string& text, const std::string& by);

// Tells the run when its plan document was edited. Returns whether it was.
Result<bool> NoticePlanEdit(Forge& forge, RunId run);

}  // namespace forge
