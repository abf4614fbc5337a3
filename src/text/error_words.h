// An error text as plain words, and patterns over them. Does not know error classes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

// Lower case; everything but letters and digits separates; RateLimitError and rate_limit_error are the same three
// words; apostrophes are left out. A word is never split at a digit: `1500ms` is one.
class ErrorWords {
 public:
  explicit ErrorWords(std::string_view text);

  // A pattern is words separated by single spaces: `word*` matches any ending, `..` matches up to three words.
  bool Has(std::string_view pattern) const;
  bool HasAny(std::string_view patterns) const;  // with a comma between them

  // Whether the text gives this HTTP status ("status 429", "HTTP/1.1 503", "error 500", `"code":429`).
  bool HasStatus(int first, int last) const;

  bool empty() const { return words_.empty(); }

 private:
  bool MatchesAt(std::size_t at, std::string_view pattern) const;
  bool IsStatus(std::size_t at) const;

  std::string text_;
  std::vector<std::string_view> words_;
  std::vector<int> statuses_;
};

}  // namespace forge
