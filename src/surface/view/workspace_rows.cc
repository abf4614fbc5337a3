#include "surface/view/workspace_rows.h"

#include <fmt/format.h>

#include "surface/view/columns.h"

namespace forge {
namespace {

std::string NameOf(const WorkspaceRow& row) { return row.directory.substr(row.directory.rfind('/') + 1); }

}  // namespace

Json ToJson(const std::vector<WorkspaceRow>& rows) {
  Json list = Json::MakeArray();
  for (const WorkspaceRow& row : rows) {
    Json json = Json::MakeObject().Set("directory", row.directory).Set("status", row.status);
    if (row.run.value > 0) json.Set("run", row.run.value).Set("step", row.lane).Set("in_use", row.in_use);
    list.Append(std::move(json));
  }
  return list;
}

std::string FormatWorkspaces(const Palette& palette, const std::vector<WorkspaceRow>& rows) {
  std::vector<std::vector<Cell>> table;
  for (const WorkspaceRow& row : rows) {
    table.push_back({{NameOf(row), Tone::kStrong},
                     {row.run.value > 0 ? std::to_string(row.run.value) : "-"},
                     {row.lane.empty() ? "-" : row.lane},
                     {row.status},
                     {row.directory, Tone::kFaint}});
  }
  return FormatColumns(palette, {"WORKTREE", "RUN", "STEP", "STATUS", "DIRECTORY"}, table, 0);
}

std::string Describe(const WorkspaceRow& row) {
  if (row.run.value == 0) return fmt::format("{} (idle)", NameOf(row));
  return fmt::format("{} (run {}, {}, {}{})", NameOf(row), row.run.value, row.lane, row.status,
                     row.in_use ? ", in use" : "");
}

}  // namespace forge
