// What is wrong with a file a person wrote: where, what, and how to correct it. Does not know what the file is about.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/source_pos.h"

namespace forge {

struct Problem {
  std::string file;
  SourcePos pos;
  std::string what;
  std::string hint;
  bool operator==(const Problem&) const = default;
};

// "file:12:3: unknown key `rolle` in stage `plan`\n  hint: did you mean `role`?"
std::string Describe(const Problem& problem);
std::string Describe(const std::vector<Problem>& problems);  // each on its own line

// The problems of one file, collected; past 200 only their number is kept.
class ProblemList {
 public:
  explicit ProblemList(std::string file) : file_(std::move(file)) {}

  void Add(SourcePos pos, std::string what, std::string hint = "");
  bool full() const;
  const std::string& file() const { return file_; }
  std::vector<Problem> Take();  // in the order of the file

 private:
  std::string file_;
  std::vector<Problem> problems_;
  std::size_t left_out_ = 0;
};

// What a person wrote, in backticks, on one line and not too long.
std::string Quote(std::string_view text);

// "did you mean `role`?" when one of `known` is close to `word`, else "<otherwise> a, b, c".
std::string Suggest(std::string_view word, const std::vector<std::string>& known, std::string_view otherwise);

}  // namespace forge
