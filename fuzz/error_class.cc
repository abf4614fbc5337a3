// Error texts: always an answer, and never a wait that is negative or endless.
#include <cstddef>
#include <cstdint>

#include "base/result.h"
#include "input.h"
#include "text/error_class.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forge;
  std::string_view text = FuzzText(data, size);
  ClassifiedError error = ClassifyError(text);
  constexpr std::int64_t kMonth = 31LL * 24 * 60 * 60 * 1000;
  CHECK(error.retry_after_ms >= 0 && error.retry_after_ms <= kMonth);
  CHECK(!Name(error.error_class).empty());
  return 0;
}
