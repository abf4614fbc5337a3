// Typed reading of a JSON object's members, and writing that leaves defaults out. Does not know what any member means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "model/json.h"

namespace forge {

// Read() leaves `out` alone when the member is absent; the first member of a wrong type is remembered
// with its path ("step.files[2]") and makes status() fail. Members that are not read are ignored, so that
// an older Forge reads what a newer one wrote.
class FieldReader {
 public:
  // `name` is how messages call the object. Borrows `object`.
  FieldReader(const Json& object, std::string_view name);

  void Read(std::string_view key, bool& out);
  void Read(std::string_view key, std::int64_t& out);
  void Read(std::string_view key, double& out);
  void Read(std::string_view key, std::string& out);
  void Read(std::string_view key, std::vector<std::string>& out);
  void Read(std::string_view key, Json& out);

  // A word of a closed set: `parse` is one of model/words.h.
  template <typename Word, typename Out>
  void ReadWord(std::string_view key, std::optional<Word> (*parse)(std::string_view), Out& out) {
    const Json* member = Expect(key, &Json::is_string, "a string");
    if (!member) return;
    std::optional<Word> word = parse(member->AsString());
    if (word) {
      out = Out(*std::move(word));
    } else {
      Refuse(key, "unknown word '" + member->AsString() + "'");
    }
  }

  // An object or an array of anything; nullptr when absent or refused.
  const Json* Object(std::string_view key) { return Expect(key, &Json::is_object, "an object"); }
  const Json* Array(std::string_view key) { return Expect(key, &Json::is_array, "an array"); }

  // A list of objects that `read` knows.
  template <typename Item>
  void ReadItems(std::string_view key, Result<Item> (*read)(const Json&), std::vector<Item>& out) {
    const Json* items = Array(key);
    if (!items) return;
    out.reserve(items->AsArray().size());
    for (const Json& json : items->AsArray()) {
      Result<Item> item = read(json);
      if (!item) return Adopt(key, out.size(), item.error());
      out.push_back(*std::move(item));
    }
  }

  bool Has(std::string_view key) const { return object_.Has(key); }
  // Remembers what is wrong with the member, unless another one was wrong before.
  void Refuse(std::string_view key, std::string_view why);
  // The first error found below `key` is ours too.
  void Adopt(std::string_view key, const Error& error);
  // Likewise for item `index` of the array `key`.
  void Adopt(std::string_view key, std::size_t index, const Error& error);

  const Status& status() const { return status_; }

 private:
  const Json* Expect(std::string_view key, bool (Json::*fits)() const, std::string_view wanted);

  const Json& object_;
  std::string name_;
  Status status_;
};

void SetUnlessEmpty(Json& json, std::string_view key, const std::string& text);
void SetUnlessEmpty(Json& json, std::string_view key, const std::vector<std::string>& texts);
void SetUnlessZero(Json& json, std::string_view key, std::int64_t value);

}  // namespace forge
