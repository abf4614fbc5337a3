// Which stages of a pipeline are on a run's way, by what is fixed when the run starts: its size and its flags. Pure;
// knows neither what the work will bring nor how far the run is.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "model/json.h"
#include "pipeline/pipeline.h"

namespace forge {

enum class WillRun { kYes, kPerhaps, kNo };

struct StageOutlook {
  WillRun runs = WillRun::kYes;
  std::string condition;  // what it depends on, or why it does not run
  bool repairs = false;   // it comes only when another stage sends work back
};

// By a stage's own `when`. `records`: those of gates, with `run.size` and `run.flags`, and `run.plan_given` where no
// plan is given: one that is given may be revised.
StageOutlook WillEnter(const Stage& stage, const Json& records);

// Whether a file that a condition names is there without any stage: in the project, or a plan that was given.
using FileFact = std::function<bool(const std::string& path)>;

// By place. A stage that needs an answer or a verdict is off the way, too, when every stage that could give it is; one
// that needs a file, when the file is not there either. Without `exists` any file may be there.
std::vector<StageOutlook> WayThrough(const Pipeline& pipeline, const Json& records, const FileFact& exists = {});

// The questions on that way that wait for a person also in an unattended run (`unattended = "wait"`), by stage.
// `approved`: the plan was approved before the run.
std::vector<std::string> AsksAnyway(const Pipeline& pipeline, const std::vector<StageOutlook>& way, bool approved);

}  // namespace forge
