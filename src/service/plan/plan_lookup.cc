#include "service/plan/plan_lookup.h"

#include <fmt/core.h>

#include <cstdint>
#include <utility>

#include "base/strings.h"
#include "model/json.h"
#include "os/files/files.h"
#include "service/plan/plans.h"
#include "text/first_line.h"
#include "text/symbols/modules/module_paths.h"

namespace forge {
namespace {

constexpr std::string_view kPlansFolder = ".forge/plans/";
constexpr std::string_view kJsonEnding = ".json";
constexpr std::size_t kLongestPlanTitle = 100;

bool IsInside(const std::string& path, const std::string& directory) {
  return path == directory || path.starts_with(directory + "/");
}

Result<FoundPlan> LoadFound(const Project& project, std::string path) {
  PlanSource source = TRY(LoadPlanSource(project.root + "/" + path));
  return FoundPlan{std::move(path), std::move(source)};
}

std::int64_t ChangedAt(const std::string& path) {
  const auto version = VersionOf(path);
  return version && *version ? (*version)->modified_ns : 0;
}

// The path from the root, of a file that is there and within the project, links followed.
Result<std::string> PathWithin(const Project& project, const std::string& name) {
  const std::string full = name.starts_with('/') ? name : project.root + "/" + name;
  const bool there = IsRegularFile(full) || IsDirectory(full);
  const std::string root = TRY(RealPath(project.root));
  const std::string real = there ? TRY(RealPath(full)) : PlainPath(full);
  if (!IsInside(real, root) && (there || !IsInside(real, project.root))) {
    return Fail(Code::kInvalid, "planPath must be a plan's number or name, or a path within the project");
  }
  if (!there) return Fail(Code::kNotFound, fmt::format("no plan `{}`", name), "forge plan list");
  return real == root ? std::string(".") : real.substr(root.size() + 1);
}

// Of the plans in JSON the one that was written last; empty: there is none.
Result<std::string> NewestJson(const Project& project) {
  std::string newest;
  std::int64_t newest_at = 0;
  for (const JsonPlan& plan : TRY(ListJsonPlans(project))) {
    const std::int64_t at = ChangedAt(project.root + "/" + plan.path);
    if (!newest.empty() && at <= newest_at) continue;
    newest = plan.path;
    newest_at = at;
  }
  return newest;
}

Result<FoundPlan> NewestPlan(const Project& project) {
  const Plans plans(project);
  const Plans::Listing listing = TRY(plans.List(1));
  std::string newest = TRY(NewestJson(project));
  if (!listing.plans.empty()) {
    const PlanEntry& last = listing.plans.back();
    const bool later = newest.empty() || ChangedAt(plans.AbsolutePath(last)) >= ChangedAt(project.root + "/" + newest);
    if (later) newest = last.path;
  }
  if (newest.empty()) {
    return Fail(Code::kNotFound, fmt::format("{} has no plan in .forge/plans", project.root), "name the plan's file");
  }
  return LoadFound(project, std::move(newest));
}

}  // namespace

Result<std::vector<JsonPlan>> ListJsonPlans(const Project& project) {
  std::vector<JsonPlan> plans;
  const std::string directory = Plans(project).directory();
  if (TRY(LookAtPath(directory)) != PathKind::kDirectory) return plans;
  for (std::string& name : TRY(ListDirectory(directory))) {
    std::string path = fmt::format("{}{}", kPlansFolder, name);
    if (!name.ends_with(kJsonEnding) || !IsRegularFile(project.root + "/" + path)) continue;
    if (PathWithin(project, path)) plans.push_back({std::move(name), std::move(path)});
  }
  return plans;
}

Result<std::string> ReadJsonPlan(const Project& project, const JsonPlan& plan) {
  return ReadFile(project.root + "/" + plan.path);
}

std::string TitleOf(const Project& project, const JsonPlan& plan) {
  const auto text = ReadJsonPlan(project, plan);
  const auto json = text ? ParseJson(*text) : Result<Json>(Json());
  for (const char* member : {"title", "objective"}) {
    const std::string title = json ? FirstLine((*json)[member].AsString(), kLongestPlanTitle) : "";
    if (!IsBlankText(title)) return title;
  }
  return plan.name;
}

Result<FoundPlan> FindAnyPlan(const Project& project, const std::string& name) {
  const std::string asked(Trim(name));
  if (asked.empty()) return NewestPlan(project);
  if (asked.find('\0') != std::string::npos) return Fail(Code::kInvalid, "planPath must not contain a NUL byte");
  auto entry = Plans(project).Find(asked);
  if (entry) return LoadFound(project, entry->path);
  if (entry.error().code != Code::kNotFound) return std::unexpected(entry.error());
  // The name with its folder.
  if (asked.starts_with(kPlansFolder) && !Exists(project.root + "/" + asked))
    return FindAnyPlan(project, asked.substr(kPlansFolder.size()));
  if (asked.find('/') == std::string::npos) {
    for (const std::string& ending : {std::string(), std::string(kJsonEnding)}) {
      std::string path = fmt::format("{}{}{}", kPlansFolder, asked, ending);
      if (IsRegularFile(project.root + "/" + path)) return LoadFound(project, TRY(PathWithin(project, path)));
    }
  }
  return LoadFound(project, TRY(PathWithin(project, asked)));
}

}  // namespace forge
