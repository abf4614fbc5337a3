#include "verify/symbol_lookup.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "os/files/files.h"
#include "text/plan/plan_fields.h"
#include "verify/symbols_scan.h"
#include "verify/tracked_files.h"

namespace forge {
namespace {

// Each name once, with a way back to its place.
class Names {
 public:
  std::size_t Add(const std::string& name) {
    auto [entry, added] = places_.emplace(name, list_.size());
    if (added) list_.push_back(name);
    return entry->second;
  }
  const std::vector<std::string>& list() const { return list_; }

 private:
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::string> list_;
};

bool DefinesType(const SymbolFinds& finds) {
  return std::any_of(finds.definitions.begin(), finds.definitions.end(),
                     [](const SymbolPlace& place) { return place.kind == DefinitionKind::kType; });
}

bool IsThere(const std::string& root, const std::string& file) {
  return !file.empty() && PathProblem(file).empty() && IsRegularFile(JoinPath(root, file));
}

}  // namespace

Result<SymbolReport> CheckSymbols(const PlanSymbols& symbols, const std::string& root, std::stop_token stop) {
  SymbolReport report;
  const std::vector<std::string> files = TRY(ListTrackedFiles(root, stop));
  if (symbols.symbols.empty()) return report;
  Names names;
  for (const NamedSymbol& symbol : symbols.symbols) {
    names.Add(symbol.name);
    if (!symbol.qualifier.empty()) names.Add(symbol.qualifier);
  }
  std::vector<SymbolFinds> finds = TRY(ScanTree(root, files, names.list(), kLargestSource, stop));
  for (const NamedSymbol& symbol : symbols.symbols) {
    SymbolFinds found = finds[names.Add(symbol.name)];
    if (!symbol.qualifier.empty()) found.qualifier_is_type = DefinesType(finds[names.Add(symbol.qualifier)]);
    if (symbol.tentative && found.definitions.empty()) continue;
    const bool promised = std::binary_search(symbols.promised.begin(), symbols.promised.end(), symbol.file);
    report.items.push_back(ClassifySymbol(symbol, found, IsThere(root, symbol.file), promised));
  }
  return report;
}

}  // namespace forge
