#include "service/eval/eval_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/display.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "service/eval/eval_summary.h"
#include "service/report/page_style.h"

namespace forge {
namespace {

constexpr std::string_view kEvalStyle = R"(<style>
.bar { position:relative; height:14px; min-width:120px; background:var(--card); border-radius:3px; border:1px solid var(--line); }
.bar i { position:absolute; top:0; bottom:0; background:var(--line); }
.bar b { position:absolute; top:-2px; bottom:-2px; width:3px; background:var(--good); }
th { overflow-wrap:normal; } th.number { white-space:normal; }
.grid td, .grid th { text-align:center; } .grid td:first-child, .grid th:first-child { text-align:left; }
td.say { min-width:9em; }
summary { cursor:pointer; }
</style>
)";

std::string EvalCell(std::string_view kind, std::string_view text) {
  return fmt::format("<td class=\"{}\">{}</td>", kind, EscapeMarkup(text));
}

std::string NumberCell(const std::string& measure, const Spread& spread, bool known = true) {
  std::string text = EscapeMarkup(ValueText(measure, spread.mean, known));
  if (spread.count > 1 && known)
    text += fmt::format("<br><span class=\"quiet\">±{}</span>", EscapeMarkup(ValueText(measure, spread.deviation)));
  return "<td class=\"number\">" + text + "</td>";
}

std::string TableHead(const std::vector<std::string>& names) {
  std::string row = "<div class=\"scroll\"><table>\n<tr>";
  // A name that begins with `#` stands over numbers.
  for (const std::string& name : names) {
    const bool number = name.starts_with('#');
    row +=
        fmt::format("<th{}>{}</th>", number ? " class=\"number\"" : "", EscapeMarkup(number ? name.substr(1) : name));
  }
  return row + "</tr>\n";
}

constexpr std::string_view kTableEnd = "</table></div>\n";

// The share as a mark, and what it could be as a band.
std::string ShareBar(const VariantSummary& summary) {
  const double share =
      summary.trials == 0 ? 0 : static_cast<double>(summary.solved) / static_cast<double>(summary.trials);
  return fmt::format(
      "<td><div class=\"bar\" role=\"img\" aria-label=\"{:.0f} to {:.0f} percent\"><i "
      "style=\"left:{:.1f}%;right:{:.1f}%\"></i><b style=\"left:{:.1f}%\"></b></div></td>",
      summary.share.low * 100, summary.share.high * 100, summary.share.low * 100, 100 - summary.share.high * 100,
      share * 98);
}

void AddVariants(std::string& page, const EvalResults& results) {
  page += "<h2>Variants</h2>\n<ol>\n";
  for (const Variant& variant : results.variants)
    page += fmt::format("<li value=\"{}\"><b>{}</b> with {}</li>\n", VariantNumber(results, variant),
                        EscapeMarkup(variant.pipeline), EscapeMarkup(variant.agent));
  page += "</ol>\n";
  page += TableHead({"", "solved", "95 % interval", "#units", "#form rounds", "#tokens", "#cost", "#time", "#findings",
                     "#cost per solved"});
  for (const VariantSummary& summary : Summarise(results)) {
    page += fmt::format("<tr><td>{}</td>", summary.number);
    page += EvalCell("word", fmt::format("{} of {}", summary.solved, summary.trials)) + ShareBar(summary);
    page += NumberCell("units", summary.units) + NumberCell("form rounds", summary.form_rounds) +
            NumberCell("tokens", summary.tokens, summary.knows_tokens) +
            NumberCell("usd", summary.usd, summary.knows_usd) + NumberCell("time", summary.time_ms) +
            NumberCell("findings", summary.findings);
    page += EvalCell("number", PerSolvedText(summary)) + "</tr>\n";
  }
  page += kTableEnd;
}

std::string SolvedCell(const EvalResults& results, const std::string& task, const Variant& variant) {
  std::int64_t all = 0;
  std::int64_t solved = 0;
  for (const TrialResult& trial : results.trials) {
    if (trial.task != task || trial.variant != variant) continue;
    ++all;
    if (trial.solved) ++solved;
  }
  if (all == 0) return "<td class=\"quiet\">–</td>";
  const std::string_view tone = solved == all ? "good" : solved == 0 ? "bad" : "warn";
  return fmt::format("<td class=\"{}\">{}/{}</td>", tone, solved, all);
}

void AddTasks(std::string& page, const EvalResults& results) {
  std::vector<std::string> names;
  for (const TrialResult& trial : results.trials) {
    if (names.empty() || names.back() != trial.task) names.push_back(trial.task);
  }
  page += "<h2>Solved, by task</h2>\n<div class=\"scroll\"><table class=\"grid\">\n<tr><th>task</th>";
  for (const Variant& variant : results.variants) page += fmt::format("<th>{}</th>", VariantNumber(results, variant));
  page += "</tr>\n";
  for (const std::string& task : names) {
    page += "<tr>" + EvalCell("word", task);
    for (const Variant& variant : results.variants) page += SolvedCell(results, task, variant);
    page += "</tr>\n";
  }
  page += kTableEnd;
}

void AddComparison(std::string& page, const EvalResults& results, const Variant& a, const Variant& b) {
  const VariantComparison comparison = Compare(SideOf(results, a), SideOf(results, b));
  page +=
      fmt::format("<h2>Variant {} (A) and variant {} (B)</h2>\n", VariantNumber(results, a), VariantNumber(results, b));
  if (!comparison.measures.empty()) {
    page += fmt::format(
        "<p class=\"quiet\">Paired by task, {}. Exact sign test for what is solved, permutation test for "
        "the rest; p is corrected for the number of tests.</p>\n",
        Counted(static_cast<std::int64_t>(comparison.tasks.size()), "task"));
    page += TableHead({"measure", "#A", "#B", "#B lower / higher", "verdict"});
    for (const ComparedMeasure& measure : comparison.measures) {
      page += "<tr>" + EvalCell("word", measure.name) +
              EvalCell("number", ValueText(measure.name, measure.a, measure.knows_a)) +
              EvalCell("number", ValueText(measure.name, measure.b, measure.knows_b)) +
              EvalCell("number", fmt::format("{} / {}", measure.lower, measure.higher)) +
              EvalCell(measure.shown ? "say" : "say quiet", measure.verdict) + "</tr>\n";
    }
    page += kTableEnd;
  }
  for (const std::string& caution : comparison.cautions)
    page += "<p class=\"warn\">" + EscapeMarkup(caution) + "</p>\n";
}

void AddTrials(std::string& page, const EvalResults& results) {
  page += "<h2>Trials</h2>\n";
  page += TableHead({"task", "#variant", "#run", "solved", "#units", "#form rounds", "#tokens", "#cost", "#time",
                     "#findings", "why not"});
  for (const TrialResult& trial : results.trials) {
    page += "<tr>" + EvalCell("word", trial.task) +
            EvalCell("number", std::to_string(VariantNumber(results, trial.variant))) +
            EvalCell("number", std::to_string(trial.number));
    page += fmt::format("<td class=\"{}\">{}</td>", trial.solved ? "good" : "bad", trial.solved ? "yes" : "no");
    page += EvalCell("number", std::to_string(trial.units)) + EvalCell("number", std::to_string(trial.form_rounds)) +
            EvalCell("number", ValueText("tokens", static_cast<double>(trial.tokens), trial.knows_tokens())) +
            EvalCell("number", ValueText("usd", trial.usd, trial.knows_usd())) +
            EvalCell("number", FormatDuration(trial.time_ms)) + EvalCell("number", std::to_string(trial.findings));
    page += "<td class=\"text\">" + EscapeMarkup(trial.why);
    if (!trial.output.empty())
      page += "<details><summary>check</summary><pre>" + EscapeMarkup(trial.output) + "</pre></details>";
    page += "</td></tr>\n";
  }
  page += kTableEnd;
}

void AddMissing(std::string& page, const EvalResults& results) {
  if (results.skipped.empty() && results.open.empty()) return;
  page += "<h2>Not run</h2>\n<ul>\n";
  for (const SkippedTask& skipped : results.skipped)
    page += fmt::format("<li><b>{}</b>, skipped: {}</li>\n", EscapeMarkup(skipped.task), EscapeMarkup(skipped.why));
  for (const OpenTrial& open : results.open)
    page += fmt::format("<li><b>{}</b>, {}, run {}: {}</li>\n", EscapeMarkup(open.task),
                        EscapeMarkup(VariantName(open.variant)), open.number, EscapeMarkup(open.why));
  page += "</ul>\n";
}

}  // namespace

std::string EvalPage(const EvalResults& results, TimePoint now) {
  std::string page(kPageHead);
  page += fmt::format("<title>forge eval: {}</title>\n", EscapeMarkup(results.suite));
  page += kPageStyle;
  page += kEvalStyle;
  page += fmt::format("</head>\n<body><main>\n<h1>forge eval: {}</h1>\n<p class=\"quiet\">{}, {}, {}</p>\n",
                      EscapeMarkup(results.suite), UtcDay(now.ms),
                      Counted(static_cast<std::int64_t>(results.variants.size()), "variant"),
                      Counted(static_cast<std::int64_t>(results.trials.size()), "trial"));
  AddVariants(page, results);
  AddTasks(page, results);
  for (std::size_t i = 1; i < results.variants.size(); ++i)
    AddComparison(page, results, results.variants[0], results.variants[i]);
  AddTrials(page, results);
  AddMissing(page, results);
  return page + "</main></body>\n</html>\n";
}

Result<std::string> WriteEvalPage(const EvalResults& results, TimePoint now) {
  const std::string path = JoinPath(results.directory, "index.html");
  TRY(WriteFileAtomic(path, EvalPage(results, now)));
  return path;
}

}  // namespace forge
