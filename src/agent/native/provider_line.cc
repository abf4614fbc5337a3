#include "agent/native/provider_line.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>

#include "agent/native/sse.h"
#include "agent/native/tell.h"
#include "agent/spending.h"
#include "base/strings.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::size_t kMostWhole = std::size_t{32} << 20;  // bytes of an answer that is not streamed

// What is wrong with an answer that arrived; nothing if it is good.
std::optional<ProviderError> ProblemWith(const HttpAnswer& answer, const ModelAnswer& said, const std::string& whole,
                                         const std::string& provider, TimePoint now) {
  const bool cut = answer.end == HttpAnswer::End::kCut;
  const bool arrived = answer.end == HttpAnswer::End::kComplete || answer.end == HttpAnswer::End::kUnwanted || cut;
  if (!arrived || answer.status < 200 || answer.status > 299) return ReadProviderError(answer, provider, now);
  if (said.has_error()) return ReadStreamError(said.error_type, said.error_message, provider);
  if (said.malformed) {
    return ProviderError{ErrorClass::kStream,
                         fmt::format("{}: the answer cannot be read{}{}", provider, whole.empty() ? "" : ": ",
                                     ValidUtf8(KeepHeadAndTail(Trim(whole), 200, 0))),
                         {}};
  }
  if (said.complete) return std::nullopt;
  if (cut) return ReadProviderError(answer, provider, now);
  return ProviderError{ErrorClass::kStream, fmt::format("{}: the answer ended before it was complete", provider), {}};
}

}  // namespace

ProviderLine::ProviderLine(const Protocol& protocol, const NativeSettings& settings, const AgentRequest& request,
                           std::int64_t until_ms, std::stop_token stop)
    : protocol_(protocol),
      settings_(settings),
      request_(request),
      until_ms_(until_ms),
      stop_(std::move(stop)),
      client_(settings.environment) {}

Reached ProviderLine::Ask(const Conversation& talk, const ModelSettings& model, bool force_result) {
  Usage before;
  for (int attempt = 1;; ++attempt) {
    Reached reached = AskOnce(talk, model, force_result);
    reached.before = before;
    if (!reached.error || !MayRetry(*reached.error, attempt)) {
      heard_ = heard_ || !reached.error;
      return reached;
    }
    before += reached.answer.usage;
    const std::int64_t said = reached.error->retry_at.ms - WallClock().ms;
    const std::int64_t delay =
        reached.error->retry_at.ms > 0 ? std::max<std::int64_t>(0, said) : settings_.retry_base_ms << (attempt - 1);
    Tell(request_, AgentEvent::Kind::kRetry, reached.error->message,
         Json::MakeObject().Set("attempt", attempt).Set("delay_ms", delay));
    if (!Wait(delay)) {
      reached.error = ProviderError{ErrorClass::kCancelled, "stopped on request", {}};
      return reached;
    }
  }
}

bool ProviderLine::MayRetry(const ProviderError& error, int attempt) const {
  if (!heard_ || attempt > settings_.retries) return false;
  const std::int64_t now = WallClock().ms;
  if (error.retry_at.ms - now > settings_.most_retry_wait_ms) return false;
  switch (error.error_class) {
    case ErrorClass::kRateLimit:
    case ErrorClass::kNetwork:
    case ErrorClass::kServer:
    case ErrorClass::kStream: return SteadyMs() + settings_.retry_base_ms < until_ms_;
    default: return false;
  }
}

bool ProviderLine::Wait(std::int64_t ms) const {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  const std::int64_t left = std::max<std::int64_t>(0, until_ms_ - SteadyMs());
  never.wait_for(lock, stop_, std::chrono::milliseconds(std::min(ms, left)), [] { return false; });
  return !stop_.stop_requested();
}

HttpRequest ProviderLine::MakeRequest(const Conversation& talk, const ModelSettings& model, bool force_result) const {
  HttpRequest http;
  http.url = protocol_.url();
  http.headers = protocol_.Headers();
  http.body = protocol_.MakeBody(talk, model, force_result);
  const AgentDeadlines& limits = request_.deadlines;
  const std::int64_t first = limits.first_event_ms > 0 ? limits.first_event_ms : limits.start_ms;
  http.first = std::chrono::milliseconds(first);
  http.silence = std::chrono::milliseconds(limits.silence_ms > 0 ? limits.silence_ms : first);
  http.wall = std::chrono::milliseconds(std::max<std::int64_t>(1, until_ms_ - SteadyMs()));
  return http;
}

HttpAnswer ProviderLine::Exchange(const HttpRequest& http, AnswerReader& reader, std::string& whole) {
  SseParser events;
  bool is_whole = false, begun = false;
  const auto take_event = [&](std::string_view event, std::string_view data) { return reader.TakeEvent(event, data); };
  HttpAnswer answer = client_.Post(
      http,
      [&](std::string_view chunk) {
        if (!begun) chunk = Trim(chunk).empty() ? "" : chunk;
        if (!begun && !chunk.empty()) {
          begun = true;
          // Some servers do not stream, and some are not API servers at all.
          is_whole = std::string_view("{[<").find(Trim(chunk).front()) != std::string_view::npos;
        }
        if (!is_whole) return events.Feed(chunk, take_event) && !events.overflowed();
        whole += chunk;
        return whole.size() < kMostWhole;
      },
      stop_);
  if (answer.status >= 200 && answer.status < 300) {
    if (is_whole) {
      reader.TakeWhole(whole);
    } else {
      events.End(take_event);
    }
  }
  return answer;
}

Reached ProviderLine::AskOnce(const Conversation& talk, const ModelSettings& model, bool force_result) {
  const HttpRequest http = MakeRequest(talk, model, force_result);
  const std::unique_ptr<AnswerReader> reader = protocol_.MakeReader();
  std::string whole;
  const HttpAnswer answer = Exchange(http, *reader, whole);
  Reached reached{reader->Finish(), std::nullopt, {}};
  reached.answer.usage = Believed(reached.answer.usage, request_);
  Learn(reached.answer, http.body.size() - std::min(http.body.size(), ImageBytes(talk)));
  const TimePoint now = WallClock();
  LearnLimits(answer, now);
  reached.error = ProblemWith(answer, reached.answer, whole, protocol_.name(), now);
  return reached;
}

// Limited to a plausible range.
void ProviderLine::Learn(const ModelAnswer& said, std::size_t body_bytes) {
  const std::int64_t tokens = said.usage.input_tokens + said.usage.cache_read_tokens + said.usage.cache_write_tokens;
  if (tokens < 1000) return;
  bytes_per_token_ = std::clamp(static_cast<double>(body_bytes) / static_cast<double>(tokens), 2.0, 5.0);
}

void ProviderLine::LearnLimits(const HttpAnswer& answer, TimePoint now) {
  std::vector<LimitState> limits = ReadLimits(answer.headers, now);
  for (const LimitState& limit : limits) {
    Tell(request_, AgentEvent::Kind::kLimit, limit.window,
         Json::MakeObject().Set("used", limit.used).Set("resets_at", limit.resets_at.ms));
  }
  if (!limits.empty()) limits_ = std::move(limits);
}

}  // namespace forge
