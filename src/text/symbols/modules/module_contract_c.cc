#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "text/symbols/modules/module_c_words.h"
#include "text/symbols/modules/module_contract.h"

namespace forge {
namespace {

// A file's names with those of all files that it includes, as far as they can be read.
struct Included {
  NameSet names, scopes, members, mentioned, macros;
  NameSet files;
  std::string unread;     // an include that was not read and may declare anything; empty: none
  bool standard = false;  // a header of the language among them
  std::string open;       // why there may be more names

  void Add(const ModuleExports& exports) {
    names.insert(exports.names.begin(), exports.names.end());
    scopes.insert(exports.scopes.begin(), exports.scopes.end());
    for (const auto& [name, why] : exports.unsure) members.insert(name);
    mentioned.insert(exports.mentioned.begin(), exports.mentioned.end());
    macros.insert(exports.macros.begin(), exports.macros.end());
    if (open.empty() && !exports.open.empty()) open = exports.open[0];
  }
};

class Includer {
 public:
  Includer(const ModuleSource& exporter, const ModuleFiles& files)
      : exporter_(exporter), path_(PlainPath(exporter.path)), files_(files) {}

  void Add(const std::string& path, const std::string& text, Included& all) const {
    constexpr std::size_t kMost = 500;
    std::vector<ModuleSource> open = {{path, text}};
    all.files.insert(path);
    while (!open.empty()) {
      const ModuleSource file = std::move(open.back());
      open.pop_back();
      const ModuleExports exports = CExports(file.text);
      all.Add(exports);
      for (const std::string& name : exports.stars) {
        auto found = all.files.size() < kMost ? Find(name, file.path, all) : std::nullopt;
        if (found && all.files.insert(found->path).second) open.push_back({found->path, found->text});
      }
    }
  }
  std::optional<FoundModule> Find(const std::string& name, const std::string& from, Included& all) const {
    const bool system = name.starts_with('<');
    const std::string_view plain = system ? std::string_view(name).substr(1, name.size() - 2) : name;
    if (system && IsCStandardHeader(plain)) {
      all.standard = true;
      return std::nullopt;
    }
    auto found = FindModule(Language::kC, plain, from, files_);
    if (found && found->path == path_) return found;
    if (!found && EndsWithPath(path_, PlainPath(plain))) return FoundModule{path_, exporter_.text};
    if (!found) all.unread = system ? name : "\"" + name + "\"";
    return found;
  }

 private:
  const ModuleSource& exporter_;
  std::string path_;
  const ModuleFiles& files_;
};

class CComparison {
 public:
  CComparison(const ModuleSource& exporter, const ModuleSource& importer, const ModuleFiles& files)
      : exporter_(exporter), importer_(importer), includer_(exporter, files) {}

  ModuleContract Run() {
    const ModuleImports imports = CImports(importer_.text);
    const std::string path = PlainPath(exporter_.path);
    includer_.Add(path, exporter_.text, exported_);
    for (const auto& [name, unused] : imports.modules) {
      if (name.empty()) continue;
      auto found = includer_.Find(name, PlainPath(importer_.path), all_);
      if (found && !all_.files.contains(found->path)) includer_.Add(found->path, found->text, all_);
    }
    if (!imports.computed.empty() && all_.open.empty()) all_.open = imports.computed[0];
    if (!all_.files.contains(path)) {
      contract_.Skip(importer_.path, "", fmt::format("it does not include {}", exporter_.path));
    } else {
      const ModuleImports used = CImports(importer_.text, all_.macros);
      for (const auto& [name, doubt] : used.modules.at("").names) Judge(name, doubt);
    }
    const ModuleExports own = CExports(exporter_.text);
    contract_.exported.assign(own.names.begin(), own.names.end());
    return std::move(contract_);
  }

 private:
  void Judge(const std::string& name, const std::string& doubt) {
    const std::size_t colon = name.find("::");
    if (exported_.names.contains(name)) return contract_.imported.push_back(name);
    if (all_.names.contains(name)) return;
    if (all_.members.contains(name) && !importer_.path.ends_with(".c")) return;  // in a class that derives from its own
    if (colon != std::string::npos) return Qualified(name.substr(0, colon), name.substr(colon + 2), doubt);
    if (IsCStandardName(name) && (all_.standard || !all_.unread.empty())) return;
    if (std::string why = WhyUnsure(name, doubt); !why.empty()) return contract_.Skip(importer_.path, name, why);
    Missing(name);
  }
  void Qualified(const std::string& scope, const std::string& name, const std::string& doubt) {
    if (!exported_.names.contains(scope)) return;  // judged as a name of its own
    if (all_.names.contains(name) || all_.members.contains(name)) return;
    const std::string full = scope + "::" + name;
    std::string why = doubt;
    if (!exported_.scopes.contains(scope)) why = fmt::format("`{}` may have it from a base class or a macro", scope);
    if (all_.mentioned.contains("using")) why = "`using` brings names in";
    if (all_.mentioned.contains(name)) why = "a header names it in a way that is not read";
    if (!all_.unread.empty()) why = fmt::format("{} was not read", all_.unread);
    if (!all_.open.empty()) why = all_.open;
    if (!why.empty()) return contract_.Skip(importer_.path, full, why);
    Missing(full);
  }
  std::string WhyUnsure(const std::string& name, const std::string& doubt) const {
    if (!all_.unread.empty()) return fmt::format("{} was not read", all_.unread);
    if (!all_.open.empty()) return all_.open;
    if (all_.mentioned.contains(name)) return "a header names it in a way that is not read";
    if (all_.standard) return "headers of the language may declare it";
    if (!importer_.path.ends_with(".c")) return "C++ finds such names in ways that are not followed";
    if (std::none_of(name.begin(), name.end(), IsLower)) return "it may be a macro of the build";
    return doubt;
  }
  void Missing(const std::string& name) {
    contract_.imported.push_back(name);
    contract_.missing.push_back(name);
  }

  const ModuleSource& exporter_;
  const ModuleSource& importer_;
  Includer includer_;
  Included exported_, all_;
  ModuleContract contract_;
};

}  // namespace

ModuleContract CompareCContract(const ModuleSource& exporter, const ModuleSource& importer, const ModuleFiles& files) {
  return CComparison(exporter, importer, files).Run();
}

}  // namespace forge
