#include "surface/cli/live/approval_prompt.h"

#include <fmt/core.h>

#include "base/strings.h"
#include "service/plan/plan_report.h"
#include "service/plan/plan_source.h"
#include "service/run_commands.h"
#include "service/unit/run_files.h"
#include "surface/cli/user_programs.h"
#include "surface/view/approval_view.h"
#include "surface/view/plan_summary.h"
#include "text/plan/plan_diff.h"

namespace forge::cli {
namespace {

constexpr const char* kShown = "plan.shown";
constexpr const char* kShownBefore = "plan.shown.before";

// Returns the text that was shown before this one. Showing the same text again changes nothing.
Result<std::string> NoteShown(const RunFiles& files, const std::string& text) {
  const std::string shown = TRY(files.ReadArtifact("run", kShown)).value_or("");
  if (shown == text) return TRY(files.ReadArtifact("run", kShownBefore)).value_or("");
  if (!shown.empty()) TRY(files.WriteArtifact("run", kShownBefore, shown));
  TRY(files.WriteArtifact("run", kShown, text));
  return shown;
}

}  // namespace

Result<ApprovalPrompt> ApprovalPrompt::Show(Context& context, const RunView& view) {
  const RunFiles files(*context.project, view.run.id, view.run.slug);
  const std::string text = TRY(files.ReadPlan()).value_or("");
  ApprovalPrompt prompt(context, view.run.id, files.AbsolutePlanPath(), text, TRY(NoteShown(files, text)));
  PlanSummaryFacts facts = TRY(GatherPlanSummary(context.forge(), view, text));
  facts.changed = !prompt.before_.empty() && !DescribePlanChange(prompt.before_, text).empty();
  context.out.Flow(PlanSummary(facts));
  return prompt;
}

Result<bool> ApprovalPrompt::Take(char key) {
  if (key == 'e') return Edit();
  if (key == 'd') {
    TellChange();
    return false;
  }
  if (const Status paged = PageFile(context_, path_); !paged) context_.out.Complain(paged.error());
  return false;
}

void ApprovalPrompt::TellChange() {
  // An edit that could not be taken: the plan that is asked about is still the one above.
  const auto now = context_.host.read_file(path_);
  if (now && *now != text_) {
    const std::string edited = DescribePlanChange(text_, *now);
    context_.out.Line("  the file was edited since, and the run has not taken that; e edits it again");
    return context_.out.Flow(edited);
  }
  if (before_.empty()) return context_.out.Line("  this is the first time that a plan of this run is shown");
  const std::string change = DescribePlanChange(before_, text_);
  if (change.empty()) return context_.out.Line("  nothing changed since it was last shown");
  context_.out.Flow(change);
}

// A plan that cannot be read is not taken: the person edits it again, or answers about the one that the run has.
Result<bool> ApprovalPrompt::Edit() {
  if (const Status edited = EditFile(context_, path_); !edited) {
    context_.out.Complain(edited.error());
    return false;
  }
  const auto changed = NoticePlanEdit(context_.forge(), run_);
  if (!changed) {
    context_.out.Complain(changed.error());
    return false;
  }
  const auto source = LoadPlanSource(path_);
  if (source) {
    for (const GraphError& error : CheckPlanAndPrograms(*source).errors) {
      const std::string where = error.line > 0 ? fmt::format("line {}: ", error.line) : "";
      context_.out.Line(fmt::format("{} {}{}", context_.out.Paint(Tone::kBad, "wrong:"), where, error.message));
    }
  }
  if (!*changed) context_.out.Line("  nothing that matters changed");
  return *changed;
}

}  // namespace forge::cli
