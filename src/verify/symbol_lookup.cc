#include "verify/symbol_lookup.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "base/strings.h"
#include "graph/pattern.h"
#include "model/path_kinds.h"
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

constexpr unsigned kEveryLanguage = ~0U;

unsigned BitOf(Language language) { return 1U << static_cast<unsigned>(language); }

bool Defines(const SymbolFinds& finds, DefinitionKind kind, unsigned languages = kEveryLanguage) {
  return std::any_of(finds.definitions.begin(), finds.definitions.end(), [&](const SymbolPlace& place) {
    return place.kind == kind && (BitOf(LanguageOf(place.file)) & languages) != 0;
  });
}

// The languages in which the symbol's qualifier is imported, where the plan does not say otherwise: those of the file
// that it names, and not C for what is written with a dot.
unsigned ImportedAs(const NamedSymbol& symbol, unsigned imported) {
  const unsigned of_file = symbol.file.empty() ? 0 : BitOf(LanguageOf(symbol.file));
  if ((imported & of_file) != 0) return of_file;
  const bool dotted = symbol.written.find("::") == std::string::npos && symbol.written.find("->") == std::string::npos;
  const unsigned others = imported & ~BitOf(Language::kC);
  return dotted && others != 0 ? others : imported;
}

// The modules that the files of a repository are: each file and each directory with code in it, by language. In Python
// and in scripts only a directory that says so is a module.
class OwnModules {
 public:
  explicit OwnModules(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
      const Language language = LanguageOf(file);
      if (language == Language::kUnknown) continue;
      const PathParts parts = SplitPath(file);
      const unsigned bit = BitOf(language);
      languages_[std::string(parts.stem)] |= bit;
      const std::vector<std::string_view> directories = Split(parts.directory, '/');
      for (std::string_view directory : directories) directories_[std::string(directory)] |= bit;
      if ((parts.stem == "__init__" || parts.stem == "index") && !directories.empty())
        languages_[std::string(directories.back())] |= bit;
    }
  }

  // A module that is imported, but not in a language in which it is one of ours, comes from elsewhere.
  bool Has(const std::string& name, unsigned imported) const {
    const auto in = [&](const std::unordered_map<std::string, unsigned>& modules) {
      const auto found = modules.find(name);
      return found == modules.end() ? 0U : found->second;
    };
    if (imported == 0) return (in(languages_) | in(directories_)) != 0;
    const unsigned by_directory = imported & ~(BitOf(Language::kPython) | BitOf(Language::kScript));
    return (imported & in(languages_)) != 0 || (by_directory & in(directories_)) != 0;
  }

 private:
  std::unordered_map<std::string, unsigned> languages_, directories_;
};

// A file that the plan is going to write and that is the symbol's module.
std::string PromisedModule(const NamedSymbol& symbol, const std::vector<std::string>& promised) {
  if (symbol.qualifier.empty()) return "";
  for (const std::string& file : promised) {
    if (SplitPath(file).stem == symbol.qualifier) return file;
  }
  return "";
}

// The type that it is a member of stands in a file that the plan writes, or in the header of one.
bool IsWritten(const SymbolFinds& type, const std::vector<std::string>& promised) {
  const auto beside = [](const std::string& a, const std::string& b) {
    const PathParts one = SplitPath(a), other = SplitPath(b);
    return one.directory == other.directory && one.stem == other.stem;
  };
  return std::ranges::any_of(type.definitions, [&](const SymbolPlace& place) {
    if (place.kind != DefinitionKind::kType) return false;
    const Pattern defined(place.file);
    return std::ranges::any_of(promised, [&](const std::string& file) {
      return beside(file, place.file) || PatternsOverlap(Pattern(file), defined);
    });
  });
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
  const OwnModules own(files);
  for (NamedSymbol symbol : symbols.symbols) {
    SymbolFinds found = finds[names.Add(symbol.name)];
    if (!symbol.qualifier.empty()) {
      const SymbolFinds& of = finds[names.Add(symbol.qualifier)];
      found.qualifier_is_type = Defines(of, DefinitionKind::kType);
      const unsigned imported = ImportedAs(symbol, of.imported);
      found.qualifier_is_here = found.qualifier_is_type || own.Has(symbol.qualifier, imported) ||
                                Defines(of, DefinitionKind::kModule, imported == 0 ? kEveryLanguage : imported);
    }
    if (symbol.tentative && found.definitions.empty()) continue;
    const std::string module = PromisedModule(symbol, symbols.promised);
    found.qualifier_is_written =
        !module.empty() || (found.qualifier_is_type && IsWritten(finds[names.Add(symbol.qualifier)], symbols.promised));
    if (!module.empty() && !IsThere(root, module)) symbol.file = module;
    const bool promised = std::binary_search(symbols.promised.begin(), symbols.promised.end(), symbol.file);
    report.items.push_back(ClassifySymbol(symbol, found, IsThere(root, symbol.file), promised));
  }
  return report;
}

}  // namespace forge
