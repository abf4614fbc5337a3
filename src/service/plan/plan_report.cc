#include "service/plan/plan_report.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "os/files/files.h"
#include "os/process/process.h"
#include "text/plan/contracts.h"
#include "text/plan/plan_states.h"

namespace forge {
namespace {

// In the order in which they are reported.
constexpr std::array<std::string_view, 8> kErrorKinds = {"schema",          "duplicate_id", "unknown_dependency",
                                                         "self_dependency", "cycle",        "missing_verify",
                                                         "missing_command", "bad_path"};

std::string KindOf(const PlanProblem& problem) {
  if (problem.type == "duplicate") return "duplicate_id";
  if (problem.type == "dependency") {
    return problem.what.ends_with("depends on itself") ? "self_dependency" : "unknown_dependency";
  }
  if (problem.type == "cycle" || problem.type == "path") return problem.type == "path" ? "bad_path" : "cycle";
  return "schema";
}

// The reader's words have the exact line; for cycles the graph's are the better ones.
void AddReadersErrors(const PlanSource& plan, GraphReport& report) {
  std::set<std::string> paths_told;
  std::vector<GraphError> errors;
  for (const PlanProblem& problem : plan.document.problems) {
    const std::string kind = KindOf(problem);
    if (kind == "cycle" && !plan.document.steps.empty()) continue;
    if (kind == "bad_path") paths_told.insert(problem.step);
    errors.push_back({kind, problem.what, StepId{problem.step}, problem.line});
  }
  std::set<std::string> unverified;
  for (const ForeignProblem& problem : plan.problems) {
    // The graph check names these too, in the words it uses for every format.
    if (problem.message.find("depends on unknown") != std::string::npos) continue;
    if (problem.message.find("verify (at least one)") != std::string::npos) unverified.insert(problem.step.value);
    errors.push_back({problem.type, problem.message, problem.step, problem.line});
  }
  std::erase_if(report.errors, [&](const GraphError& error) {
    if (error.type == "missing_verify") return unverified.contains(error.step.value);
    return error.type == "bad_path" && paths_told.contains(error.step.value);
  });
  report.errors.insert(report.errors.begin(), errors.begin(), errors.end());
}

// Labels that are no fields, and what is not run, with their lines.
void AddReadersNotes(const PlanDocument& document, GraphReport& report) {
  for (const auto* notes : {&document.unknown_labels, &document.notes}) {
    for (const PlanProblem& note : *notes) {
      GraphWarning warning{note.type, {}, {}, note.what};
      if (!note.step.empty()) warning.steps.push_back(StepId{note.step});
      if (note.line > 0) warning.message = fmt::format("line {}: {}", note.line, note.what);
      report.warnings.push_back(std::move(warning));
    }
  }
  for (const std::string& problem : FindContracts(document).problems)
    report.warnings.push_back({"contract", {}, {}, "`## Contracts`: " + problem});
}

int KindPlace(const GraphError& error) {
  return static_cast<int>(std::find(kErrorKinds.begin(), kErrorKinds.end(), error.type) - kErrorKinds.begin());
}

Json OrNull(const std::string& text) { return text.empty() ? Json() : Json(text); }

}  // namespace

GraphReport CheckPlanSource(const PlanSource& plan, const GraphCheckOptions& options) {
  GraphCheckOptions checked = options;
  checked.lines = plan.document.step_lines;
  checked.whole = plan.document.testing;
  GraphReport report = CheckGraph(plan.document.steps, checked);
  AddReadersErrors(plan, report);
  AddReadersNotes(plan.document, report);
  if (plan.document.steps.empty() && report.errors.empty()) {
    if (plan.format == PlanFormat::kMarkdown)
      report.errors.push_back({"schema", "the plan has no steps: write `## Steps`, or `## Changes` with paths", {}, 0});
    if (plan.format == PlanFormat::kModules) report.errors.push_back({"schema", "the plan has no modules", {}, 0});
  }
  std::stable_sort(report.errors.begin(), report.errors.end(),
                   [](const GraphError& a, const GraphError& b) { return KindPlace(a) < KindPlace(b); });
  return report;
}

std::function<bool(std::string_view)> ProgramsOnPath() {
  return [known = std::map<std::string, bool, std::less<>>()](std::string_view name) mutable {
    if (name.find('/') != std::string_view::npos && !name.starts_with('/')) return true;
    auto it = known.find(name);
    if (it == known.end()) it = known.emplace(name, FindProgram(name).has_value()).first;
    return it->second;
  };
}

GraphReport CheckPlanAndPrograms(const PlanSource& plan, const std::string& root) {
  GraphCheckOptions options;
  options.program_exists = ProgramsOnPath();
  if (!root.empty()) {
    options.file_exists = [&](std::string_view path) { return Exists(JoinPath(root, std::string(path))); };
  }
  GraphReport report = CheckPlanSource(plan, options);
  // What was finished or set aside before it was imported runs no more, so it needs no command.
  std::set<StepId> settled;
  for (std::size_t i = 0; i < plan.document.step_states.size() && i < plan.document.steps.size(); ++i) {
    if (SettledByImport(plan.document.step_states[i])) settled.insert(plan.document.steps[i].id);
  }
  std::erase_if(report.errors, [&](const GraphError& error) {
    return error.type == "missing_verify" && settled.contains(error.step);
  });
  return report;
}

Status RefuseUnsound(const PlanSource& plan, const std::string& name) {
  constexpr std::size_t kMostTold = 10;
  GraphReport report = CheckPlanAndPrograms(plan);
  std::erase_if(report.errors, [](const GraphError& error) { return error.type == "missing_verify"; });
  if (report.errors.empty()) return {};
  std::string text = fmt::format("{} has {}:", name, report.errors.size() == 1 ? "a problem" : "problems");
  for (std::size_t i = 0; i < report.errors.size() && i < kMostTold; ++i) {
    const GraphError& error = report.errors[i];
    text += fmt::format("\n  {}{}", error.line > 0 ? fmt::format("line {}: ", error.line) : "", error.message);
  }
  if (report.errors.size() > kMostTold) text += fmt::format("\n  and {} more", report.errors.size() - kMostTold);
  return Fail(Code::kInvalid, text, fmt::format("correct the plan, then: forge plan check {}", name));
}

Json ReportToJson(const GraphReport& report) {
  Json errors = Json::MakeArray();
  for (const GraphError& error : report.errors) {
    Json one = Json::MakeObject().Set("type", error.type).Set("message", error.message);
    one.Set("step", OrNull(error.step.value)).Set("line", error.line > 0 ? Json(error.line) : Json());
    errors.Append(std::move(one));
  }
  return ToJson(report).Set("errors", std::move(errors));
}

}  // namespace forge
