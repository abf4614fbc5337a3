// Any JSON that is read can be written and read back as the same value, and the quick readers take nothing that the
// slow one refuses or reads as another value.
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"
#include "base/strings.h"
#include "model/json.h"
#include "model/json_reader.h"
#include "target.h"

FUZZ_TARGET(json) {
  using namespace forge;
  const auto slow = ParseJsonSlowly(text);
  if (const auto quick = ReadSoundJson(text)) CHECK(slow && *slow == *quick);
  Json::Array items;
  auto parts = ReadJsonItems(text, "a", [&](Json& item, std::size_t) { items.push_back(std::move(item)); });
  if (parts) CHECK(slow && *slow == parts->Set("a", Json(std::move(items))));
  auto value = ParseJson(text);
  CHECK(value.has_value() == slow.has_value());
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
