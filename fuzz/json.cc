// Any JSON that is read can be written and read back as the same value.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "base/strings.h"
#include "input.h"
#include "model/json.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace forge;
  std::string_view text = FuzzText(data, size);
  auto value = ParseJson(text);
  if (!value) {
    CHECK(!value.error().message.empty());
    return 0;
  }
  std::string written = value->Dump();
  auto again = ParseJson(written);
  CHECK(again.has_value());
  CHECK(again->Dump() == written);
  CHECK(ValidUtf8(written) == written);
  CHECK(ParseJson(value->Dump(2))->Dump() == written);
  return 0;
}
