// The one pass over a tree: which of many names each file mentions, and where it defines them. Part of symbols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/symbols/symbols.h"

namespace forge {

// Which of a fixed set of names a word is; names of fewer than three bytes are never found. Made once, read by all
// threads.
class NameTable {
 public:
  explicit NameTable(const std::vector<std::string>& names);

  // Its place in the list, or -1.
  int Find(std::string_view word) const;

  // Calls found(place, offset) for every whole word of the text that is one of them, in order. Looks at three bytes at
  // a time and skips what cannot be the end of a name's first bytes (Wu and Manber), so that most are never seen.
  template <typename Found>
  void ForEach(std::string_view text, Found found) const {
    std::size_t at = window_ - 1;
    while (at < text.size()) {
      if (const std::size_t step = steps_[Three(text.data() + at - 2)]; step > 0) {
        at += step;
        continue;
      }
      const std::size_t begin = at + 1 - window_;
      if (begin == 0 || !InWord(text[begin - 1])) {
        std::size_t end = at + 1;
        while (end < text.size() && InWord(text[end])) ++end;
        if (const int place = Find(text.substr(begin, end - begin)); place >= 0) found(place, begin);
      }
      ++at;
    }
  }

 private:
  struct Slot {
    std::string_view name;
    int place = -1;
  };
  std::vector<std::string> names_;
  std::vector<Slot> slots_;
  static bool InWord(char c);
  static std::size_t Three(const char* bytes) {
    std::uint32_t value = 0;
    for (int i = 2; i >= 0; --i) value = (value << 8U) | static_cast<unsigned char>(bytes[i]);
    return (value * 2654435769U) >> 16U;
  }

  std::size_t window_ = 3;           // bytes of a name that are compared: of the shortest
  std::vector<std::uint8_t> steps_;  // by three bytes
};

// By place in `names`. Definitions in the order of `files`, then of lines.
Result<std::vector<SymbolFinds>> ScanTree(const std::string& root, const std::vector<std::string>& files,
                                          const std::vector<std::string>& names, std::size_t largest_file,
                                          std::stop_token stop);

}  // namespace forge
