// A strict reader of XML, element by element, for files that programs wrote. Pure; copies only what holds an escape.
// No DOCTYPE: a report needs none, and entities of one's own are how small files become large ones.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace forge {

class XmlReader {
 public:
  enum class Kind { kStart, kEnd, kText, kDone };

  // Borrows the text, which is UTF-8 whatever its declaration says; other bytes pass through.
  explicit XmlReader(std::string_view text) : text_(text) {}

  // The next thing. An empty element gives kStart and kEnd. kDone once all elements are closed. An error names the
  // line.
  Result<Kind> Next();

  const std::string& name() const { return name_; }                        // of kStart and kEnd
  const std::string& text() const { return value_; }                       // of kText, escapes undone
  std::optional<std::string_view> Attribute(std::string_view name) const;  // of kStart
  std::size_t depth() const { return open_.size(); }                       // of elements that are open, this one too

 private:
  std::unexpected<Error> Wrong(std::string what) const;
  bool StartsWith(std::string_view word) const { return text_.substr(at_).starts_with(word); }
  void SkipSpace();
  Status SkipPast(std::string_view end, std::string_view what);
  Result<std::string> ReadName();
  Status ReadAttributes();
  Status Unescape(std::string_view raw, std::string& out);
  Status ReadReference(std::string_view word, std::string& out);
  Result<Kind> ReadStart();
  Result<Kind> ReadEnd();
  Result<Kind> ReadText();

  std::string_view text_;
  std::size_t at_ = 0;
  bool seen_root_ = false;
  bool end_pending_ = false;  // of an empty element
  std::string name_, value_;
  std::vector<std::pair<std::string, std::string>> attributes_;
  std::vector<std::string> open_;
};

}  // namespace forge
