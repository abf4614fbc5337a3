#include "model/usage.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "base/amounts.h"
#include "base/strings.h"

namespace forge {
namespace {

std::int64_t Add(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
}

double Add(double a, double b) {
  if (!std::isfinite(b)) return a;
  return std::clamp(a + b, std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max());
}

std::optional<std::int64_t> IntLimit(const Json& json, std::string_view key) {
  const Json& limit = json[key];
  if (limit.is_null()) return std::nullopt;
  return limit.AsInt(0);
}

}  // namespace

std::int64_t Usage::tokens() const { return Add(Add(input_tokens, output_tokens), cache_write_tokens); }

Usage& Usage::operator+=(const Usage& other) {
  input_tokens = Add(input_tokens, other.input_tokens);
  output_tokens = Add(output_tokens, other.output_tokens);
  cache_read_tokens = Add(cache_read_tokens, other.cache_read_tokens);
  cache_write_tokens = Add(cache_write_tokens, other.cache_write_tokens);
  usd = Add(usd, other.usd);
  return *this;
}

Usage UsageFromJson(const Json& json) {
  return Usage{.input_tokens = json["input_tokens"].AsInt(),
               .output_tokens = json["output_tokens"].AsInt(),
               .cache_read_tokens = json["cache_read_tokens"].AsInt(),
               .cache_write_tokens = json["cache_write_tokens"].AsInt(),
               .usd = json["usd"].AsDouble()};
}

Json ToJson(const Budget& budget) {
  Json json = Json::MakeObject();
  if (budget.tokens) json.Set("tokens", *budget.tokens);
  if (budget.usd) json.Set("usd", *budget.usd);
  if (budget.wall_ms) json.Set("wall_ms", *budget.wall_ms);
  if (budget.units) json.Set("units", *budget.units);
  return json;
}

std::string LimitsText(const Budget& budget) {
  std::vector<std::string> parts;
  if (budget.usd) parts.push_back(UsdText(*budget.usd));
  if (budget.tokens) parts.push_back(fmt::format("{} tokens", *budget.tokens));
  if (budget.units) parts.push_back(fmt::format("{} units", *budget.units));
  if (budget.wall_ms) parts.push_back(FormatDuration(*budget.wall_ms));
  return parts.empty() ? "none" : Join(parts, ", ");
}

Budget BudgetFromJson(const Json& json) {
  Budget budget;
  budget.tokens = IntLimit(json, "tokens");
  if (const Json& usd = json["usd"]; !usd.is_null()) budget.usd = usd.AsDouble(0);
  budget.wall_ms = IntLimit(json, "wall_ms");
  budget.units = IntLimit(json, "units");
  return budget;
}

}  // namespace forge
