#include <fmt/core.h>

#include "model/lenses.h"
#include "surface/cli/commands.h"
#include "surface/view/json_answers.h"
#include "text/review/finding_title.h"

namespace forge::cli {
namespace {

Form CheckLensesForm() {
  return {.positionals = {{"FILE", "the answers of the lenses; `-` is standard input", true, ValueType::kFile}},
          .notes =
              "A lens is one review with its own view, such as security. FILE is JSON: [{\"lens\": NAME, \"issues\": "
              "[{\"file\", \"line\", \"severity\", \"category\", "
              "\"description\", \"element\"}]}]. A lens without a list of issues did not answer; fewer than two "
              "answers decide nothing. Exit 0 when nothing must be fixed, 1 when something must, 2 when the result is "
              "undecided; that is never a pass.",
          .examples = {
              {"forge check lenses LENSES.json", "what must be fixed, and what is only advice"},
              {"forge check lenses LENSES.json --json", "{\"must_fix\": [...], \"advisory\": [...], \"ok\": bool}"}}};
}

void PrintLensGroups(Context& context, const char* title, const std::vector<LensGroup>& groups) {
  if (groups.empty()) return;
  context.out.Line(fmt::format("{}: {}", title, groups.size()));
  for (const LensGroup& group : groups) {
    const Finding& finding = group.finding;
    std::string place = finding.file.empty() ? "(no place)" : finding.file;
    if (finding.line > 0) place += fmt::format(":{}", finding.line);
    const std::string said = finding.severity.empty() ? "no severity" : finding.severity;
    context.out.Line(fmt::format("  {}  {}  {}  ({})", place, said, FindingTitle(finding), group.why));
  }
}

Result<Exit> RunCheckLenses(Context& context, const Args& args) {
  const std::string text = TRY(context.host.read_file(args.Get("FILE")));
  const LensVerdict verdict = AggregateLenses(TRY(LensesFromJson(TRY(ParseJson(text)))));
  if (context.json) {
    context.out.Print(JsonOf(verdict));
  } else {
    PrintLensGroups(context, "must fix", verdict.must_fix);
    PrintLensGroups(context, "advice", verdict.advisory);
    for (const std::string& lens : verdict.silent) context.out.Line("silent: " + lens);
    context.out.Line(!verdict.decided  ? fmt::format("undecided: {} of {} lenses answered", verdict.answered,
                                                     static_cast<std::size_t>(verdict.answered) + verdict.silent.size())
                     : verdict.blocked ? "blocked"
                                       : "clear");
  }
  if (!verdict.decided) return Exit::kUsage;
  return verdict.blocked ? Exit::kNo : Exit::kOk;
}

}  // namespace

constinit const Command kCheckLensesCommand = {
    "check lenses",  "say which findings of several reviews of one change must be fixed",
    Group::kChecks,  Needs::kNothing,
    CheckLensesForm, RunCheckLenses};

}  // namespace forge::cli
