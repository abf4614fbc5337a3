// Severity marks of an audit in the shapes people and models give them in Markdown: labels, brackets, leading words,
// counts, section headings, tables. Does not know sentences (audit_phrases.h) nor JSON (audit_json.cc).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "text/review/audit_evidence.h"

namespace forge {

class MarkerReader {
 public:
  explicit MarkerReader(AuditEvidence& evidence) : evidence_(evidence) {}

  void Line(int number, std::string_view line);
  void TableHeader(std::string_view line);  // the row above a delimiter row
  void Break();                             // code, a quote: what was open ends

 private:
  struct Pending {
    std::optional<Severity> level;  // a heading of this level; nothing: a heading "Severity", its value follows
    int line = 0;
  };

  void ReadPending(int number, std::string_view line);
  bool ReadLeading(int number, std::string_view line);
  void ReadRow(int number, std::string_view line);
  void ReadSeverityCell(int number, std::size_t column, const std::vector<std::string_view>& cells);
  void ReadFreeCells(int number, const std::vector<std::string_view>& cells);
  void ReadInline(int number, std::string_view line, bool title_like);
  std::string_view TitleFor(std::string_view line) const;

  AuditEvidence& evidence_;
  bool in_table_ = false;
  std::vector<std::string> header_;  // of the table, lower case, without markup
  std::optional<Pending> pending_;
  std::string title_;  // the last heading or bold line that may name a concern
};

// Whether a line is a table's delimiter row, such as |---|:-:|.
bool IsDelimiterRow(std::string_view line);

}  // namespace forge
