#include "service/unit/project_context.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/plan/plans.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

constexpr std::size_t kLongestRules = 32 * 1024;

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
