#include "text/symbols/modules/module_paths.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "text/symbols/modules/python_modules.h"

namespace forge {
namespace {

using PathNames = std::vector<std::string>;

constexpr std::string_view kScriptEndings[] = {".d.ts", ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"};

std::string_view WithoutScriptEnding(std::string_view path) {
  for (std::string_view ending : kScriptEndings) {
    if (path.ends_with(ending)) return path.substr(0, path.size() - ending.size());
  }
  return path;
}

bool IsRelative(std::string_view module) {
  return module == "." || module == ".." || module.starts_with("./") || module.starts_with("../") ||
         module.starts_with('/');
}

std::string Relative(std::string_view module, const std::string& from) {
  return PlainPath(module.starts_with('/') ? std::string(module) : InFolder(FolderOf(from), module));
}

MeantModule ScriptMeans(std::string_view module, const std::string& importer, const std::string& exporter) {
  const std::string path = PlainPath(exporter);
  const std::string_view plain = WithoutScriptEnding(path);
  const auto is = [&](std::string_view asked) {
    return asked == path || WithoutScriptEnding(asked) == plain || InFolder(std::string(asked), "index") == plain;
  };
  if (IsRelative(module)) return {is(Relative(module, importer)) ? Meant::kYes : Meant::kNo, "", "", false, false};
  const std::size_t slash = module.find('/');
  if (slash == std::string_view::npos) return {};
  const auto ends = [&](std::string_view asked) {
    return EndsWithPath(plain, WithoutScriptEnding(asked)) || EndsWithPath(plain, std::string(asked) + "/index");
  };
  const std::string_view first = module.substr(0, slash), rest = module.substr(slash + 1);
  const bool alias = first == "@" || first == "~" || first == "#" || first == "$lib";
  if (ends(module) || (alias && ends(rest))) return {Meant::kYes, "", "", false, false};
  const bool perhaps = (first[0] == '@' || first[0] == '#' || first[0] == '~') && ends(rest);
  if (!perhaps) return {};
  return {Meant::kPerhaps, fmt::format("whether `{}` is {} is not known", module, exporter), "", false, false};
}

std::string PythonModulePath(std::string_view path) {
  if (path.ends_with("/__init__.py")) return std::string(path.substr(0, path.size() - 12));
  if (path == "__init__.py") return "";
  return std::string(path.substr(0, path.rfind('.')));
}

// The folder that the dots of a relative import mean, and what follows them as a path.
std::string PythonRelative(std::string_view module, const std::string& from) {
  std::size_t dots = std::min(module.find_first_not_of('.'), module.size());
  std::string path = FolderOf(from);
  for (std::size_t up = 1; up < dots; ++up) path = InFolder(path, "..");
  return PlainPath(InFolder(path, ReplaceAll(module.substr(dots), ".", "/")));
}

MeantModule PythonMeans(std::string_view module, const std::string& importer, const std::string& exporter,
                        const ModuleFiles& files) {
  if (module.starts_with('.')) {
    const bool same = PythonRelative(module, importer) == PythonModulePath(PlainPath(exporter));
    return {same ? Meant::kYes : Meant::kNo, "", "", false, false};
  }
  const std::string path =
      PythonModulePath(exporter.starts_with('/') ? PlainPath(exporter) : PlainPath(InFolder(files.root, exporter)));
  if (!EndsWithPath(path, ReplaceAll(module, ".", "/"))) return {};
  if (!IsPythonsOwnModule(module)) return {Meant::kYes, "", "", false, false};
  return {Meant::kPerhaps, fmt::format("`{}` is a module of Python too", module), "", false, false};
}

// The path that packages of this folder are imported by, from go.mod; none if there is no such file.
std::optional<std::string> GoImportPath(const std::string& folder, const ModuleFiles& files) {
  if (!files.read) return std::nullopt;
  std::string at = folder;
  for (int up = 0; up < 32; ++up) {
    if (auto text = files.read(InFolder(at, "go.mod"))) {
      for (std::string_view line : Lines(*text)) {
        line = Trim(line);
        if (!line.starts_with("module ")) continue;
        const std::string_view name =
            Trim(line.substr(7, line.find("//") == std::string_view::npos ? line.size() : line.find("//") - 7));
        const std::string_view below =
            std::string_view(folder).substr(at.empty() ? 0 : std::min(at.size() + 1, folder.size()));
        return std::string(name) + (below.empty() ? "" : "/") + std::string(below);
      }
    }
    if (at.empty()) break;
    at = FolderOf(at);
  }
  return std::nullopt;
}

MeantModule GoMeans(std::string_view module, const std::string& exporter, const ModuleExports& exports,
                    const ModuleFiles& files) {
  if (exports.package == "main") return {};
  const std::string folder = FolderOf(PlainPath(exporter));
  if (auto path = GoImportPath(folder, files))
    return {*path == module ? Meant::kYes : Meant::kNo, "", "", false, false};
  const std::string_view last = GoPackageName(module);
  const bool same = last == exports.package || (!folder.empty() && EndsWithPath(folder, last));
  return {same ? Meant::kYes : Meant::kNo, "", "", false, false};
}

// The module that a file is, from the root of its crate. Without a folder `src`, all of the path.
PathNames RustModulePath(const std::string& path) {
  PathNames names;
  const std::string plain = PlainPath(path);
  for (std::string_view part : Split(plain, '/')) {
    if (part == "src") {
      names.clear();
    } else if (!part.empty()) {
      names.emplace_back(part);
    }
  }
  if (names.empty()) return names;
  names.back() = names.back().substr(0, names.back().rfind('.'));
  if (names.back() == "mod" || names.back() == "lib" || names.back() == "main") names.pop_back();
  return names;
}

std::string RustCrateName(const std::string& exporter, const ModuleFiles& files) {
  const std::string path = PlainPath(exporter);
  const std::size_t src = path.starts_with("src/") ? 0 : path.rfind("/src/");
  if (src == std::string::npos || !files.read) return "";
  const auto text = files.read(InFolder(path.substr(0, src), "Cargo.toml"));
  if (!text) return "";
  for (std::string_view line : Lines(*text)) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos || Trim(line.substr(0, equals)) != "name") continue;
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (open < close) return ReplaceAll(line.substr(open + 1, close - open - 1), "-", "_");
  }
  return "";
}

bool StartsWith(const PathNames& names, const PathNames& start) {
  return start.size() <= names.size() && std::equal(start.begin(), start.end(), names.begin());
}

MeantModule RustMeans(std::string_view module, const std::string& importer, const std::string& exporter,
                      const ModuleExports& exports, const ModuleFiles& files) {
  const PathNames here = RustModulePath(importer), there = RustModulePath(exporter);
  PathNames asked;
  for (std::string_view rest = module; !rest.empty();) {
    const std::size_t end = std::min(rest.find("::"), rest.size());
    asked.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  if (asked.empty()) return {};
  MeantModule found;
  found.below = StartsWith(here, there);
  const std::string first = asked[0];
  PathNames whole;
  if (first == "crate" || first == "self") {
    if (first == "self") whole = here;
    whole.insert(whole.end(), asked.begin() + 1, asked.end());
  } else if (first == "super") {
    whole = here;
    std::size_t up = 0;
    for (; up < asked.size() && asked[up] == "super"; ++up) {
      if (!whole.empty()) whole.pop_back();
    }
    whole.insert(whole.end(), asked.begin() + static_cast<std::ptrdiff_t>(up), asked.end());
  } else if (IsOneOf(first, {"std", "core", "alloc"})) {
    return {};
  } else {
    const std::string crate = RustCrateName(exporter, files);
    whole = asked;
    if (crate == first) {
      whole.erase(whole.begin());
      found.outside = true;
    } else if (!StartsWith(whole, there) || there.empty()) {
      // Another crate has modules of its own.
      whole.erase(whole.begin());
      if (!crate.empty() || there.empty()) return {};
      found.outside = true;
      found.doubt = fmt::format("which crate `{}` is is not known", first);
    }
  }
  found.meant = found.doubt.empty() ? Meant::kYes : Meant::kPerhaps;
  if (whole == there) return found;
  // Without `src`, where the crate begins is not known.
  const bool rooted = PlainPath(exporter).find("src/") != std::string::npos;
  const bool suffix = !rooted && !whole.empty() && whole.size() <= there.size() &&
                      std::equal(whole.rbegin(), whole.rend(), there.rbegin());
  if (suffix) return found;
  if (whole.size() == there.size() + 1 && StartsWith(whole, there) && exports.scopes.contains(whole.back())) {
    found.inside = whole.back();
    return found;
  }
  return {};
}

}  // namespace

std::string PlainPath(std::string_view path) {
  std::vector<std::string_view> parts;
  for (std::string_view part : Split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == ".." && !parts.empty() && parts.back() != "..") {
      parts.pop_back();
    } else {
      parts.push_back(part);
    }
  }
  std::string plain = path.starts_with('/') ? "/" : "";
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) plain += '/';
    plain += parts[i];
  }
  return plain;
}

std::string FolderOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return std::string(path.substr(0, slash == std::string_view::npos ? 0 : slash));
}

std::string InFolder(const std::string& folder, std::string_view name) {
  if (folder.empty()) return std::string(name);
  if (name.empty()) return folder;
  return folder + "/" + std::string(name);
}

bool EndsWithPath(std::string_view path, std::string_view end) {
  if (end.empty() || !path.ends_with(end)) return false;
  return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

MeantModule MeansModule(Language language, std::string_view module, const std::string& importer,
                        const std::string& exporter, const ModuleExports& exports, const ModuleFiles& files) {
  switch (language) {
    case Language::kScript: return ScriptMeans(module, importer, exporter);
    case Language::kPython: return PythonMeans(module, importer, exporter, files);
    case Language::kGo: return GoMeans(module, exporter, exports, files);
    case Language::kRust: return RustMeans(module, importer, exporter, exports, files);
    default: return {};
  }
}

std::optional<FoundModule> FindModule(Language language, std::string_view module, const std::string& from,
                                      const ModuleFiles& files) {
  if (!files.read) return std::nullopt;
  std::vector<std::string> places;
  if (language == Language::kScript && IsRelative(module)) {
    const std::string path = Relative(module, from);
    places.push_back(path);
    for (std::string_view base : {std::string_view(path), WithoutScriptEnding(path)}) {
      for (std::string_view ending : kScriptEndings) places.push_back(std::string(base) + std::string(ending));
    }
    for (std::string_view ending : kScriptEndings) places.push_back(InFolder(path, "index" + std::string(ending)));
  } else if (language == Language::kPython) {
    const bool relative = module.starts_with('.');
    std::string folder = FolderOf(PlainPath(from));
    for (int up = 0; up < 16; ++up) {
      const std::string path = relative ? PythonRelative(module, from) : InFolder(folder, ReplaceAll(module, ".", "/"));
      places.push_back(path + ".py");
      places.push_back(InFolder(path, "__init__.py"));
      places.push_back(path + ".pyi");
      if (relative || folder.empty()) break;
      folder = FolderOf(folder);
    }
  } else if (language == Language::kC && !module.starts_with('<')) {
    std::string folder = FolderOf(PlainPath(from));
    for (int up = 0; up < 16; ++up) {
      places.push_back(PlainPath(InFolder(folder, module)));
      if (folder.empty()) break;
      folder = FolderOf(folder);
    }
  }
  for (const std::string& place : places) {
    if (auto text = files.read(place)) return FoundModule{place, *std::move(text)};
  }
  return std::nullopt;
}

}  // namespace forge
