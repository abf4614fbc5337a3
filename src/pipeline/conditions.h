// `when` and `gate` as a file writes them: directives of docs/gates.md, one a line, or as a list. A line that is one
// word is the name of a condition in the file's [when] table and stands for its lines. The rest of Forge sees
// directives only.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/problem.h"
#include "pipeline/table_reader.h"
#include "pipeline/toml.h"

namespace forge {

// A gate's text, and where each of its lines stands in the file.
struct Condition {
  std::string text;
  std::vector<SourcePos> lines;

  SourcePos At(int line) const;  // from 1, as gates count
};

class Conditions {
 public:
  explicit Conditions(ProblemList& problems) : problems_(problems) {}  // borrows it

  void ReadTable(TableReader& file);  // [when]; a condition may use those above it
  Condition Read(TableReader& reader, std::string_view key);
  void ReportUnused();

 private:
  struct Named {
    SourcePos pos;
    std::string text;  // empty when it has problems of its own
    bool used = false;
  };

  Condition Expand(const TomlValue& value, const std::string& where);
  void AddLine(std::string_view line, SourcePos pos, const std::string& where, Condition& out);

  ProblemList& problems_;
  std::map<std::string, Named, std::less<>> named_;
};

}  // namespace forge
