#include "text/review/audit_words.h"

#include <algorithm>
#include <vector>

namespace forge::audit_words {
namespace {

struct WordGroup {
  std::uint32_t kind;
  std::vector<std::string_view> words;
};

std::vector<WordGroup> Groups() {
  return {
      {kReady, {"ready"}},
      {kTo, {"to"}},
      {kFor, {"for"}},
      {kBe, {"be"}},
      {kApprove, {"approve", "approved", "approval", "approving"}},
      {kNeed, {"need", "require"}},
      {kNeeds, {"needs", "requires"}},
      {kNeeds | kAfter, {"must"}},
      {kNeeded, {"needed", "required"}},
      {kRevision, {"revision", "revisions", "rework"}},
      {kRevised, {"revised", "reworked"}},
      {kNot, {"not",   "never",     "cannot",   "neither", "nor",     "hardly", "barely", "scarcely", "unable",
              "unfit", "premature", "nowhere",  "cant",    "isnt",    "arent",  "wasnt",  "dont",     "doesnt",
              "didnt", "wont",      "shouldnt", "wouldnt", "couldnt", "aint",   "nt"}},
      {kNo | kFalse, {"no"}},
      {kNo, {"none", "nothing", "nobody", "zero", "without"}},
      {kFalse, {"false"}},
      {kNoWay, {"way", "means", "longer", "circumstances", "sense", "account"}},
      {kWith, {"with"}},
      {kIf | kAfter,
       {"if", "once", "when", "whenever", "until", "till", "unless", "before", "provided", "providing", "pending",
        "assuming", "conditional", "conditionally"}},
      {kIf, {"whether", "say", "says", "said", "saying", "wrote", "claimed", "supposedly", "allegedly"}},
      {kAfter, {"after", "subject", "contingent", "except", "however"}},
      {kAfter | kClause, {"but"}},
      {kOnly, {"only"}},
      {kHedge,
       {"would", "could", "might", "may",     "should", "will",    "shall", "almost", "nearly", "close",   "closer",
        "from",  "get",   "gets",  "getting", "become", "becomes", "claim", "claims", "write",  "anything"}},
      {kYes, {"yes", "true"}},
      {kVerb, {"is", "are", "was", "looks", "seems"}},
      {kClause, {"and"}},
      {kClause | kSo, {"so", "therefore", "thus", "hence"}},
  };
}

struct WordKind {
  std::string_view word;
  std::uint32_t kind;
};

std::vector<WordKind> SortedWords() {
  std::vector<WordKind> sorted;
  for (const WordGroup& group : Groups()) {
    for (std::string_view word : group.words) sorted.push_back({word, group.kind});
  }
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.word < b.word; });
  return sorted;
}

}  // namespace

std::uint32_t KindOf(std::string_view word) {
  static const std::vector<WordKind> words = SortedWords();
  auto found = std::lower_bound(words.begin(), words.end(), word,
                                [](const WordKind& entry, std::string_view wanted) { return entry.word < wanted; });
  return found != words.end() && found->word == word ? found->kind : 0;
}

}  // namespace forge::audit_words
