#include "agent/acp/acp_verdict.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "agent/vendors/cli_verdict.h"
#include "agent/vendors/process_answer.h"
#include "base/strings.h"

namespace forge {
namespace {

constexpr std::int64_t kAuthRequired = -32000;

// The words of an error, and of what is inside it.
std::string WordsOfError(const Json& error) {
  std::string words = error["message"].AsString();
  const Json& data = error["data"];
  for (const Json* more : {&data, &data["message"], &data["details"], &data["error"], &data["error"]["message"]}) {
    const std::string& text = more->AsString();
    if (!text.empty() && words.find(text) == std::string::npos) words += (words.empty() ? "" : ": ") + text;
  }
  return words;
}

}  // namespace

AgentAnswer AcpStopped(const std::string& reason) {
  AgentAnswer answer;
  if (reason == "max_tokens") {
    answer = FailedAnswer(ErrorClass::kContextOverflow, "the answer was cut at the output limit (max_tokens)");
  } else if (reason == "max_turn_requests") {
    answer = FailedAnswer(ErrorClass::kTimeout, "stopped at the agent's limit of requests (max_turn_requests)");
  } else if (reason == "refusal") {
    answer = FailedAnswer(ErrorClass::kRefusal, "the model refused (refusal)");
  } else if (reason == "cancelled") {
    answer = FailedAnswer(ErrorClass::kStream, "the agent cancelled the turn by itself");
  } else if (reason != "end_turn") {
    answer = FailedAnswer(ErrorClass::kStream, fmt::format("the turn ended with `{}`", reason));
  }
  answer.stop_reason = reason;
  return answer;
}

bool WantsLogin(const Json& error) { return error["code"].AsInt() == kAuthRequired; }

AgentAnswer AcpFailed(const Json& error, const std::string& at, const std::string& login) {
  const std::int64_t code = error["code"].AsInt();
  const std::string words = WordsOfError(error);
  const int named = StatusInWords(words);
  const int status = code >= 400 && code < 600 ? static_cast<int>(code) : named;
  AgentAnswer answer = ProviderFailure(status, words.empty() ? fmt::format("{} failed", at) : words);
  if (WantsLogin(error)) {
    answer.error_class = ErrorClass::kPermanent;
    if (!login.empty()) answer.error += "\n  hint: log in: " + login;
  } else if (code == -32601) {
    answer.error_class = ErrorClass::kTooling;
    answer.error = fmt::format("it does not know the method {}: {}", at, answer.error);
  }
  return answer;
}

AcpUsage AcpUsageOf(const Json& result, double usd, const AcpProgram& program) {
  AcpUsage out;
  const Json& said = result["usage"];
  const Json& quota = result["_meta"]["quota"]["token_count"];
  const auto count = [](const Json& number) { return std::max<std::int64_t>(0, number.AsInt()); };
  Usage& usage = out.usage;
  if (said.is_object()) {
    usage.input_tokens = count(said["inputTokens"]);
    usage.output_tokens = count(said["outputTokens"]);
    usage.cache_read_tokens = count(said["cachedReadTokens"]);
    usage.cache_write_tokens = count(said["cachedWriteTokens"]);
    const std::int64_t cached = usage.cache_read_tokens + usage.cache_write_tokens;
    const std::int64_t total = count(said["totalTokens"]);
    const std::int64_t thought = count(said["thoughtTokens"]);
    // Some count what came from the cache in the input, too: the total tells.
    const std::int64_t apart = usage.input_tokens + usage.output_tokens;
    if (cached > 0 && (total == apart || total == apart + thought))
      usage.input_tokens = std::max<std::int64_t>(0, usage.input_tokens - cached);
    if (thought > 0 && total == apart + thought + (total >= apart + thought + cached ? cached : 0))
      usage.output_tokens += thought;
    if (program.usage == "partial") out.doubt = "it reports the last request of the turn only";
  } else if (quota.is_object()) {
    usage.input_tokens = count(quota["input_tokens"]);
    usage.output_tokens = count(quota["output_tokens"]);
    out.doubt = "it reports no cached tokens and leaves requests of its own out";
  } else {
    out.doubt = "it reports no tokens";
  }
  usage.usd = std::max(0.0, usd);
  return out;
}

}  // namespace forge
