// What a unit spent, and what a run may spend.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "model/json.h"

namespace forge {

struct Usage {
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;
  std::int64_t cache_read_tokens = 0;
  std::int64_t cache_write_tokens = 0;
  double usd = 0;

  std::int64_t tokens() const;  // what a budget counts: reads from the cache are free
  bool empty() const { return *this == Usage{}; }
  // Stops at the largest value and ignores a cost that is not a number, so that a garbled report cannot overflow a
  // budget.
  Usage& operator+=(const Usage& other);
  bool operator==(const Usage&) const = default;
};

// A missing limit means no limit.
struct Budget {
  std::optional<std::int64_t> tokens;
  std::optional<double> usd;
  std::optional<std::int64_t> wall_ms;
  std::optional<std::int64_t> units;

  bool empty() const { return *this == Budget{}; }
  bool operator==(const Budget&) const = default;
};

Json ToJson(const Usage& usage);
Usage UsageFromJson(const Json& json);  // missing members are 0
// What an agent says it used, in the same form. What is not a number is kept as one that nobody can have used.
Usage SaidUsage(const Json& json);
std::int64_t SaidTokens(const Json& number);  // 0 if there is none
double SaidUsd(const Json& number);
// The input tokens of a provider that counts those from its cache among them. What cannot be true stays so.
std::int64_t WithoutCached(std::int64_t input, std::int64_t cached);
// Without the members that cannot be true: negative ones, and more than 10^12. `refused` names them, "output_tokens
// -500", and is left alone if there are none: usage only ever grows.
Usage Believable(const Usage& said, std::string& refused);
// For people: a report of which so much was refused.
std::string RefusedText(const std::string& refused);
Json ToJson(const Budget& budget);
std::string LimitsText(const Budget& budget);  // "$2.00, 50000 tokens", for people; "none"
Budget BudgetFromJson(const Json& json);       // a limit that is there but unreadable is 0: nothing may be spent

}  // namespace forge
