// JUnit reports: any bytes are counted or refused, and the counts fit each other.
#include <string_view>

#include "base/result.h"
#include "model/json.h"
#include "target.h"
#include "verify/junit.h"
#include "verify/verify.h"

FUZZ_TARGET(junit) {
  using namespace forge;
  const auto counts = ParseJUnit(text);
  if (!counts) {
    CHECK(!counts.error().message.empty());
    return;
  }
  CHECK(counts->passed >= 0 && counts->failed >= 0 && counts->skipped >= 0);
  CHECK(counts->failures.size() <= static_cast<std::size_t>(counts->failed));
  CHECK(ParseJson(ToJson(*counts).Dump()).has_value());
}
