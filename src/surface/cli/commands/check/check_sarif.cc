#include <fmt/core.h>

#include <algorithm>

#include "surface/cli/commands.h"
#include "surface/view/json_answers.h"
#include "text/first_line.h"
#include "text/formats/sarif.h"

namespace forge::cli {
namespace {

Form CheckSarifForm() {
  return {
      .positionals = {{"FILE", "a SARIF log; `-` is standard input", true, ValueType::kFile}},
      .options = {Choice("fail-on", "LEVEL", "the lowest level that fails (high)", {"high", "medium", "low"})},
      .notes =
          "Exit 0 when no result reaches that level, 1 when one does, 2 when the log cannot be read. Suppressed "
          "results are listed but do not count. Use it at the end of a verify command: semgrep --sarif -o out.sarif && "
          "forge check sarif out.sarif",
      .examples = {{"forge check sarif out.sarif", "what a tool found, and whether it passes"},
                   {"forge check sarif out.sarif --fail-on medium --json", "{\"findings\": [...], \"failing\": n}"}}};
}

FindingLevel MildestThatFails(const std::string& word) {
  if (word == "medium") return FindingLevel::kMedium;
  return word == "low" ? FindingLevel::kLow : FindingLevel::kHigh;
}

Result<Exit> RunCheckSarif(Context& context, const Args& args) {
  const std::string text = TRY(context.host.read_file(args.Get("FILE")));
  const std::vector<Finding> findings = TRY(FindingsFromSarif(text));
  const FindingLevel mildest = MildestThatFails(args.Get("fail-on"));
  const auto failing = std::count_if(findings.begin(), findings.end(), [&](const Finding& finding) {
    return finding.state == FindingState::kOpen && finding.level <= mildest;
  });
  if (context.json) {
    Json json = Json::MakeObject().Set("ok", failing == 0).Set("findings", JsonArray(findings, kJsonOf));
    context.out.Print(json.Set("failing", failing));
  } else {
    for (const Finding& finding : findings) {
      context.out.Line(
          fmt::format("{}:{}: {}: {} [{}]{}", finding.file.empty() ? "-" : finding.file, finding.line, finding.severity,
                      FirstLine(finding.description, 200), finding.category,
                      finding.state == FindingState::kOpen ? "" : " (suppressed: " + finding.reason + ")"));
    }
    context.out.Line(fmt::format("{} findings, {} failing", findings.size(), failing));
  }
  return failing > 0 ? Exit::kNo : Exit::kOk;
}

}  // namespace

constinit const Command kCheckSarifCommand = {
    "check sarif", "check a tool's SARIF log", Group::kChecks, Needs::kNothing, CheckSarifForm, RunCheckSarif};

}  // namespace forge::cli
