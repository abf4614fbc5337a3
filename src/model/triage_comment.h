// What a person typed about findings, made into the clauses that ReadTriageAnswer reads. Reads what is plain; what is
// contradictory or not understood is told, and nothing is guessed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace forge {

// A finding of the run.
struct TriageSubject {
  std::string id;     // "F3"
  std::string title;  // of its group
  bool asked = true;  // the question is about it; false: it is settled
};

struct TriageComment {
  std::string clauses;  // as typed if ReadTriageAnswer reads it so
  std::string unclear;  // the sentence that is not understood; empty: all is
  std::string why;
};

TriageComment ReadTriageComment(std::string_view answer, std::string_view comment,
                                const std::vector<TriageSubject>& findings);

}  // namespace forge
