#include "service/plan/document_checks.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "graph/graph_check.h"
#include "os/files/files.h"
#include "service/plan/gsd_tree.h"
#include "service/plan/plan_report.h"
#include "text/lines.h"
#include "text/plan/claims.h"
#include "text/plan/contracts.h"
#include "text/plan/must_haves_form.h"
#include "text/plan/plan.h"
#include "text/plan/plan_commands.h"
#include "text/plan/plan_dimensions.h"
#include "text/plan/plan_structure.h"
#include "text/security_words.h"
#include "verify/symbol_lookup.h"

namespace forge {
namespace {

std::string AtLine(int line, std::string_view what) {
  return line > 0 ? fmt::format("line {}: {}", line, what) : std::string(what);
}

bool BeginsItem(std::string_view line) {
  line = Trim(line);
  return line.empty() || line.starts_with("- ") || line.starts_with("* ") || line.starts_with("**") ||
         line.starts_with('#');
}

// The item that the line, from 1, belongs to: without its marker, label or kind.
std::string ItemAt(std::string_view plan, int line) {
  const std::vector<std::string_view> lines = Lines(plan);
  if (line < 1 || static_cast<std::size_t>(line) > lines.size()) return "";
  std::size_t from = static_cast<std::size_t>(line) - 1;
  while (from > 0 && !BeginsItem(lines[from])) --from;
  std::string item(Trim(lines[from]));
  for (std::size_t at = from + 1; at < lines.size() && !BeginsItem(lines[at]); ++at)
    item += " " + std::string(Trim(lines[at]));
  if (item.starts_with("**")) item.erase(0, std::min(item.find("**", 2), item.size() - 2) + 2);
  if (item.starts_with("- ") || item.starts_with("* ")) item.erase(0, 2);
  return std::string(Trim(item));
}

class PlanCheck {
 public:
  PlanCheck(const PlanCheckInput& input, std::stop_token stop)
      : input_(input), stop_(std::move(stop)), document_(ParsePlan(input.plan)) {}

  void Run(const std::string& check) {
    if (check == "structure") return Structure();
    if (check == "graph") return Graph();
    if (check == "claims") return Claims();
    if (check == "claims-made") return ClaimsMade();
    if (check == "symbols") return Symbols();
    if (check == "must-haves") return MustHaves();
    if (check == "dimensions") return Dimensions();
    if (check == "security-words") return SecurityWords();
    Found(fmt::format("unknown check \"{}\"", Excerpt(check)));
  }

  PlanFindings Take() { return std::move(result_); }

 private:
  void Found(std::string what) { result_.findings.push_back(std::move(what)); }
  void Note(std::string what) { result_.notes.push_back(std::move(what)); }

  void Structure() {
    for (const StructureFinding& finding : AuditStructure(input_.plan).findings) {
      std::string what = AtLine(finding.line, finding.what);
      finding.severity > Severity::kLow ? Found(std::move(what)) : Note(std::move(what));
    }
  }

  void Graph() {
    for (const PlanProblem& problem : document_.problems) Found(AtLine(problem.line, problem.what));
    for (const PlanProblem& label : document_.unknown_labels) Note(AtLine(label.line, label.what));
    for (const PlanProblem& note : document_.notes) {
      input_.by_agent&& BreaksPromise(note) ? Found(AtLine(note.line, note.what)) : Note(AtLine(note.line, note.what));
    }
    for (const std::string& problem : FindContracts(document_).problems) Note("`## Contracts`: " + problem);
    GraphCheckOptions options;
    options.lines = document_.step_lines;
    options.whole = document_.testing;
    options.program_exists = ProgramsOnPath();
    if (!input_.root.empty())
      options.is_there = [&](std::string_view path) { return Exists(JoinPath(input_.root, path)); };
    const GraphReport report = CheckGraph(document_.steps, options);
    // Other tools say of no slice how it is proved: the run of the slice proves its tasks.
    const bool imported = !FindImported(document_.header).documents.empty();
    for (const GraphError& error : report.errors) {
      if (imported && error.type == "missing_verify") {
        Note(AtLine(error.line, error.message));
        continue;
      }
      // What the parser found is among its problems, with better lines.
      const bool own = error.type == "missing_verify" || error.type == "missing_command" || error.type == "schema";
      const bool parsed = !document_.problems.empty() && !own;
      if (!parsed) Found(AtLine(error.line, error.message));
    }
    if (document_.steps.empty() && report.errors.empty()) Found("the plan has no steps");
    for (const GraphWarning& warning : report.warnings) {
      const bool overlap = warning.type == "file_overlap";
      if (overlap && input_.apart) continue;
      overlap ? Found(warning.message) : Note(warning.message);
    }
  }

  // A criterion may speak of several commands; what Verify names should be run.
  bool BreaksPromise(const PlanProblem& note) const {
    if (note.type != "verify" && note.type != "acceptance") return false;
    const std::vector<std::string> promised = PromisedRuns(ItemAt(input_.plan, note.line));
    if (note.type == "acceptance" && promised.size() != 1) return false;
    return std::ranges::any_of(promised, [&](const std::string& command) {
      return note.what.contains(fmt::format("`{}` is not run", Excerpt(command, 60)));
    });
  }

  void Claims() {
    ProjectClaimSources sources(input_.root, input_.memory, input_.now);
    const std::vector<PastClaim> before =
        input_.past.empty() ? PastClaims(ParsePlan(input_.before).steps) : input_.past;
    result_.claims = CheckPlanClaims(document_.steps, before, sources);
    for (const CheckedClaim& item : result_.claims->items) {
      if (item.verdict == ClaimVerdict::kVerified) continue;
      const char* how = item.verdict == ClaimVerdict::kMirage ? "does not hold" : "cannot be checked";
      std::string what = AtLine(item.claim.line, fmt::format("step {}: the claim \"{}\" {}: {}", item.step.value,
                                                             Excerpt(item.claim.text, 60), how, item.reason));
      item.verdict == ClaimVerdict::kMirage ? Found(std::move(what)) : Note(std::move(what));
    }
  }

  // A pipeline that builds on claims cannot let a step pass that changes files and says of nothing what it rests on.
  void ClaimsMade() {
    const std::string how = fmt::format(
        "list below **Claims:** of each step what it rests on, such as `- fact: TEXT {} path:line`", kEmDash);
    const bool any = std::ranges::any_of(document_.steps, [](const StepSpec& step) { return !step.claims.empty(); });
    if (!any) return Found("no step makes a claim: " + how);
    for (std::size_t place = 0; place < document_.steps.size(); ++place) {
      const StepSpec& step = document_.steps[place];
      if (!step.claims.empty() || ChangesNothing(step)) continue;
      Found(AtLine(document_.step_lines[place], fmt::format("step {} makes no claim: {}", step.id.value, how)));
    }
  }

  void Symbols() {
    auto report = CheckSymbols(FindPlanSymbols(input_.plan, document_.steps), input_.root, stop_);
    if (!report) return Found("symbols: " + Describe(report.error()));
    for (const CheckedSymbol& item : report->items) {
      const bool missing = item.symbol_class == SymbolClass::kMissing;
      if (!missing && item.symbol_class != SymbolClass::kAmbiguous) continue;
      std::string what =
          AtLine(item.symbol.line, fmt::format("{} {}: {}", Name(item.symbol_class), item.symbol.written, item.reason));
      missing ? Found(std::move(what)) : Note(std::move(what));
    }
  }

  void MustHaves() {
    const MustHavesForm form = CheckMustHavesForm(document_);
    for (const PlanProblem& error : form.errors) Found(AtLine(error.line, error.what));
    if (form.legacy && input_.step.value.empty()) Note("no step has must-haves");
  }

  void Dimensions() {
    for (const Dimension& each : ScoreDimensions(input_.plan).dimensions) {
      std::string what = fmt::format("{}: {}", each.name, each.reason);
      if (each.score == Score::kFail)
        Found(std::move(what));
      else if (each.score != Score::kPass)
        Note(std::move(what));
    }
  }

  void SecurityWords() {
    for (const SecurityMark& mark : FindSecuritySteps(document_.steps)) {
      if (!input_.step.empty() && mark.step != input_.step) continue;
      Note(fmt::format("step {} touches security ({}): {}", mark.step.value, Name(mark.level), Join(mark.words, ", ")));
    }
  }

  const PlanCheckInput& input_;
  std::stop_token stop_;
  PlanDocument document_;
  PlanFindings result_;
};

}  // namespace

PlanFindings CheckPlanDocument(const std::vector<std::string>& checks, const PlanCheckInput& input,
                               std::stop_token stop) {
  if (Trim(input.plan).empty()) return {{"there is no plan"}, {}, {}};
  PlanCheck check(input, std::move(stop));
  for (const std::string& name : checks) check.Run(name);
  return check.Take();
}

bool NeedsRepository(const std::vector<std::string>& checks) {
  return std::any_of(checks.begin(), checks.end(),
                     [](const std::string& check) { return check == "claims" || check == "symbols"; });
}

}  // namespace forge
