#include "base/result.h"

#include <cstdio>
#include <cstdlib>

namespace forge {

std::unexpected<Error> Fail(Code code, std::string message, std::string hint) {
  return std::unexpected(Error{code, std::move(message), std::move(hint)});
}

Error WithContext(std::string_view context, Error error) {
  error.message = std::string(context) + ": " + error.message;
  return error;
}

std::string Describe(const Error& error) {
  if (error.hint.empty()) return error.message;
  return error.message + "\n  hint: " + error.hint;
}

std::string_view CodeName(Code code) {
  switch (code) {
    case Code::kInvalid: return "invalid";
    case Code::kNotFound: return "not-found";
    case Code::kConflict: return "conflict";
    case Code::kIo: return "io";
    case Code::kExhausted: return "exhausted";
    case Code::kCorrupt: return "corrupt";
    case Code::kUnavailable: return "unavailable";
    case Code::kCancelled: return "cancelled";
    case Code::kInternal: return "internal";
  }
  return "internal";
}

void CheckFailed(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "forge: bug: CHECK(%s) failed at %s:%d\n", expression, file, line);
  std::abort();
}

}  // namespace forge
