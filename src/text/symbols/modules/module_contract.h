// Does a file have what another takes from it? By the names in their code (module_names.h), and those of the files that
// the exporter passes on. Says of each name or file that cannot be judged why. Pure: `files` does the reading.
// docs/mcp.md says what is read of each language.
#pragma once

#include <string>
#include <vector>

#include "text/symbols/modules/module_paths.h"

namespace forge {

struct ModuleSource {
  std::string path, text;
};

struct NotLookedAt {
  std::string file;
  std::vector<std::string> names;  // empty: the file as a whole
  std::string reason;
};

struct ModuleContract {
  std::vector<std::string> exported, imported;
  std::vector<std::string> missing;  // not there, for sure
  std::vector<NotLookedAt> skipped;

  // One entry for a file and reason.
  void Skip(const std::string& file, const std::string& name, const std::string& reason);
  bool broken() const { return !missing.empty(); }
  bool met() const { return missing.empty() && skipped.empty(); }  // neither: it is not known
};

ModuleContract CompareContract(const ModuleSource& exporter, const ModuleSource& importer, const ModuleFiles& files);

// "a.rb: files of this language are not read; u.mjs: x, y: line 3: ..."
std::string SkippedText(const ModuleContract& contract);

// The part of it for C and C++.
ModuleContract CompareCContract(const ModuleSource& exporter, const ModuleSource& importer, const ModuleFiles& files);

}  // namespace forge
