// JUnit reports: any bytes are counted or refused, and the counts fit each other.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "input.h"
#include "model/json.h"
#include "verify/junit.h"
#include "verify/verify.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forge;
  const auto counts = ParseJUnit(FuzzText(data, size));
  if (!counts) {
    CHECK(!counts.error().message.empty());
    return 0;
  }
  CHECK(counts->passed >= 0 && counts->failed >= 0 && counts->skipped >= 0);
  CHECK(counts->failures.size() <= static_cast<std::size_t>(counts->failed));
  CHECK(ParseJson(ToJson(*counts).Dump()).has_value());
  return 0;
}
