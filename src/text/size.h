// Estimates how much process an objective needs, from its words and the files of the repository. Pure: it knows no
// pipeline and uses no tokens.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace forge {

struct SizeJudgement {
  std::string size;  // quick, standard, complex or vague
  std::string why;   // for people: "it names one file"
};

// `files`: the paths that the repository tracks. Linear in both.
//   complex   ten files or more are meant, the words speak of structure, or the text is long
//   vague     nothing that could be pointed at is named, and few words say what is wanted
//   quick     at most two files are meant, and the change is clear and small
//   standard  everything else
SizeJudgement JudgeSize(std::string_view objective, std::span<const std::string> files);

}  // namespace forge
