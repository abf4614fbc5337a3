#include "text/review/dimensions_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "text/review/review_shown.h"

namespace forge {
namespace {

constexpr std::string_view kDimensionsForm = R"({
  "type": "object",
  "required": ["dimensions"],
  "properties": {
    "dimensions": {
      "type": "array",
      "description": "one entry for each of the seven",
      "items": {
        "type": "object",
        "required": ["dimension", "score", "reason"],
        "properties": {
          "dimension": {"enum": ["completeness", "dependencies", "risk_coverage", "acceptance_observable", "scope_alignment", "decisions_honored", "expected_output_realistic"]},
          "score": {"enum": ["pass", "warn", "fail"]},
          "reason": {"type": "string", "description": "one sentence with the place and, of what does not pass, what would resolve it"}
        }
      }
    }
  }
})";

// Code looks for words that answer a risk or that can be observed: who understands the plan knows better.
bool GoesByWords(std::string_view name) { return IsOneOf(name, {"risk_coverage", "acceptance_observable"}); }

Score ScoreOf(const Json& said) {
  const std::string word = Lower(Trim(said["score"].AsString()));
  if (word.starts_with("pass") || word == "ok") return Score::kPass;
  return word.starts_with("warn") ? Score::kWarn : Score::kFail;
}

std::string NameOf(const Json& said) {
  return ReplaceAll(ReplaceAll(Lower(Trim(said["dimension"].AsString())), " ", "_"), "-", "_");
}

// The worst that is said of it, should it be scored twice.
std::optional<ScoredDimension> SaidOf(const Json& said, std::string_view name) {
  std::optional<ScoredDimension> found;
  for (const Json& one : said["dimensions"].AsArray()) {
    if (NameOf(one) != name) continue;
    ScoredDimension scored{std::string(name), ScoreOf(one), std::string(Trim(one["reason"].AsString())), "reviewer"};
    if (!found || scored.score > found->score) found = std::move(scored);
  }
  return found;
}

// Both doubt it, each for a reason of their own.
bool SeesMore(const ScoredDimension& code, const ScoredDimension& reviewer) {
  return code.score != Score::kPass && reviewer.score == code.score && !reviewer.reason.empty() &&
         reviewer.reason != code.reason;
}

// The form of the plan is the business of its author: a warning of it tells who does a step nothing.
bool IsAboutForm(std::string_view name) {
  return IsOneOf(name, {"must_haves_wellformed", "ordering", "legacy_schema_detect"});
}

std::string OneLine(std::string_view text) { return ReplaceAll(ReplaceAll(text, "\n", " "), "|", "\\|"); }

std::vector<std::string> NamesWith(const Scores& scores, Score score) {
  std::vector<std::string> names;
  for (const ScoredDimension& one : scores) {
    if (one.score == score) names.push_back(one.name);
  }
  return names;
}

}  // namespace

const Json& DimensionsSchema() {
  static const Json schema = ParseJson(kDimensionsForm).value();
  return schema;
}

const Json& LeastOfDimensions() {
  static const Json least = ParseJson(R"({"type": "object", "required": ["dimensions"], "properties": {"dimensions":
    {"type": "array", "items": {"type": "object", "required": ["dimension", "score"]}}}})")
                                .value();
  return least;
}

Result<Scores> PutScoresTogether(const PlanDimensions& by_code, const Json& said) {
  Scores scores;
  std::vector<std::string> missing;
  for (const Dimension& one : by_code.dimensions) {
    ScoredDimension code{std::string(one.name), one.score, one.reason, "engine"};
    std::optional<ScoredDimension> reviewer = SaidOf(said, one.name);
    if (!reviewer && one.score == Score::kReview) missing.push_back(code.name);
    const bool taken =
        reviewer && (one.score == Score::kReview || GoesByWords(one.name) || reviewer->score > code.score);
    if (!taken && reviewer && SeesMore(code, *reviewer)) code.reason += " The reviewer: " + reviewer->reason;
    scores.push_back(taken ? *std::move(reviewer) : std::move(code));
  }
  if (missing.empty()) return scores;
  return Fail(Code::kInvalid,
              fmt::format("the answer does not score {}, which nobody else can", Join(missing, " and ")));
}

std::int64_t CountScores(const Scores& scores, Score score) {
  return std::ranges::count(scores, score, &ScoredDimension::score);
}

std::string DescribeScores(const Scores& scores) {
  const std::vector<std::string> failing = NamesWith(scores, Score::kFail);
  const std::vector<std::string> warning = NamesWith(scores, Score::kWarn);
  std::string text =
      fmt::format("{} of {} dimensions {}", failing.size(), scores.size(), failing.size() == 1 ? "fails" : "fail");
  if (!failing.empty()) text += ": " + Join(failing, ", ");
  if (!warning.empty()) text += fmt::format("; warned of: {}", Join(warning, ", "));
  return text;
}

Json ToJson(const Scores& scores) {
  Json list = Json::MakeArray();
  for (const ScoredDimension& one : scores) {
    list.Append(Json::MakeObject()
                    .Set("dimension", one.name)
                    .Set("score", Name(one.score))
                    .Set("reason", one.reason)
                    .Set("by", one.by));
  }
  return list;
}

Scores ScoresFromJson(const Json& json) {
  Scores scores;
  for (const Json& one : json.AsArray()) {
    scores.push_back({one["dimension"].AsString(), ParseWord<Score>(one["score"].AsString()).value_or(Score::kFail),
                      one["reason"].AsString(), one["by"].AsString()});
  }
  return scores;
}

Json FindingsOfScores(const Scores& scores) {
  Json findings = Json::MakeArray();
  for (const ScoredDimension& one : scores) {
    if (one.score != Score::kFail) continue;
    findings.Append(Json::MakeObject().Set("severity", "medium").Set("title", one.name).Set("text", one.reason));
  }
  return findings;
}

Json RemarksOfScores(const Scores& scores) {
  Json remarks = Json::MakeArray();
  for (const ScoredDimension& one : scores) {
    if (one.score != Score::kWarn || IsAboutForm(one.name) || one.reason.empty()) continue;
    remarks.Append(Json::MakeObject().Set("severity", "low").Set("title", one.name).Set("text", one.reason));
  }
  return remarks;
}

std::string ScoresPage(const std::vector<Scores>& rounds) {
  const Scores& now = rounds.back();
  std::string page = fmt::format("Round {}: {}.\n\n| dimension |", rounds.size(), DescribeScores(now));
  std::string line = "|---|";
  for (std::size_t round = 1; round <= rounds.size(); ++round) {
    page += fmt::format(" round {} |", round);
    line += "---|";
  }
  page += " by | reason |\n" + line + "---|---|\n";
  for (const ScoredDimension& one : now) {
    page += fmt::format("| {} |", one.name);
    for (const Scores& round : rounds) {
      const auto then = std::ranges::find(round, one.name, &ScoredDimension::name);
      page += fmt::format(" {} |", then == round.end() ? "" : Name(then->score));
    }
    page += fmt::format(" {} | {} |\n", one.by, OneLine(one.reason));
  }
  const bool fails = CountScores(now, Score::kFail) > 0;
  Json block = Json::MakeObject().Set("findings", FindingsOfScores(now));
  if (Json remarks = RemarksOfScores(now); !remarks.AsArray().empty()) block.Set(kReviewRemarks, std::move(remarks));
  page +=
      fmt::format("\n**Verdict:** {}\n\n```json\n{}\n```\n", fails ? "Revision Required" : "Approved", block.Dump());
  return page;
}

std::string ScoresByCode(const PlanDimensions& by_code) {
  std::string text;
  for (const Dimension& one : by_code.dimensions) {
    if (one.score == Score::kReview || one.score == Score::kPass) continue;
    text += fmt::format("- {}: {}. {}{}\n", one.name, Name(one.score), one.reason,
                        GoesByWords(one.name) ? " (by words alone: your score counts)" : "");
  }
  return text + (text.empty() ? "All that it can tell passes.\n" : "All else that it can tell passes.\n");
}

}  // namespace forge
