// Which stages of a pipeline are on a run's way, by what is fixed when the run starts: its size and its flags. Pure;
// knows neither what the work will bring nor how far the run is.
#pragma once

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

// By a stage's own `when`. `records`: those of gates, with `run.size` and `run.flags`.
StageOutlook WillEnter(const Stage& stage, const Json& records);

// By place. A stage that needs a file, an answer or a verdict is off the way, too, when every stage that could give it
// is.
std::vector<StageOutlook> WayThrough(const Pipeline& pipeline, const Json& records);

}  // namespace forge
