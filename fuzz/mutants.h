// Mutants of an input, the same ones on every machine and for every build: a seeded sequence that no coverage guides.
// Knows nothing of the parser that reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

// The words of a libFuzzer dictionary: lines `"..."` or `name="..."`, with \xNN, \\ and \" as escapes.
std::vector<std::string> ReadDictionary(std::string_view text);

class Mutants {
 public:
  // `seed` names the sequence: an input's name, so that a new file in the corpus leaves the others' mutants as they
  // are.
  Mutants(std::string_view seed, std::vector<std::string> words);

  // `text` after one to four edits: bytes changed, cut, repeated, or a word put in.
  std::string Next(std::string_view text);

 private:
  std::size_t Below(std::size_t limit);  // 0 if limit is 0
  void Edit(std::string& text);

  std::mt19937_64 random_;
  std::vector<std::string> words_;
};

}  // namespace forge
