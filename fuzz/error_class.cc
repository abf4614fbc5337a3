// Error texts: always an answer, and never a wait that is negative or endless.

#include "text/error_class.h"
#include "base/result.h"
#include "target.h"

FUZZ_TARGET(error_class) {
  using namespace forge;
  ClassifiedError error = ClassifyError(text);
  constexpr std::int64_t kMonth = 31LL * 24 * 60 * 60 * 1000;
  CHECK(error.retry_after_ms >= 0 && error.retry_after_ms <= kMonth);
  CHECK(!Name(error.error_class).empty());
}
