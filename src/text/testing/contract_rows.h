// Tables of two files and what comparing them must say.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/strings.h"
#include "text/symbols/modules/module_contract.h"

namespace forge {

using OtherTexts = std::map<std::string, std::string>;

struct PairRow {
  const char* exporter_path;
  const char* exporter;
  const char* importer_path;
  const char* importer;
  // "met", "missing a b", or what was not looked at: "file: names" or "file"
  const char* verdict;
  OtherTexts others = {};
};

inline ModuleFiles FilesOf(const OtherTexts& texts) {
  ModuleFiles files;
  files.read = [&texts](const std::string& path) -> std::optional<std::string> {
    const auto found = texts.find(path);
    return found == texts.end() ? std::nullopt : std::optional(found->second);
  };
  files.list = [&texts](const std::string& folder) {
    std::vector<std::string> names;
    for (const auto& [path, text] : texts) {
      if (FolderOf(path) == folder) names.push_back(path.substr(folder.empty() ? 0 : folder.size() + 1));
    }
    return names;
  };
  return files;
}

inline std::string VerdictOf(const PairRow& row) {
  const ModuleContract contract =
      CompareContract({row.exporter_path, row.exporter}, {row.importer_path, row.importer}, FilesOf(row.others));
  if (contract.met()) return "met";
  if (contract.broken()) return "missing " + Join(contract.missing, " ");
  std::vector<std::string> skipped;
  for (const NotLookedAt& one : contract.skipped) {
    skipped.push_back(one.file + (one.names.empty() ? "" : ": " + Join(one.names, " ")));
  }
  return Join(skipped, "; ");
}

inline void CheckPairs(const std::vector<PairRow>& rows) {
  for (const PairRow& row : rows) EXPECT_EQ(VerdictOf(row), row.verdict) << row.exporter << "\n--\n" << row.importer;
}

}  // namespace forge
