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

constexpr std::int64_t kMostUsage = 1'000'000'000'000;
constexpr std::int64_t kNoNumber = std::numeric_limits<std::int64_t>::min();

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

std::int64_t SaidTokens(const Json& number) { return number.is_null() ? 0 : number.AsInt(kNoNumber); }

double SaidUsd(const Json& number) { return number.is_null() ? 0 : number.AsDouble(std::nan("")); }

std::int64_t WithoutCached(std::int64_t input, std::int64_t cached) {
  return input < 0 ? input : std::max<std::int64_t>(0, input - std::max<std::int64_t>(0, cached));
}

Usage SaidUsage(const Json& json) {
  return Usage{.input_tokens = SaidTokens(json["input_tokens"]),
               .output_tokens = SaidTokens(json["output_tokens"]),
               .cache_read_tokens = SaidTokens(json["cache_read_tokens"]),
               .cache_write_tokens = SaidTokens(json["cache_write_tokens"]),
               .usd = SaidUsd(json["usd"])};
}

Usage Believable(const Usage& said, std::string& refused) {
  const auto refuse = [&](std::string_view name, const std::string& value) {
    refused += fmt::format("{}{} {}", refused.empty() ? "" : ", ", name, value);
  };
  const auto tokens = [&](std::string_view name, std::int64_t value) -> std::int64_t {
    if (value >= 0 && value <= kMostUsage) return value;
    refuse(name, value == kNoNumber ? "(no whole number)" : std::to_string(value));
    return 0;
  };
  Usage usage;
  usage.input_tokens = tokens("input_tokens", said.input_tokens);
  usage.output_tokens = tokens("output_tokens", said.output_tokens);
  usage.cache_read_tokens = tokens("cache_read_tokens", said.cache_read_tokens);
  usage.cache_write_tokens = tokens("cache_write_tokens", said.cache_write_tokens);
  if (said.usd >= 0 && said.usd <= static_cast<double>(kMostUsage)) {
    usage.usd = said.usd;
  } else {
    refuse("usd", std::isfinite(said.usd) ? fmt::format("{}", said.usd) : "(no number)");
  }
  return usage;
}

std::string RefusedText(const std::string& refused) {
  return "the agent's report of its usage cannot be true and is not counted: " + refused;
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
