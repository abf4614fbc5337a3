#include "service/side_by_side.h"

#include <algorithm>

namespace forge {
namespace {

Result<bool> StageOnlyReads(const Stage& stage, const RoleWrites& role_writes) {
  switch (stage.kind) {
    case StageKind::kAsk: return true;
    case StageKind::kAgent:
    case StageKind::kLearn: return stage.role.empty() || !TRY(role_writes(stage.role));
    case StageKind::kPanel:
      for (const Member& member : stage.members) {
        if (TRY(role_writes(member.role))) return false;
      }
      return true;
    case StageKind::kCheck:
    case StageKind::kEach:
    case StageKind::kIntegrate: return false;
  }
  return false;
}

}  // namespace

Result<bool> OnlyReads(const Pipeline& pipeline, const RoleWrites& role_writes) {
  for (const Stage& stage : pipeline.stages) {
    if (!TRY(StageOnlyReads(stage, role_writes))) return false;
  }
  return true;
}

Status CapWriters(PipelineSet& set, const RoleWrites& role_writes) {
  for (std::size_t at = 0; at < set.pipelines.size(); ++at) {
    for (Stage& stage : set.pipelines[at].stages) {
      const auto inner = static_cast<std::size_t>(stage.pipeline_index);
      const bool of_steps = stage.kind == StageKind::kEach && stage.over == Over::kSteps && stage.pipeline_index >= 0 &&
                            inner < set.pipelines.size();
      if (of_steps && TRY(OnlyReads(set.pipelines[inner], role_writes))) continue;
      stage.max_concurrent = std::min(stage.max_concurrent, 1);
    }
  }
  return {};
}

}  // namespace forge
