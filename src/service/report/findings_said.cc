#include "service/report/findings_said.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "engine/input.h"
#include "model/outcome.h"
#include "service/report/check_findings.h"
#include "service/unit/run_files.h"
#include "store/store.h"
#include "text/review/audit.h"
#include "text/review/result_block.h"
#include "text/review/review_schema.h"
#include "text/review/review_shown.h"

namespace forge {
namespace {

constexpr const char* kUnreadable = "the review asks for changes but has no readable finding";

std::string SourceOf(const UnitRow& unit) {
  std::string source = unit.stage;
  if (!unit.member.empty()) source += "." + unit.member;
  return source;
}

std::string_view Word(Severity severity) {
  switch (severity) {
    case Severity::kNone: return "none";
    case Severity::kLow: return "low";
    case Severity::kMedium: return "medium";
    case Severity::kHigh: return "high";
  }
  return "none";
}

bool IsLabelled(std::string_view line, std::string_view label) {
  const std::size_t first = line.find_first_not_of("*_#> \t");
  return first != std::string_view::npos && Lower(line.substr(first, label.size())) == label;
}

std::string UpToNextLabel(const std::vector<std::string_view>& lines, std::size_t from) {
  std::string body;
  for (std::size_t i = from; i < lines.size(); ++i) {
    if (IsLabelled(lines[i], "severity") || IsLabelled(lines[i], "verdict") || IsLabelled(lines[i], "concern ")) break;
    body += std::string(lines[i]) + "\n";
  }
  return std::string(Trim(body));
}

// What stands below the title of a concern that has our form, or below its severity if it is written there. Before
// rules 2 only the latter was read.
std::string BodyOfConcern(std::string_view text, const Concern& concern, int rules) {
  if (!IsLabelled(concern.text, "concern ")) return "";
  const std::vector<std::string_view> lines = Lines(text);
  const std::size_t end = std::min(lines.size(), static_cast<std::size_t>(std::max(concern.line, 0)));
  std::size_t title = end;
  while (title > 0 && !IsLabelled(lines[title - 1], "concern ")) --title;
  std::string body = rules >= 2 && title > 0 ? UpToNextLabel(lines, title) : "";
  return body.empty() ? UpToNextLabel(lines, end) : body;
}

// "Concern 2: nothing is tested" is about nothing that is tested: its number changes from round to round.
std::string TitleOfConcern(const Concern& concern) {
  const std::size_t colon = concern.text.find(": ");
  const bool numbered = IsLabelled(concern.text, "concern ") && colon != std::string::npos;
  return numbered ? concern.text.substr(colon + 2) : concern.text;
}

// All that a review says, without its verdict.
std::string WordsOfReview(std::string_view text) {
  std::string words;
  for (std::string_view line : Lines(WithoutResultBlock(text))) {
    if (!IsLabelled(line, "verdict")) words += std::string(line) + "\n";
  }
  return std::string(Trim(words));
}

// As before rules 1: the line of each concern with its number, or the summary.
std::vector<Finding> FromWordsBefore(const UnitRow& unit, const UnitOutcome& outcome,
                                     const std::optional<std::string>& text) {
  std::vector<Finding> findings;
  const std::vector<Concern> concerns = text ? ParseAudit(*text).concerns : std::vector<Concern>();
  for (const Concern& concern : concerns) {
    findings.push_back(FindingFromJson(
        Json::MakeObject().Set("severity", Word(concern.severity)).Set("description", concern.text), SourceOf(unit)));
  }
  if (findings.empty() && outcome.verdict == Verdict::kRevision) {
    findings.push_back(FindingFromJson(Json::MakeObject().Set("description", outcome.summary), SourceOf(unit)));
    findings.back().notes.emplace_back(kUnreadable);
  }
  return findings;
}

std::vector<Finding> ConcernsIn(const std::string& text, const std::string& source, int rules) {
  std::vector<Finding> findings;
  for (const Concern& concern : ParseAudit(text).concerns) {
    findings.push_back(FindingFromJson(Json::MakeObject()
                                           .Set("severity", Word(concern.severity))
                                           .Set("title", TitleOfConcern(concern))
                                           .Set("text", BodyOfConcern(text, concern, rules)),
                                       source));
  }
  return findings;
}

// A review without a result block: the concerns of an audit, or at least what it says when it asks for changes.
Result<std::vector<Finding>> FromWords(const UnitRow& unit, const UnitOutcome& outcome, const RunFiles* files,
                                       int rules) {
  std::vector<Finding> findings;
  if (!outcome.verdict) return findings;
  std::optional<std::string> text;
  if (files != nullptr) text = TRY(files->ReadUnitText(unit.id, "answer.md"));
  if (rules < 1) return FromWordsBefore(unit, outcome, text);
  if (text) findings = ConcernsIn(*text, SourceOf(unit), rules);
  if (findings.empty() && outcome.verdict == Verdict::kRevision) {
    const std::string words = text ? WordsOfReview(*text) : "";
    findings.push_back(FindingFromJson(Json(words.empty() ? outcome.summary : words), SourceOf(unit)));
    findings.back().notes.emplace_back(kUnreadable);
  }
  return findings;
}

}  // namespace

std::vector<Finding> FindingsInReview(const std::string& text, const std::string& source) {
  const ResultBlock block = FindResultBlock(text, LeastOfReview());
  return block.ok() ? FindingsFromJson(block.value, source) : ConcernsIn(text, source, kRules);
}

std::vector<Finding> RemarksInReview(const std::string& text, const std::string& source) {
  const ResultBlock block = FindResultBlock(text, LeastOfReview());
  return block.ok() ? FindingsFromJson(block.value[kReviewRemarks], source) : std::vector<Finding>();
}

Finding AsNamed(Finding finding, int rules) {
  if (rules >= 1) return finding;
  const std::string head = std::exchange(finding.title, "") + "\n";
  if (head.size() > 1 && finding.description.starts_with(head)) finding.description.erase(0, head.size());
  return finding;
}

Result<std::vector<Finding>> FindingsSaidBy(const UnitRow& unit, const UnitOutcome& outcome, const RunFiles* files,
                                            int rules) {
  if (unit.kind == UnitKind::kCheck) return FindingsOfCheck(outcome.result, SourceOf(unit), rules);
  std::vector<Finding> findings = FindingsFromJson(outcome.result, SourceOf(unit));
  // What it repeats of what a person decided was set aside when the answer was read (service/unit/settled_points.h).
  for (const Json& one : outcome.result[kSettledPoints].AsArray())
    findings.push_back(FindingFromJson(one, SourceOf(unit)));
  for (Finding& finding : findings) finding = AsNamed(std::move(finding), rules);
  if (!findings.empty()) return findings;
  // Who says `concerns` and lists none has one: what the summary says. What is left out is known to the step's checks.
  const bool worries = rules >= 1 && EqualsIgnoreCase(outcome.result["status"].AsString(), "concerns");
  if (!outcome.verdict && worries && outcome.result["left_out"].AsArray().empty())
    return std::vector<Finding>{FindingFromJson(outcome.result["summary"], SourceOf(unit))};
  return FromWords(unit, outcome, files, rules);
}

std::vector<Finding> FalseClaimsOf(const UnitRow& unit, const UnitOutcome& outcome) {
  std::vector<Finding> claims;
  if (unit.kind != UnitKind::kAgent || outcome.verdict) return claims;
  for (const Json& file : outcome.result["unwritten"].AsArray()) {
    Json claim = Json::MakeObject().Set("severity", "low").Set("category", "false claim").Set("file", file);
    claim.Set("title", fmt::format("`{}` says that it changed {}, and did not", SourceOf(unit), file.AsString()));
    claims.push_back(FindingFromJson(claim, SourceOf(unit)));
  }
  return claims;
}

bool SaysConcerns(const UnitRow& unit, const UnitOutcome& outcome) {
  const Json& result = outcome.result;
  const bool reports = result.Has("findings") || result.Has("issues") || result.Has("objections");
  return unit.kind == UnitKind::kAgent && !outcome.verdict && !reports;
}

std::vector<Dismissal> DismissalsIn(const UnitRow& unit, const UnitOutcome& outcome) {
  std::vector<Dismissal> dismissals;
  if (!outcome.verdict) return dismissals;
  for (const Json& one : outcome.result["dismissed"].AsArray()) {
    const std::string why(Trim(one["why"].AsString()));
    const bool fixed = IsOneOf(Lower(one["state"].AsString()), {"fixed", "resolved", "done"});
    if (!why.empty()) dismissals.push_back({one["id"].AsString(), fixed, fmt::format("`{}`: {}", SourceOf(unit), why)});
  }
  return dismissals;
}

}  // namespace forge
