// Any JSON that is read can be written and read back as the same value.
#include <string>

#include "base/result.h"
#include "base/strings.h"
#include "model/json.h"
#include "target.h"

FUZZ_TARGET(json) {
  using namespace forge;
  auto value = ParseJson(text);
  if (!value) {
    CHECK(!value.error().message.empty());
    return;
  }
  std::string written = value->Dump();
  auto again = ParseJson(written);
  CHECK(again.has_value());
  CHECK(again->Dump() == written);
  CHECK(ValidUtf8(written) == written);
  CHECK(ParseJson(value->Dump(2))->Dump() == written);
}
