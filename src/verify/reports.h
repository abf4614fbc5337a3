// Finds the JUnit files that a command wrote: those that were not there before, or not like this. Reads, never writes.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/test_counts.h"

namespace forge {

// The files below `root` that one of the paths or globs names, with the times they were written. Within bounds: of a
// very large tree not all.
std::map<std::string, std::int64_t> FindReports(const std::string& root, const std::vector<std::string>& patterns);

class ReportFiles {
 public:
  // Remembers what is there now. `patterns` are paths or globs below `root`; `directory` is the command's own for
  // reports, all of whose *.xml count. Either may be empty.
  ReportFiles(std::string root, std::vector<std::string> patterns, std::string directory);

  struct Found {
    std::optional<TestCounts> counts;   // none: no report
    std::vector<std::string> problems;  // files that look like reports and cannot be read
  };
  Found ReadNew() const;

 private:
  using Stamps = std::map<std::string, std::int64_t>;  // by path from the root
  Stamps Look() const;

  std::string root_;
  std::vector<std::string> patterns_;
  std::string directory_;
  Stamps before_;
};

}  // namespace forge
