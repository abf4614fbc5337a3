#include "service/prune.h"

#include <map>
#include <set>
#include <utility>

#include "service/forge.h"
#include "service/run_queries.h"
#include "service/workspaces.h"
#include "store/store.h"
#include "workspace/landings.h"
#include "workspace/names.h"
#include "workspace/unlanded.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

struct PruneVerdict {
  bool goes = false;
  std::string why;
};

// By the run at the top: a child's work reaches the user's branches with its parent's.
Result<PruneVerdict> JudgeRun(Forge& forge, const RunRow& top, const std::set<RunId>& unlanded) {
  const std::string status(Name(top.status));
  if (!IsEnd(top.status)) return PruneVerdict{false, status};
  if (top.status != RunStatus::kCompleted) return PruneVerdict{true, status};
  const bool landed = !unlanded.contains(top.id) || !TRY(HasUnlanded(forge.project().root, top.id));
  return landed ? PruneVerdict{true, "landed"} : PruneVerdict{false, "not landed"};
}

const RunRow& TopOf(const std::map<RunId, RunRow>& rows, const RunRow& row) {
  const RunRow* at = &row;
  for (auto up = rows.find(at->parent); up != rows.end() && up->first < at->id; up = rows.find(at->parent))
    at = &up->second;
  return *at;
}

}  // namespace

Result<Prunable> FindPrunable(Forge& forge, std::optional<RunId> run) {
  Prunable found;
  if (!forge.project().is_git) return found;
  const std::string& root = forge.project().root;
  std::map<RunId, RunRow> rows;
  for (RunRow& row : TRY(forge.store().ListRuns())) rows.emplace(row.id, std::move(row));
  std::map<RunId, std::size_t> outside;
  for (const KeptWork& work : TRY(ListKept(root, std::nullopt))) outside[work.run] += work.on_branch ? 0 : 1;
  const std::set<RunId> unlanded = TRY(FindUnlanded(root));
  std::map<RunId, PruneVerdict> verdicts;
  for (auto& [id, refs] : TRY(ListRefs(root))) {
    const auto row = rows.find(id);
    if (row == rows.end()) continue;  // of another store: `forge rescue` shows its work
    const RunRow& top = TopOf(rows, row->second);
    if (run && *run != id && *run != top.id) continue;
    if (!verdicts.contains(top.id)) verdicts[top.id] = TRY(JudgeRun(forge, top, unlanded));
    const PruneVerdict& verdict = verdicts[top.id];
    PrunableRun one{id, verdict.why, row->second.objective, std::move(refs), outside[id]};
    (verdict.goes ? found.runs : found.stays).push_back(std::move(one));
  }
  return found;
}

Status PruneRun(Forge& forge, const PrunableRun& run) {
  for (const WorkspaceRow& row : TRY(ListWorkspaces(forge))) {
    if (row.run == run.run) TRY(TRY(OpenWorkspaces(forge, row.run))->Release(LaneOfName(row.lane)));
  }
  return DeleteRefs(forge.project().root, run.refs);
}

}  // namespace forge
