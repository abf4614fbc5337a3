#include "agent/vendors/cli_verdict.h"

#include <string>

#include "agent/reset_clock.h"
#include "agent/vendors/process_answer.h"
#include "base/strings.h"
#include "text/error_class.h"

namespace forge {
namespace {

constexpr std::size_t kVerdictHead = 1500;
constexpr std::size_t kVerdictTail = 500;

}  // namespace

ErrorClass ClassOfFailure(int status, std::string_view words) {
  const ErrorClass said = ClassifyError(words).error_class;
  switch (status) {
    case 401:
    case 402:
    case 404: return ErrorClass::kPermanent;
    case 403: return said == ErrorClass::kQuota ? said : ErrorClass::kPermanent;
    case 408: return ErrorClass::kNetwork;
    case 413: return ErrorClass::kContextOverflow;
    case 429: return said == ErrorClass::kQuota || said == ErrorClass::kPermanent ? said : ErrorClass::kRateLimit;
    default: break;
  }
  if (status >= 500) return ErrorClass::kServer;
  if (status >= 400 && said == ErrorClass::kUnknown) return ErrorClass::kPermanent;
  return said;
}

int StatusInWords(std::string_view words) {
  for (std::size_t at = words.find("status"); at != std::string_view::npos; at = words.find("status", at + 1)) {
    std::string_view rest = words.substr(at + 6);
    if (rest.starts_with(" code")) rest.remove_prefix(5);
    const std::size_t first = rest.find_first_not_of(": ");
    if (first > 2) continue;  // also when there is none
    rest.remove_prefix(first);
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    auto number = digits == 3 ? ParseInt(rest.substr(0, 3)) : std::nullopt;
    if (number && *number >= 400 && *number < 600) return static_cast<int>(*number);
  }
  return 0;
}

AgentAnswer ProviderFailure(int status, std::string_view words) {
  words = Trim(words);
  AgentAnswer answer =
      FailedAnswer(ClassOfFailure(status, words), ValidUtf8(KeepHeadAndTail(words, kVerdictHead, kVerdictTail)));
  if (answer.error.empty()) answer.error = status > 0 ? "HTTP " + std::to_string(status) : "failed without a message";
  answer.retry_at = ResetTimeIn(words);
  return answer;
}

}  // namespace forge
