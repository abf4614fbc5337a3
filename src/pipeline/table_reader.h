// Reads a TOML table's members by name and type. A member that does not fit becomes a Problem; its target is unchanged.
// Does not know which keys a table should have.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/word_table.h"
#include "pipeline/problem.h"
#include "pipeline/toml.h"

namespace forge {

class TableReader {
 public:
  // `where` is how messages call the table: "stage `plan`". Borrows all three.
  TableReader(const TomlValue& table, std::string where, ProblemList& problems)
      : table_(table), where_(std::move(where)), problems_(problems) {}

  void String(std::string_view key, std::string& out);  // empty is a problem: leave the key out instead
  void Name(std::string_view key, std::string& out);    // [a-z0-9][a-z0-9_-]*
  void Strings(std::string_view key, std::vector<std::string>& out);
  void Bool(std::string_view key, bool& out);
  void Int(std::string_view key, int& out, int min, int max, std::string_view why = "");
  void Count(std::string_view key, std::optional<std::int64_t>& out);  // above 0
  void Amount(std::string_view key, std::optional<double>& out);       // above 0
  void Duration(std::string_view key, std::int64_t& out_ms);
  void OneOf(std::string_view key, std::string& out, const std::vector<std::string>& known);

  template <typename E>
  bool Word(std::string_view key, E& out) {
    std::string word;
    OneOf(key, word, AllWords<E>());
    std::optional<E> value = ParseWord<E>(word);
    if (value) out = *value;
    return value.has_value();
  }

  void RefuseUnknown(const std::vector<std::string>& known);

  // The member if it has that type. If it has another type: a problem, and nullptr. If it is missing: nullptr.
  const TomlValue* Expect(std::string_view key, TomlValue::Type type, std::string_view wanted);

  bool Has(std::string_view key) const { return table_.Find(key) != nullptr; }
  SourcePos ValuePos(std::string_view key) const;  // the table's own position when it has no such key
  SourcePos KeyPos(std::string_view key) const;
  const TomlValue& table() const { return table_; }
  const std::string& where() const { return where_; }
  ProblemList& problems() { return problems_; }

 private:
  void WrongType(std::string_view key, const TomlValue& value, std::string_view wanted);

  const TomlValue& table_;
  std::string where_;
  ProblemList& problems_;
};

bool IsName(std::string_view text);
// A dot or a capital letter tells an artifact's name from a word like `diff`. It stays below the run's own folder.
bool IsArtifactName(std::string_view name);
// "1h30m", "90s", "500ms"; nothing if it is not a duration, or longer than a year.
std::optional<std::int64_t> ParseDuration(std::string_view text);

}  // namespace forge
