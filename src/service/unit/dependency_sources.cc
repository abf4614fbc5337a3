// What the steps that a step builds on have made, for its prompt: the code itself, not what was said of it.
#include <fmt/core.h>

#include <set>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/unit/unit_executor.h"

namespace forge {
namespace {

constexpr std::size_t kMostOfSources = 64 * 1024;

bool IsText(const std::string& bytes) { return bytes.find('\0') == std::string::npos && ValidUtf8(bytes) == bytes; }

bool IsPattern(std::string_view path) { return path.find_first_of("*?[") != std::string_view::npos; }

}  // namespace

std::string UnitExecutor::DependencySources(const Job& job) {
  if (job.dependencies.empty()) return "";
  Workspaces* workspaces = nullptr;
  if (isolated()) {
    auto opened = OpenWorkspaces();
    if (!opened) return "";
    workspaces = *opened;
  }
  const std::string directory = workspaces != nullptr ? workspaces->PathOf(job.lane) : context_.project.root;
  std::string text;
  std::vector<std::string> left_out;
  std::set<std::string> shown;
  for (const Dependency& step : job.dependencies) {
    std::vector<std::string> files = step.declared;
    if (workspaces != nullptr && !step.snapshot.empty()) {
      std::lock_guard lock(workspace_mutex_);
      if (auto changed = workspaces->ChangedFiles(step.snapshot)) files = *std::move(changed);
    }
    for (const std::string& file : files) {
      const std::string path = JoinPath(directory, file);
      if (IsPattern(file) || !IsRegularFile(path) || !shown.insert(file).second) continue;
      const auto source = ReadFile(path, kMostOfSources);
      const bool fits = source && text.size() + source->size() <= kMostOfSources && IsText(*source);
      if (!fits) {
        left_out.push_back(file);
        continue;
      }
      text += fmt::format("--- {} (of step {}: {}) ---\n{}{}", file, step.id.value, step.title, *source,
                          source->ends_with('\n') ? "" : "\n");
    }
  }
  if (!left_out.empty()) text += fmt::format("(read these yourself: {})\n", Join(left_out, ", "));
  return text;
}

}  // namespace forge
