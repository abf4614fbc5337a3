#include "agent/native/native_error.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "agent/reset_clock.h"
#include "base/strings.h"
#include "text/error_class.h"

namespace forge {
namespace {

constexpr std::size_t kMostWords = 1500;

struct TypedClass {
  ErrorClass error_class;
  std::string_view types;  // with a comma between them
};

// Types with one meaning. Others, such as Anthropic's invalid_request_error, have several.
constexpr TypedClass kTypes[] = {
    {ErrorClass::kPermanent,
     "authentication_error, permission_error, not_found_error, billing_error, invalid_api_key, model_not_found, "
     "insufficient_quota"},
    {ErrorClass::kContextOverflow,
     "request_too_large, context_length_exceeded, exceed_context_size_error, string_above_max_length"},
    {ErrorClass::kQuota, "usage_limit_reached"},
    {ErrorClass::kRateLimit, "rate_limit_exceeded"},
    {ErrorClass::kServer, "overloaded_error, server_is_overloaded, timeout_error"},
    {ErrorClass::kRefusal, "content_filter, content_policy_violation"},
    {ErrorClass::kNetwork, "proxy_error"},
};

std::string ShortWords(std::string_view text) {
  return ValidUtf8(KeepHeadAndTail(Trim(text), kMostWords, kMostWords / 4));
}

struct ErrorFields {
  std::string type, words;
};

// {"error": {"type", "code", "message"}}, {"error": "..."}, {"message": "..."}, {"detail": "..."}, or plain text.
ErrorFields ReadBody(std::string_view body) {
  auto json = ParseJson(body);
  if (!json) return {"", ShortWords(body)};
  const Json& root = json->is_array() && !json->AsArray().empty() ? json->AsArray().front() : *json;
  const Json& error = root["error"];
  if (error.is_string()) return {"", ShortWords(error.AsString())};
  const Json& from = error.is_object() ? error : root;
  ErrorFields fields{from["type"].AsString(), from["message"].AsString(from["detail"].AsString())};
  if (from["code"].is_string()) fields.type = from["code"].AsString();
  fields.words = ShortWords(fields.words.empty() ? body : std::string_view(fields.words));
  return fields;
}

std::string HeaderOf(const std::map<std::string, std::string>& headers, const std::string& name) {
  auto found = headers.find(name);
  return found == headers.end() ? "" : found->second;
}

// "2026-11-15T23:31:49Z", with or without a fraction of a second.
std::optional<TimePoint> ParseIsoTime(std::string_view text) {
  if (text.size() < 20 || text[4] != '-' || text[10] != 'T' || !text.ends_with('Z')) return std::nullopt;
  auto number = [&](std::size_t at, std::size_t size) { return ParseInt(text.substr(at, size)).value_or(-1); };
  const auto day = std::chrono::year(static_cast<int>(number(0, 4))) /
                   std::chrono::month(static_cast<unsigned>(number(5, 2))) /
                   std::chrono::day(static_cast<unsigned>(number(8, 2)));
  if (!day.ok() || number(11, 2) < 0 || number(14, 2) < 0 || number(17, 2) < 0) return std::nullopt;
  const std::int64_t days = std::chrono::sys_days(day).time_since_epoch().count();
  return TimePoint{(((days * 24 + number(11, 2)) * 60 + number(14, 2)) * 60 + number(17, 2)) * 1000};
}

// OpenAI's "1s", "6m0s", "120ms".
std::optional<std::int64_t> ParseGoDuration(std::string_view text) {
  double total = 0;
  bool any = false;
  while (!text.empty()) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789."), text.size());
    const std::optional<double> number = ParseDouble(text.substr(0, digits));
    text.remove_prefix(digits);
    const std::size_t unit_end = std::min(text.find_first_of("0123456789."), text.size());
    const std::string_view unit = text.substr(0, unit_end);
    text.remove_prefix(unit_end);
    const double scale = unit == "ms" ? 1 : unit == "s" ? 1000 : unit == "m" ? 60'000 : unit == "h" ? 3'600'000 : -1;
    if (!number || scale < 0) return std::nullopt;
    total += *number * scale;
    any = true;
  }
  if (!any || total > 1e12) return std::nullopt;
  return static_cast<std::int64_t>(total);
}

// A time in any form of a header: seconds since the epoch, seconds from now, a duration, or a date.
std::optional<TimePoint> ParseTime(const std::string& text, TimePoint now) {
  if (text.empty()) return std::nullopt;
  if (const std::optional<double> number = ParseDouble(text); number && *number >= 0 && *number < 1e11) {
    const auto ms = static_cast<std::int64_t>(*number * 1000);
    return TimePoint{ms > 1'000'000'000'000 ? ms : now.ms + ms};
  }
  if (auto time = ParseIsoTime(text)) return time;
  if (const auto duration = ParseGoDuration(text)) return TimePoint{now.ms + *duration};
  return ParseHttpDate(text);
}

TimePoint RetryAt(const HttpAnswer& answer, std::string_view words, TimePoint now) {
  if (const auto ms = ParseDouble(HeaderOf(answer.headers, "retry-after-ms")); ms && *ms >= 0 && *ms < 1e12) {
    return {now.ms + static_cast<std::int64_t>(*ms)};
  }
  if (const auto time = ParseTime(HeaderOf(answer.headers, "retry-after"), now)) return *time;
  // The body says more than its message: `resets_at`, and which limit it is.
  return FindResetTime(answer.body.empty() ? words : std::string_view(answer.body), ResetClockAt(now));
}

std::string Advice(ErrorClass error_class, int status) {
  if (error_class != ErrorClass::kPermanent) return "";
  if (status == 401 || status == 403) return "; check the key";
  if (status == 404) return "; check the model's name and the base URL";
  if (status >= 300 && status < 400) return "; set the base URL to where it leads";
  return "";
}

}  // namespace

ErrorClass ClassifyProviderError(int status, std::string_view type, std::string_view words) {
  const ErrorClass said = ClassifyError(words).error_class;
  const auto found =
      std::ranges::find_if(kTypes, [&](const auto& each) { return IsOneOf(type, SplitList(each.types)); });
  const bool known = found != std::end(kTypes);
  if (known && found->error_class != ErrorClass::kRateLimit) return found->error_class;
  const bool limited = status == 429 || type == "rate_limit_error" || known;
  if (limited) return said == ErrorClass::kQuota || said == ErrorClass::kPermanent ? said : ErrorClass::kRateLimit;
  if (status == 413) return ErrorClass::kContextOverflow;
  if (status == 400 || status == 422 || type == "invalid_request_error") {
    return said == ErrorClass::kContextOverflow || said == ErrorClass::kRefusal ? said : ErrorClass::kPermanent;
  }
  if (status == 407) return ErrorClass::kNetwork;
  if (status == 408 || status >= 500) return ErrorClass::kServer;
  if (status >= 300) return ErrorClass::kPermanent;
  if (type == "api_error" || type == "server_error") return ErrorClass::kServer;
  return said;
}

ProviderError ReadProviderError(const HttpAnswer& answer, const std::string& provider, TimePoint now) {
  using End = HttpAnswer::End;
  switch (answer.end) {
    case End::kCancelled: return {ErrorClass::kCancelled, "stopped on request", {}};
    case End::kTimedOut: return {ErrorClass::kTimeout, fmt::format("{}: {}", provider, answer.error), {}};
    case End::kNetwork: return {ErrorClass::kNetwork, fmt::format("{}: {}", provider, answer.error), {}};
    case End::kCut:
      return {ErrorClass::kStream, fmt::format("{}: the answer was cut off: {}", provider, answer.error), {}};
    case End::kTooLarge:
      return {ErrorClass::kStream, fmt::format("{}: the answer is too large: {}", provider, answer.error), {}};
    case End::kUnwanted:
    case End::kComplete: break;
  }
  const ErrorFields fields = ReadBody(answer.body);
  ProviderError error;
  error.error_class = ClassifyProviderError(answer.status, fields.type, fields.words);
  const std::string& words = fields.words.empty() ? answer.error : fields.words;
  error.message = fmt::format("{}: status {}{}{}", provider, answer.status, words.empty() ? "" : ": ", words) +
                  Advice(error.error_class, answer.status);
  error.retry_at = RetryAt(answer, fields.words, now);
  return error;
}

ProviderError ReadStreamError(std::string_view type, std::string_view words, const std::string& provider) {
  ProviderError error;
  error.error_class = ClassifyProviderError(0, type, words);
  if (error.error_class == ErrorClass::kUnknown) error.error_class = ErrorClass::kServer;
  error.message = fmt::format("{}: {}: {}", provider, type, ShortWords(words));
  return error;
}

std::vector<LimitState> ReadLimits(const std::map<std::string, std::string>& headers, TimePoint now) {
  std::vector<LimitState> limits;
  auto add = [&](std::string window, double used, const std::string& reset) {
    limits.push_back({std::move(window), std::clamp(used, 0.0, 1.0), ParseTime(reset, now).value_or(TimePoint{})});
  };
  for (const auto& [window, name] : {std::pair<std::string, std::string>{"five_hour", "5h"}, {"seven_day", "7d"}}) {
    const std::string stem = "anthropic-ratelimit-unified-" + name;
    if (const auto used = ParseDouble(HeaderOf(headers, stem + "-utilization")))
      add(window, *used, HeaderOf(headers, stem + "-reset"));
  }
  for (const char* window : {"requests", "tokens", "input-tokens", "output-tokens"}) {
    const std::string anthropic = fmt::format("anthropic-ratelimit-{}-", window);
    auto share = [&](const std::string& limit_name, const std::string& left_name, const std::string& reset_name) {
      const auto limit = ParseDouble(HeaderOf(headers, limit_name));
      const auto left = ParseDouble(HeaderOf(headers, left_name));
      if (limit && left && *limit > 0) add(window, 1 - *left / *limit, HeaderOf(headers, reset_name));
    };
    share(anthropic + "limit", anthropic + "remaining", anthropic + "reset");
    share(fmt::format("x-ratelimit-limit-{}", window), fmt::format("x-ratelimit-remaining-{}", window),
          fmt::format("x-ratelimit-reset-{}", window));
  }
  return limits;
}

}  // namespace forge
