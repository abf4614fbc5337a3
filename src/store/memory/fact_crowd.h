// The words of all facts in memory, so that many facts can be saved at once without a search in the file for each.
// Finds the facts that a new one may repeat or contradict; knows no database and no fact but by its number and terms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace forge {

class FactCrowd {
 public:
  // Ids must rise.
  void Add(std::int64_t id, std::span<const std::string> terms);
  std::size_t size() const { return ids_.size(); }

  // The facts whose words overlap enough to be the same or a contradiction (memory/likeness.h): most overlap first, of
  // equals the newest. `terms`: of a text, each once. What it looks at is bounded, however many facts there are: where
  // even the rare words are common, the newest facts with them.
  std::vector<std::int64_t> Likest(std::span<const std::string> terms, std::size_t most);
  // How many facts all calls of Likest have looked at.
  std::int64_t looked_at() const { return looked_at_; }

 private:
  using Place = std::uint32_t;  // of a fact, in the order they were added
  using Term = std::uint32_t;
  struct Seen {
    std::uint32_t round = 0;   // that looked at it last
    std::uint32_t common = 0;  // words that it was found by in that round
  };
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  std::span<const Term> WordsOf(Place place) const;
  // Of a text: its words that a fact has, and the terms of which a fact that is like it has at least one.
  struct Looked {
    std::vector<Term> words;     // sorted
    std::size_t all_words = 0;   // also those that no fact has
    std::vector<Term> telling;   // the rarest first
    std::size_t told_words = 0;  // the rarest words: those among `telling`, and those that no fact has
  };
  Looked LookAt(std::span<const std::string> terms) const;
  double ShareWith(const Looked& text, Place place) const;

  std::unordered_map<std::string, Term, TextHash, std::equal_to<>> terms_;
  std::vector<std::vector<Place>> holders_;  // of a term, in rising order
  std::vector<std::int64_t> ids_;            // of a place
  std::vector<std::size_t> ends_;            // of a place: where its words end in words_
  std::vector<Term> words_;                  // sorted for each place
  std::vector<Seen> seen_;                   // of a place
  std::uint32_t round_ = 0;
  std::int64_t looked_at_ = 0;
};

}  // namespace forge
