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

std::string PlanTemplateSections(const Project& project) {
  const Plans plans(project);
  const auto own = plans.OwnTemplate();
  if (!own || Trim(*own).empty()) return "";
  NewPlan plan;
  plan.title = "TITLE";
  const auto filled = plans.FillIn(plan, "plan-NNN");
  if (!filled) return "";
  std::string text = "The plans of this project have these sections; they come on top of the form.\n";
  for (const PlanPart& part : ParsePlan(*filled).sections) {
    const bool kept_by_forge =
        EqualsIgnoreCase(part.name, "Audit Log") || EqualsIgnoreCase(part.name, "Implementation Notes");
    if (!kept_by_forge) text += fmt::format("\n## {}\n\n{}\n", part.name, Trim(part.body));
  }
  return text;
}

}  // namespace forge
