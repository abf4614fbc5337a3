#include "service/unit/project_context.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/plan/plans.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

constexpr std::size_t kDeepest = 16;

// The directories of the paths and those above them, the deepest first, the root ("") last.
std::vector<std::string> DirectoriesOf(const std::vector<std::string>& paths) {
  std::set<std::string> found = {""};
  for (const std::string& path : paths) {
    // Of a pattern only what stands before its first wildcard is a directory.
    std::string directory = path.substr(0, path.find_first_of("*?["));
    for (std::size_t depth = 0; depth < kDeepest; ++depth) {
      const std::size_t slash = directory.rfind('/');
      if (slash == std::string::npos || slash == 0) break;
      directory.resize(slash);
      if (directory.find("..") == std::string::npos) found.insert(directory);
    }
  }
  std::vector<std::string> directories(found.begin(), found.end());
  const auto depth = [](const std::string& one) { return one.empty() ? -1 : std::count(one.begin(), one.end(), '/'); };
  std::stable_sort(directories.begin(), directories.end(),
                   [&](const std::string& a, const std::string& b) { return depth(a) > depth(b); });
  return directories;
}

std::vector<std::string> RuleFiles(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& directory : DirectoriesOf(paths)) {
    for (const char* name : {"AGENTS.md", "CLAUDE.md"})
      files.push_back(directory.empty() ? name : directory + "/" + name);
  }
  files.emplace_back(".context/project.md");
  return files;
}

// A file that only points to another one: `@AGENTS.md`.
bool IsReference(std::string_view text) { return text.starts_with("@") && text.find('\n') == std::string_view::npos; }

// The whole lines of a text that goes on, at most so many bytes.
std::string HeadOf(const std::string& text, std::size_t most) {
  const std::size_t end = text.substr(0, most).rfind('\n');
  return end == std::string::npos ? "" : text.substr(0, end + 1);
}

// An old template without steps does not show how they are written.
constexpr std::string_view kStepsForm = R"(
## Steps

### Step ID: TITLE

**Do:** what is to be done
**Files:** `path/to/read`
**Writes:** `path/it/changes`
**Depends:** IDs of the steps it needs, or (none)
**Verify:** `command that fails now and passes when the step is done`
**Done when:** what is true then
**Complexity:** simple, medium or complex
)";

}  // namespace

std::vector<PromptBlock> ProjectRules(const Project& project, const std::vector<std::string>& paths) {
  std::vector<PromptBlock> rules;
  std::set<std::string> seen = {""};
  std::size_t left = kMostOfRules;
  for (const std::string& name : RuleFiles(paths)) {
    const std::string path = JoinPath(project.root, name);
    if (!IsRegularFile(path)) continue;
    const auto read = ReadFileHead(path, kMostOfRules);
    const std::string text = read ? std::string(Trim(ValidUtf8(*read))) : "";
    if (IsReference(text) || !seen.insert(text).second) continue;
    const std::string rest = fmt::format("(cut here: read the rest of {} yourself)\n", name);
    const bool whole = FileSize(path).value_or(0) <= static_cast<std::int64_t>(kMostOfRules) && text.size() <= left;
    rules.push_back({name, whole ? text + "\n" : HeadOf(text, left) + rest});
    left -= std::min(left, text.size());
  }
  return rules;
}

std::string PlanForm(const Project& project) {
  NewPlan plan;
  plan.title = "TITLE";
  const auto filled = Plans(project).FillIn(plan, "plan-NNN");
  if (!filled) return "";
  const PlanDocument document = ParsePlan(*filled);
  std::string form = "# Plan: TITLE\n";
  for (const PlanPart& part : document.sections) {
    const bool kept_by_forge =
        EqualsIgnoreCase(part.name, "Audit Log") || EqualsIgnoreCase(part.name, "Implementation Notes");
    if (!kept_by_forge) form += fmt::format("\n## {}\n\n{}\n", part.name, Trim(part.body));
  }
  if (FindPart(document, "Steps") == nullptr) form += kStepsForm;
  return form;
}

}  // namespace forge
