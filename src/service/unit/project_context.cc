#include "service/unit/project_context.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/plan/plans.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

constexpr std::size_t kLongestRules = 32 * 1024;

}  // namespace

std::string ProjectRules(const Project& project) {
  std::string text;
  for (const char* name : {".context/project.md", "AGENTS.md"}) {
    const std::string path = JoinPath(project.root, name);
    if (!IsRegularFile(path)) continue;
    const auto read = ReadFileHead(path, kLongestRules);
    if (!read || Trim(*read).empty()) continue;
    text += fmt::format("{}--- {} ---\n{}\n", text.empty() ? "" : "\n", name, TrimRight(ValidUtf8(*read)));
    if (FileSize(path).value_or(0) > static_cast<std::int64_t>(kLongestRules))
      text += fmt::format("(cut here: read the rest of {} yourself)\n", name);
  }
  return text;
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
