// A unit's line to its provider: sends a conversation, reads the answer as it comes, and asks again after a failure.
// Knows no tools, and changes no conversation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "agent/native/http_client.h"
#include "agent/native/native_error.h"
#include "agent/native/native_protocol.h"
#include "agent/native/native_settings.h"
#include "agent/runtime.h"

namespace forge {

// A model's answer or an error.
struct Reached {
  ModelAnswer answer;  // partial if there is an error
  std::optional<ProviderError> error;
  Usage before;  // of the failed attempts before it
};

class ProviderLine {
 public:
  // All are borrowed. No request lasts longer than `until_ms` (of SteadyMs).
  ProviderLine(const Protocol& protocol, const NativeSettings& settings, const AgentRequest& request,
               std::int64_t until_ms, std::stop_token stop);

  // If the first request of a unit fails, nothing is lost: the engine retries by its own policy, and shows it. Later
  // requests are retried here, because a failure would lose the work so far.
  Reached Ask(const Conversation& talk, const ModelSettings& model, bool force_result);
  Reached AskOnce(const Conversation& talk, const ModelSettings& model, bool force_result);

  // As measured with the last answers: code, prose and models differ.
  double bytes_per_token() const { return bytes_per_token_; }
  // The provider's windows, as its last answer said.
  const std::vector<LimitState>& limits() const { return limits_; }

 private:
  HttpRequest MakeRequest(const Conversation& talk, const ModelSettings& model, bool force_result) const;
  HttpAnswer Exchange(const HttpRequest& http, AnswerReader& reader, std::string& whole);
  void Learn(const ModelAnswer& said, std::size_t body_bytes);
  void LearnLimits(const HttpAnswer& answer, TimePoint now);
  bool MayRetry(const ProviderError& error, int attempt) const;
  bool Wait(std::int64_t ms) const;

  const Protocol& protocol_;
  const NativeSettings& settings_;
  const AgentRequest& request_;
  std::int64_t until_ms_;
  std::stop_token stop_;
  HttpClient client_;
  std::vector<LimitState> limits_;
  double bytes_per_token_ = 4;
  bool heard_ = false;  // an answer
};

}  // namespace forge
