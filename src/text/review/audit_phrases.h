// Sentences of an audit that say "ready to approve" or "needs revision", with what negates or qualifies them.
// Reads English; does not know severities.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "text/review/audit_evidence.h"

namespace forge {

// A statement counts as a pass only when nothing in its sentence negates it, makes it conditional or puts it into
// a quotation. A negated one counts against; a doubtful one is reported as doubt.
class PhraseReader {
 public:
  explicit PhraseReader(AuditEvidence& evidence) : evidence_(evidence) {}

  void Line(int number, std::string_view line);
  void Break();  // the paragraph ends

 private:
  enum class Answer { kNothing, kYes, kNo, kOpen };

  void ReadWord(std::string_view line, std::size_t& at);
  void ReadOther(std::string_view line, std::size_t& at);
  void Add(std::uint32_t token);
  void EndSentence();
  void Judge();
  void JudgeReady(std::size_t begin, std::size_t end);
  bool IsDoubtful(std::size_t begin, std::size_t end, std::size_t clause) const;
  std::size_t ReadyPhraseAt(std::size_t at) const;     // where it ends; 0: none
  std::size_t RevisionPhraseAt(std::size_t at) const;  // where it ends; 0: none
  std::size_t ClauseStart(std::size_t at) const;
  bool Is(std::size_t at, std::uint32_t kind) const { return at < tokens_.size() && (tokens_[at] & kind) != 0; }
  bool Any(std::size_t begin, std::size_t end, std::uint32_t kind) const;
  bool NegatedShortlyBefore(std::size_t at, std::uint32_t kind) const;
  bool StrongNegation(std::size_t begin, std::size_t end) const;
  bool PremiseOnly(std::size_t clause, std::size_t begin) const;
  Answer AnswerAfter(std::size_t at) const;

  AuditEvidence& evidence_;
  std::vector<std::uint32_t> tokens_;  // of the sentence so far
  int line_ = 0;
  bool cut_ = false;           // the sentence is so long that its beginning was dropped
  bool in_item_ = false;       // the sentence began a list item
  bool bad_lead_in_ = false;   // a list follows an unfinished sentence that negates: "This is not:"
  bool line_start_ = false;    // nothing of the line has been read yet
  bool abbreviation_ = false;  // the last word is an abbreviation: its period ends no sentence
};

// What stands after "Verdict:", in Markdown, in a table or in JSON: the words of text/review/verdict.h, a phrase or a
// level.
void ReadVerdictValue(int line, std::string_view value, AuditEvidence& evidence);

// The value of a line that is labelled "Verdict"; nothing for any other line.
std::optional<std::string_view> VerdictLabel(std::string_view line);

}  // namespace forge
