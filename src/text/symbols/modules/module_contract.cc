#include "text/symbols/modules/module_contract.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr int kMostFiles = 500;            // that one comparison reads
constexpr std::size_t kMostPassedOn = 50;  // of files that pass on the names of files

// Everything a file exports, with what it passes on from others.
class WholeExports {
 public:
  // `importer`: a test of Go sees more of its own folder.
  WholeExports(Language language, const ModuleFiles& files, const std::string& importer)
      : language_(language), files_(files), importer_(PlainPath(importer)) {}

  ModuleExports Of(const ModuleSource& file) {
    ModuleExports exports = FindModuleExports(language_, file.text);
    if (language_ == Language::kGo) AddPackage(file, exports);
    const std::string path = PlainPath(file.path);
    passing_.push_back(path);
    for (const std::string& module : exports.stars) AddStar(path, module, exports);
    passing_.pop_back();
    return exports;
  }

 private:
  void AddStar(const std::string& path, const std::string& module, ModuleExports& exports) {
    auto found = read_ < kMostFiles && passing_.size() < kMostPassedOn ? FindModule(language_, module, path, files_)
                                                                       : std::nullopt;
    if (!found) {
      exports.open.push_back(fmt::format("it passes on the names of `{}`, which cannot be read", module));
      return;
    }
    if (IsOneOf(found->path, passing_)) return;  // in a circle
    ++read_;
    ModuleExports more = Of({found->path, found->text});
    for (const std::string& name : more.names) {
      const bool passes = language_ == Language::kScript ? name != "default"
                          : more.all                     ? more.all->contains(name)
                                                         : !name.starts_with('_');
      if (passes) exports.names.insert(name);
    }
    exports.unsure.merge(more.unsure);
    for (const std::string& why : more.open) exports.open.push_back(fmt::format("{}: {}", found->path, why));
  }

  // A package of Go is all files of its folder.
  void AddPackage(const ModuleSource& file, ModuleExports& exports) {
    if (!files_.list || !files_.read) return;
    const std::string folder = FolderOf(PlainPath(file.path));
    const bool with_tests = importer_.ends_with("_test.go") && FolderOf(importer_) == folder;
    for (const std::string& name : files_.list(folder)) {
      const std::string path = InFolder(folder, name);
      const bool counts = name.ends_with(".go") && (with_tests || !name.ends_with("_test.go"));
      if (!counts || path == PlainPath(file.path)) continue;
      auto text = read_++ < kMostFiles ? files_.read(path) : std::nullopt;
      if (!text) {
        exports.open.push_back(fmt::format("{} cannot be read", path));
        continue;
      }
      ModuleExports more = GoExports(*text);
      if (more.package != exports.package) continue;
      exports.names.merge(more.names);
      exports.unsure.merge(more.unsure);
    }
  }

  Language language_;
  const ModuleFiles& files_;
  std::string importer_;
  std::vector<std::string> passing_;
  int read_ = 0;
};

class ContractComparison {
 public:
  ContractComparison(const ModuleSource& exporter, const ModuleSource& importer, const ModuleFiles& files)
      : exporter_(exporter), importer_(importer), files_(files), language_(LanguageOf(exporter.path)) {
    if (files.read) files_.read = [this, &files](const std::string& path) { return Read(files, path); };
  }
  ContractComparison(const ContractComparison&) = delete;
  ContractComparison& operator=(const ContractComparison&) = delete;

  ModuleContract Run() {
    exports_ = WholeExports(language_, files_, importer_.path).Of(exporter_);
    const ModuleImports imports = FindModuleImports(language_, importer_.text);
    bool any = false;
    for (const auto& [module, imported] : imports.modules) {
      const MeantModule meant = MeansModule(language_, module, importer_.path, exporter_.path, exports_, files_);
      if (meant.meant == Meant::kNo || (imported.perhaps && imported.names.empty() && imported.open.empty())) continue;
      any = true;
      Compare(module, imported, meant);
    }
    if (!any) {
      const std::string none = fmt::format("no import of {} was found", exporter_.path);
      contract_.Skip(importer_.path, "", imports.computed.empty() ? none : imports.computed[0]);
    }
    std::ranges::copy_if(exports_.names, std::back_inserter(contract_.exported), [&](const std::string& name) {
      return imported_.contains(name) || !exports_.implied.contains(name);
    });
    contract_.imported.assign(imported_.begin(), imported_.end());
    contract_.missing.assign(missing_.begin(), missing_.end());
    return std::move(contract_);
  }

 private:
  // Every import asks for what names its packages.
  std::optional<std::string> Read(const ModuleFiles& files, const std::string& path) {
    if (!EndsWithPath(path, "go.mod") && !EndsWithPath(path, "Cargo.toml")) return files.read(path);
    auto found = manifests_.find(path);
    if (found == manifests_.end()) found = manifests_.emplace(path, files.read(path)).first;
    return found->second;
  }

  void Compare(const std::string& module, const ImportedModule& imported, const MeantModule& meant) {
    for (const auto& [name, doubt] : imported.names) {
      imported_.insert(name);
      if (name != "*" && !Has(meant, name)) Absent(meant, name, doubt);
    }
    for (const std::string& why : imported.open) contract_.Skip(importer_.path, "", why);
    if (language_ == Language::kGo && imported.names.empty() && GoPackageName(module) != exports_.package) {
      contract_.Skip(importer_.path, "", fmt::format("the package of `{}` is called `{}`", module, exports_.package));
    }
  }

  bool Has(const MeantModule& meant, const std::string& name) const {
    const std::string full = meant.inside.empty() ? name : meant.inside + "::" + name;
    if (exports_.names.contains(full)) return !(meant.outside && exports_.hidden.contains(full));
    if (meant.below && exports_.hidden.contains(full)) return true;
    if (language_ != Language::kPython || !exporter_.path.ends_with("__init__.py")) return false;
    return FindModule(language_, "." + name, exporter_.path, files_).has_value();  // a module of the package
  }
  void Absent(const MeantModule& meant, const std::string& name, const std::string& doubt) {
    if (const auto found = exports_.unsure.find(name); found != exports_.unsure.end()) {
      contract_.Skip(exporter_.path, name, found->second);
    } else if (!exports_.open.empty()) {
      contract_.Skip(exporter_.path, name, exports_.open[0]);
    } else if (exporter_.path.ends_with(".d.ts")) {
      contract_.Skip(exporter_.path, name, "a declaration file exports more than it says");
    } else if (!doubt.empty() || !meant.doubt.empty()) {
      contract_.Skip(importer_.path, name, doubt.empty() ? meant.doubt : doubt);
    } else {
      missing_.insert(meant.inside.empty() ? name : meant.inside + "::" + name);
    }
  }

  const ModuleSource& exporter_;
  const ModuleSource& importer_;
  ModuleFiles files_;
  Language language_;
  std::map<std::string, std::optional<std::string>> manifests_;
  ModuleExports exports_;
  NameSet imported_, missing_;
  ModuleContract contract_;
};

}  // namespace

void ModuleContract::Skip(const std::string& file, const std::string& name, const std::string& reason) {
  for (NotLookedAt& one : skipped) {
    if (one.file != file || one.reason != reason || one.names.empty() != name.empty()) continue;
    if (!name.empty()) one.names.push_back(name);
    return;
  }
  constexpr std::size_t kMostSkipped = 50;  // a longer list helps no reader
  if (skipped.size() >= kMostSkipped) return;
  skipped.push_back({file, {}, reason});
  if (!name.empty()) skipped.back().names.push_back(name);
}

ModuleContract CompareContract(const ModuleSource& exporter, const ModuleSource& importer, const ModuleFiles& files) {
  ModuleContract contract;
  for (const ModuleSource* file : {&exporter, &importer}) {
    if (HasReadableModules(LanguageOf(file->path))) continue;
    contract.Skip(file->path, "", "imports and exports of its language are not read");
  }
  if (!contract.skipped.empty()) return contract;
  if (LanguageOf(exporter.path) != LanguageOf(importer.path)) {
    contract.Skip(importer.path, "", fmt::format("its language is not that of {}", exporter.path));
    return contract;
  }
  if (LanguageOf(exporter.path) == Language::kC) return CompareCContract(exporter, importer, files);
  return ContractComparison(exporter, importer, files).Run();
}

std::string SkippedText(const ModuleContract& contract) {
  std::string text;
  for (const NotLookedAt& one : contract.skipped) {
    if (!text.empty()) text += "; ";
    text += one.file + ": ";
    if (!one.names.empty()) text += Join(one.names, ", ") + ": ";
    text += one.reason;
  }
  return text;
}

}  // namespace forge
