#include "service/run_size.h"

#include <algorithm>
#include <string>
#include <vector>

#include "service/project.h"
#include "service/start_run.h"
#include "verify/tracked_files.h"

namespace forge {
namespace {

bool AsksForSize(const PipelineSet& set) {
  const auto asks = [](const std::string& condition) {
    return condition.find("run.size") != std::string::npos || condition.find("run.visions") != std::string::npos;
  };
  return std::ranges::any_of(set.pipelines, [&](const Pipeline& pipeline) {
    return std::ranges::any_of(pipeline.stages,
                               [&](const Stage& stage) { return asks(stage.when) || asks(stage.gate); });
  });
}

bool HasFlag(const StartRequest& request, const std::string& name) {
  const auto found = request.flags.find(name);
  return found != request.flags.end() && found->second == "true";
}

}  // namespace

SizeJudgement SizeOfRun(const StartRequest& request, const PipelineSet& pipelines, const Project& project) {
  if (!request.size.empty()) return {request.size, ""};
  if (!AsksForSize(pipelines)) return {"standard", ""};
  if (HasFlag(request, "full")) return {"complex", "--full was given"};
  // Without a repository only the objective's words are judged.
  const std::vector<std::string> files = ListTrackedFiles(project.root).value_or(std::vector<std::string>{});
  SizeJudgement judged = JudgeSize(request.objective, files);
  if (!request.plan_file.empty() && judged.size != "complex") return {"standard", "a plan was given"};
  if (judged.size == "quick" && HasFlag(request, "plan-only")) return {"standard", "--plan-only was given"};
  if (judged.size == "quick" && HasFlag(request, "discuss")) return {"standard", "--discuss was given"};
  return judged;
}

}  // namespace forge
