// Drafts of which nothing is written yet: runs of `!forge` whose drafter works, waits or failed. Such a run's number is
// the plan's. Does not know plans as files (plans.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/ports.h"
#include "service/plan/plans.h"

namespace forge {

class Forge;

// `!forge` is defined as this pipeline (docs/chat.md). A project changes it with a .forge/pipelines/draft-audit.toml.
inline constexpr const char* kDraftPipeline = "draft-audit";

// By number, of the newest runs; -1: of all.
Result<std::vector<RunRow>> ListDrafts(Forge& forge, std::int64_t newest = -1);

// By number, id or slug. Also a run whose plan's file is missing. The caller has found no plan of that name.
Result<std::optional<RunRow>> FindDraft(Forge& forge, const std::string& name);

// As a plan: without a path, DRAFT or CANCELLED.
PlanEntry EntryOfDraft(const RunRow& run);

// Adds them where their numbers belong.
void AddDrafts(const std::vector<RunRow>& drafts, std::vector<PlanEntry>& plans);

}  // namespace forge
