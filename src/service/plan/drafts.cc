#include "service/plan/drafts.h"

#include <algorithm>

#include "base/strings.h"
#include "service/forge.h"
#include "store/store.h"

namespace forge {
namespace {

bool DraftsAPlan(const RunRow& run) { return run.pipeline == kDraftPipeline && run.parent.value == 0; }

bool IsUnwritten(const RunRow& run) { return DraftsAPlan(run) && run.plan_path.empty(); }

}  // namespace

Result<std::vector<RunRow>> ListDrafts(Forge& forge, std::int64_t newest) {
  std::vector<RunRow> drafts;
  if (!forge.has_store()) return drafts;
  for (RunRow& run : TRY(forge.store().FindRuns({.limit = newest}))) {
    if (IsUnwritten(run)) drafts.push_back(std::move(run));
  }
  std::ranges::reverse(drafts);  // the store has the newest first
  return drafts;
}

Result<std::optional<RunRow>> FindDraft(Forge& forge, const std::string& name) {
  if (!forge.has_store()) return std::nullopt;
  const std::string asked = Lower(Trim(name));
  std::optional<RunRow> found;
  if (const auto number = PlanNumber(asked)) found = TRY(forge.store().FindRun(RunId{*number}));
  if (found && DraftsAPlan(*found)) return found;
  for (RunRow& run : TRY(forge.store().FindRuns({.slug = asked}))) {
    if (IsUnwritten(run)) return std::optional(std::move(run));
  }
  return std::nullopt;
}

PlanEntry EntryOfDraft(const RunRow& run) {
  const bool given_up = run.status == RunStatus::kCancelled || run.status == RunStatus::kAbandoned;
  const std::vector<std::string_view> lines = Lines(Trim(run.objective));
  PlanEntry entry;
  entry.number = run.id.value;
  entry.id = PlanId(run.id.value);
  entry.title = lines.empty() ? "" : std::string(lines[0]);
  entry.header.status = given_up ? PlanStatus::kCancelled : PlanStatus::kDraft;
  return entry;
}

void AddDrafts(const std::vector<RunRow>& drafts, std::vector<PlanEntry>& plans) {
  for (const RunRow& run : drafts) {
    if (std::ranges::find(plans, run.id.value, &PlanEntry::number) == plans.end()) plans.push_back(EntryOfDraft(run));
  }
  std::ranges::stable_sort(plans, {}, &PlanEntry::number);
}

}  // namespace forge
