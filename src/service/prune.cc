#include "service/prune.h"

#include <map>
#include <set>
#include <utility>

#include "service/forge.h"
#include "service/ownership.h"
#include "service/run_queries.h"
#include "service/workspaces.h"
#include "store/store.h"
#include "workspace/names.h"
#include "workspace/unlanded.h"
#include "workspace/workspace.h"

namespace forge {
namespace {

struct PruneVerdict {
  bool goes = false;
  std::string why;
};

// What is known of a run at the top, and of those below it: a child's work reaches the user's branches with its
// parent's.
struct PruneFacts {
  RunStatus status = RunStatus::kActive;
  WorkStanding standing = WorkStanding::kNoBranch;
  bool holds_users_files = false;  // copies of them, from before a unit worked in the checkout
  bool named = false;              // by the user
  bool driven = false;             // an engine has it, or the run at the top
};

PruneVerdict Judge(const PruneFacts& facts) {
  const std::string status(Name(facts.status));
  if (!IsEnd(facts.status)) return {false, status};
  if (facts.driven) return {false, "its engine is still running"};
  if (facts.holds_users_files) return {facts.named, "worked in your checkout"};
  if (facts.status != RunStatus::kCompleted) return {true, status};
  switch (facts.standing) {
    case WorkStanding::kNoBranch: return {facts.named, "has no branch"};
    case WorkStanding::kUnlanded: return {false, "not landed"};
    case WorkStanding::kLanded: break;
  }
  return {true, "landed"};
}

const RunRow& TopOf(const std::map<RunId, RunRow>& rows, const RunRow& row) {
  const RunRow* at = &row;
  for (auto up = rows.find(at->parent); up != rows.end() && up->first < at->id; up = rows.find(at->parent))
    at = &up->second;
  return *at;
}

// Is `row` the run `above`, or below it?
bool IsWithin(const std::map<RunId, RunRow>& rows, const RunRow& row, RunId above) {
  const RunRow* at = &row;
  while (at->id != above) {
    const auto up = rows.find(at->parent);
    if (up == rows.end() || up->first >= at->id) return false;
    at = &up->second;
  }
  return true;
}

Result<bool> IsDriven(Forge& forge, RunId run) {
  const auto lease = TRY(forge.store().FindLease(run));
  return lease && IsHeld(*lease, LeaseMs(forge.settings()));
}

}  // namespace

Result<Prunable> FindPrunable(Forge& forge, std::optional<RunId> run) {
  Prunable found;
  if (!forge.project().is_git) return found;
  const std::string& root = forge.project().root;
  std::map<RunId, RunRow> rows;
  for (RunRow& row : TRY(forge.store().ListRuns())) rows.emplace(row.id, std::move(row));
  std::map<RunId, std::size_t> outside;
  std::set<RunId> in_checkout;  // at the top
  for (const KeptWork& work : TRY(ListKept(root, std::nullopt))) {
    outside[work.run] += work.on_branch ? 0 : 1;
    const auto row = rows.find(work.run);
    if (work.kind == "before" && row != rows.end()) in_checkout.insert(TopOf(rows, row->second).id);
  }
  auto refs = TRY(ListRefs(root));
  std::set<RunId> tops;
  for (const auto& [id, list] : refs) {
    if (const auto row = rows.find(id); row != rows.end()) tops.insert(TopOf(rows, row->second).id);
  }
  const std::map<RunId, WorkStanding> standings = TRY(FindStandings(root, tops));
  for (auto& [id, list] : refs) {
    const auto row = rows.find(id);
    if (row == rows.end()) continue;  // of another store: `forge rescue` shows its work
    const RunRow& top = TopOf(rows, row->second);
    if (run && !IsWithin(rows, row->second, *run)) continue;
    const bool driven = TRY(IsDriven(forge, id)) || TRY(IsDriven(forge, top.id));
    const PruneVerdict verdict =
        Judge({top.status, standings.at(top.id), in_checkout.contains(top.id), run.has_value(), driven});
    PrunableRun one{id, verdict.why, row->second.objective, std::move(list), outside[id]};
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
