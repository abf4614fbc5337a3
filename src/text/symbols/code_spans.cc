#include "text/symbols/code_spans.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/strings.h"
#include "text/lines.h"

namespace forge {
namespace {

constexpr std::string_view kFileExtensions[] = {
    "adoc",       "asm",   "astro", "bash",   "bat", "bazel", "c",     "cc",    "cfg",   "cjs",    "clj",     "cmake",
    "conf",       "cpp",   "cs",    "csproj", "css", "csv",   "cts",   "cxx",   "d",     "dart",   "diff",    "elm",
    "env",        "erb",   "erl",   "ex",     "exs", "fish",  "fs",    "gem",   "go",    "gradle", "graphql", "groovy",
    "h",          "hcl",   "hh",    "hpp",    "hrl", "hs",    "htm",   "html",  "hxx",   "in",     "inc",     "ini",
    "ipp",        "ipynb", "java",  "jl",     "js",  "json",  "json5", "jsonc", "jsonl", "jsx",    "kt",      "kts",
    "less",       "lock",  "log",   "lua",    "m",   "mak",   "md",    "mdx",   "mjs",   "mk",     "ml",      "mli",
    "mm",         "mod",   "mts",   "nim",    "nix", "patch", "php",   "pl",    "plist", "pm",     "png",     "pom",
    "properties", "proto", "ps1",   "py",     "pyi", "pyx",   "r",     "rake",  "rb",    "rs",     "rst",     "s",
    "sass",       "sbt",   "scala", "scss",   "sh",  "sln",   "sol",   "sql",   "sum",   "svelte", "svg",     "swift",
    "tcl",        "tf",    "toml",  "tpl",    "ts",  "tsv",   "tsx",   "txt",   "v",     "vue",    "xml",     "yaml",
    "yml",        "zig",   "zsh"};

constexpr std::string_view kFileNames[] = {
    "brewfile", "build",    "cmakelists.txt", "codeowners", "dockerfile", "gemfile", "jenkinsfile", "justfile",
    "license",  "makefile", "notice",         "procfile",   "rakefile",   "readme",  "vagrantfile", "workspace"};

bool IsFileChar(char c) {
  return IsWordChar(c) || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("._-/+@*?[]{},~#%=").find(c) != std::string_view::npos;
}

// Bytes of `:42`, `:42-50` or `:42:7` at the end.
std::size_t LineSuffix(std::string_view text) {
  std::size_t at = text.find_last_not_of("0123456789-:");
  if (at == std::string_view::npos || at + 1 == text.size()) return 0;
  std::size_t colon = text.find(':', at + 1);
  return colon == at + 1 && colon + 1 < text.size() ? text.size() - colon : 0;
}

}  // namespace

std::vector<InlineCode> CodeSpansOf(std::string_view line) {
  std::vector<InlineCode> spans;
  std::size_t at = 0;
  while ((at = line.find('`', at)) != std::string_view::npos) {
    std::size_t body = std::min(line.find_first_not_of('`', at), line.size());
    std::size_t length = body - at;
    std::size_t close = line.find(line.substr(at, length), body);
    // Looking for a partner again from every later backtick would cost the square.
    if (close == std::string_view::npos) break;
    std::string_view text = Trim(line.substr(body, close - body));
    if (!text.empty()) spans.push_back({text, at, close + length});
    at = close + length;
  }
  return spans;
}

std::string_view FilePartOf(std::string_view text) {
  text.remove_suffix(LineSuffix(text));
  while (text.starts_with("./")) text.remove_prefix(2);
  return text;
}

std::string_view ExtensionOf(std::string_view path) {
  std::size_t slash = path.rfind('/');
  std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
  std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : name.substr(dot + 1);
}

bool LooksLikeFile(std::string_view text) {
  constexpr std::size_t kLongestExtension = 12;
  text = FilePartOf(text);
  if (text.empty() || text.front() == '-' || text.front() == '@' || text.ends_with('/')) return false;
  if (!std::all_of(text.begin(), text.end(), IsFileChar) || text.find("://") != std::string_view::npos) return false;
  std::size_t slash = text.rfind('/');
  std::string_view name = slash == std::string_view::npos ? text : text.substr(slash + 1);
  std::string lower = Lower(name);
  if (IsOneOf(lower, kFileNames) && (slash != std::string_view::npos || name != lower)) return true;
  if (lower == "makefile") return true;
  std::string extension = Lower(ExtensionOf(text));
  if (slash != std::string_view::npos) {
    bool letters = std::any_of(extension.begin(), extension.end(), IsLower);
    return (letters && extension.size() <= kLongestExtension) || (name.size() > 1 && name[0] == '.' && name[1] != '.');
  }
  if (name[0] == '.') return name.size() > 2 && name.find('.', 1) != 1 && extension.find('(') == std::string::npos;
  return IsOneOf(extension, kFileExtensions);
}

}  // namespace forge
