// The words of a comment about findings: numbers, groups, decisions, and what joins them. Knows no grammar.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace forge {

struct TriageWord {
  enum class Kind {
    kFinding,   // "F3", "#3", "F 3", "finding 3"; a range is several
    kNumber,    // "3": a finding where nothing else can be meant
    kGroup,     // the title of a group
    kAll,       // all, everything
    kRest,      // the rest, the others
    kDecision,  // keep, fix, follow-up, defer, spawn, as ReadTriageAnswer knows them
    kNot,       // not, except, but not
    kOnly,
    kAnd,  // and, commas: also sets clauses apart
    kColon,
    kFiller,  // please, it, them: says nothing
    kOther,
  };
  Kind kind = Kind::kOther;
  std::vector<std::string> names;  // kFinding, kNumber: "F3"; kGroup: its title
  std::string decision;
  std::size_t at = 0;  // where it begins in the sentence
  std::size_t end = 0;
};

// `titles`: of the groups of the run. A title counts where it is decided about, not wherever its words stand.
std::vector<TriageWord> TriageWordsIn(std::string_view sentence, const std::vector<std::string>& titles);

bool IsA(const TriageWord& word, std::initializer_list<TriageWord::Kind> kinds);
bool IsSubject(const TriageWord& word);  // names findings
bool SaysDecision(const std::vector<TriageWord>& words);

// Of words which need not be about findings: "only", "the low ones".
bool LimitsTriage(const TriageWord& word, std::string_view text);
bool CountsFindings(std::string_view sentence);  // only "the first", "the last two"
bool IsHedge(std::string_view word);
// The words behind "F3:" tell how to fix it: nothing in them decides, denies, delays or asks.
bool TellsHow(std::string_view sentence, const std::vector<TriageWord>& behind);
bool DeniesTriage(std::string_view text);  // "none", "no"
bool DelaysTriage(std::string_view text);  // "wait", "until"

// At line ends, `;`, and full stops that end a sentence. Without the marks of list items; none is empty.
std::vector<std::string> TriageSentences(std::string_view comment);

}  // namespace forge
