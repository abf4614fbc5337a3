#include "verify/attempts.h"

#include <fmt/core.h>

#include <optional>

#include "base/strings.h"
#include "verify/signature.h"

namespace forge {
namespace {

// A finding is its text at its place: the same words about another file are another finding.
std::optional<std::string> TextOf(const Json& issue) {
  if (issue.is_string()) return issue.AsString();
  if (!issue.is_object()) return std::nullopt;
  std::string text;
  for (const char* key : {"file", "command", "name", "error", "message", "description"}) {
    const Json* member = issue.Find(key);
    if (member == nullptr || !member->is_string() || Trim(member->AsString()).empty()) continue;
    text += (text.empty() ? "" : "\n") + member->AsString();
  }
  if (text.empty()) return std::nullopt;
  return text;
}

Result<AttemptScore> ReadAttempt(const Json& json, std::size_t place) {
  auto wrong = [&](std::string_view what) { return Fail(Code::kInvalid, fmt::format("attempt {}: {}", place, what)); };
  if (!json.is_object()) return wrong("expected an object with score and issues");
  const Json* score = json.Find("score");
  if (score == nullptr || !score->is_number()) return wrong("has no number `score`");
  AttemptScore attempt;
  attempt.score = score->AsDouble();
  if (!(attempt.score >= 0 && attempt.score <= 1)) return wrong("its score is not between 0 and 1");
  const Json* issues = json.Find("issues");
  if (issues == nullptr || issues->is_null()) return attempt;
  if (!issues->is_array()) return wrong("its issues are not a list");
  for (const Json& issue : issues->AsArray()) {
    const auto text = TextOf(issue);
    // What is nothing but noise has no name either.
    std::string normal = text ? NormalizeOutput(*text) : "";
    if (normal.empty()) {
      attempt.unnamed = true;
    } else {
      attempt.issues.push_back(std::move(normal));
    }
  }
  return attempt;
}

}  // namespace

Result<std::vector<AttemptScore>> ReadAttempts(const Json& json) {
  if (!json.is_array()) return Fail(Code::kInvalid, "expected a list of attempts, [{\"score\", \"issues\"}, ...]");
  std::vector<AttemptScore> attempts;
  for (const Json& attempt : json.AsArray()) attempts.push_back(TRY(ReadAttempt(attempt, attempts.size() + 1)));
  return attempts;
}

Json ToJson(const Stagnation& judged) {
  return Json::MakeObject()
      .Set("stagnant", judged.stagnant)
      .Set("oscillating", judged.oscillating)
      .Set("velocity", judged.velocity ? Json(*judged.velocity) : Json())
      .Set("recommendation", Name(judged.recommendation));
}

}  // namespace forge
