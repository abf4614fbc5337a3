#include "text/path_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/braces.h"
#include "base/strings.h"
#include "model/path_kinds.h"

namespace forge {
namespace {

// In addition to the languages of test_path.cc.
constexpr auto kExtensions = std::to_array<std::string_view>(
    {"adoc",   "asm",    "astro",  "bat",      "bazel",      "bzl",     "cfg",   "cmake",  "cmd",        "conf",
     "csproj", "css",    "csv",    "db",       "dict",       "diff",    "ejs",   "el",     "erb",        "feature",
     "fish",   "frag",   "fsproj", "gem",      "gemspec",    "gif",     "glsl",  "gql",    "gradle",     "graphql",
     "haml",   "hbs",    "hcl",    "hrl",      "htm",        "html",    "ico",   "in",     "inc",        "ini",
     "ipynb",  "j2",     "jinja",  "jpeg",     "jpg",        "json",    "json5", "jsonc",  "jsonl",      "less",
     "lisp",   "lock",   "mak",    "markdown", "md",         "mdx",     "mk",    "mod",    "ndjson",     "ninja",
     "nix",    "patch",  "pdf",    "plist",    "png",        "podspec", "pom",   "prisma", "properties", "proto",
     "pug",    "rake",   "rkt",    "rst",      "s",          "sass",    "sbt",   "scss",   "service",    "slim",
     "sln",    "snap",   "sql",    "sqlite",   "storyboard", "styl",    "sum",   "svg",    "tcl",        "tf",
     "tfvars", "thrift", "tmpl",   "toml",     "tpl",        "tsv",     "txt",   "v",      "vert",       "vim",
     "wat",    "webp",   "wgsl",   "work",     "xib",        "xml",     "xsd",   "xsl",    "yaml",       "yml"});
// Extensions only after a directory: `process.env`, `list.map` and `this.props` are not files.
constexpr auto kMemberNames =
    std::to_array<std::string_view>({"env", "log", "make", "map", "props", "socket", "targets", "timer"});

bool IsKnownExtension(std::string_view extension, bool below_directory) {
  constexpr std::size_t kLongest = 10;
  if (extension.empty() || extension.size() > kLongest) return false;
  const std::string lower = Lower(extension);
  return IsOneOf(lower, kExtensions) || (below_directory && IsOneOf(lower, kMemberNames));
}

// Files that have no extension, or only one.
bool IsKnownName(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"Makefile",     "makefile",    "GNUmakefile",   "Dockerfile",  "Containerfile", "CMakeLists.txt", "Rakefile",
       "Gemfile",      "Procfile",    "Vagrantfile",   "Jenkinsfile", "Justfile",      "justfile",       "Brewfile",
       "Podfile",      "Fastfile",    "Guardfile",     "Pipfile",     "Caddyfile",     "Tiltfile",       "Earthfile",
       "Taskfile",     "BUILD",       "WORKSPACE",     "LICENSE",     "LICENCE",       "README",         "CHANGELOG",
       "CONTRIBUTING", "NOTICE",      "AUTHORS",       "CODEOWNERS",  "COPYING",       "VERSION",        "SConstruct",
       "SConscript",   "meson.build", "meson_options", "go.mod",      "go.sum",        "go.work",        "gradlew",
       "mvnw",         "configure"});
  return IsOneOf(name, kNames) || name.starts_with("Dockerfile.") || name.starts_with("Makefile.");
}

bool IsKnownDotFile(std::string_view name) {
  constexpr auto kNames = std::to_array<std::string_view>({".env", ".mailmap", ".nvmrc", ".clang-format", ".clang-tidy",
                                                           ".npmrc", ".bazelversion", ".gitmodules", ".tool-versions",
                                                           ".python-version", ".ruby-version", ".node-version"});
  if (name.size() < 4 || name.front() != '.') return false;
  return IsOneOf(name, kNames) || name.starts_with(".env.") || name.ends_with("rc") || name.ends_with("ignore") ||
         name.ends_with("attributes") || name.ends_with("config");
}

// Names of products, not of files.
bool IsProduct(std::string_view word) {
  constexpr auto kNames = std::to_array<std::string_view>(
      {"node.js", "vue.js", "next.js", "nuxt.js", "react.js", "express.js", "d3.js", "three.js", "angular.js",
       "backbone.js", "ember.js", "nest.js", "chart.js", "moment.js", "discord.js", "alpine.js"});
  return IsOneOf(Lower(word), kNames) && (word == "node.js" || IsUpper(word[0]));
}

// "x.ts:42", "x.ts:42:7", "x.ts:42-50", "x.ts#L42".
std::string_view WithoutLine(std::string_view word) {
  if (std::size_t hash = word.find("#L"); hash != std::string_view::npos) word = word.substr(0, hash);
  for (int i = 0; i < 2; ++i) {
    const std::size_t colon = word.rfind(':');
    if (colon == std::string_view::npos || colon + 1 == word.size()) break;
    if (word.find_first_not_of("0123456789-,", colon + 1) != std::string_view::npos) break;
    if (!IsDigits(word.substr(colon + 1, 1))) break;
    word = word.substr(0, colon);
  }
  return word;
}

std::string_view WithoutPunctuation(std::string_view word, bool in_code) {
  if (!in_code) {
    while (!word.empty() && std::string_view("*_(\"'").find(word.front()) != std::string_view::npos &&
           word.size() > 1 && !word.starts_with("__")) {
      word.remove_prefix(1);
    }
    while (!word.empty() && std::string_view(",;*_)\"'!?").find(word.back()) != std::string_view::npos) {
      word.remove_suffix(1);
    }
  }
  while (word.ends_with(',') || word.ends_with(':') || word.ends_with(';') ||
         (word.ends_with('.') && !word.ends_with(".."))) {
    word.remove_suffix(1);
  }
  return word;
}

bool IsPathChar(char c) {
  return IsLetterOrDigit(c) || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("._-+/@[]()$*?~^%").find(c) != std::string_view::npos;
}

bool HasForeignShape(std::string_view word) {
  if (word.find("://") != std::string_view::npos || word.find("()") != std::string_view::npos ||
      word.find("->") != std::string_view::npos || word.find("...") != std::string_view::npos ||
      word.find("//") != std::string_view::npos) {
    return true;
  }
  if (std::string_view("@-#$%^+?(").find(word.front()) != std::string_view::npos && !word.starts_with("+page") &&
      !word.starts_with("+layout") && !word.starts_with("+server")) {
    return true;
  }
  // A call ends in a parenthesis; a route group (app/(auth)/page.tsx) does not.
  if (word.ends_with(')') || word.ends_with('-') || word.ends_with('@')) return true;
  return word.find('(') != std::string_view::npos && word.find('/') == std::string_view::npos;
}

bool StartsWithDomain(std::string_view word) {
  constexpr auto kEnds =
      std::to_array<std::string_view>({"com", "org", "net", "io", "dev", "edu", "gov", "app", "co", "ai"});
  const std::string_view first = word.substr(0, word.find('/'));
  const std::size_t dot = first.rfind('.');
  return dot != std::string_view::npos && dot > 0 && IsOneOf(first.substr(dot + 1), kEnds);
}

bool IsMediaType(std::string_view word) {
  constexpr auto kTypes = std::to_array<std::string_view>(
      {"application", "image", "audio", "video", "font", "text", "multipart", "message"});
  return std::count(word.begin(), word.end(), '/') == 1 && IsOneOf(word.substr(0, word.find('/')), kTypes);
}

bool HasSourceRoot(std::string_view word) {
  constexpr auto kRoots = std::to_array<std::string_view>(
      {"src",      "lib",    "bin",      "scripts", "script",  "tools", "tool",       "cmd",    "pkg",
       "internal", "test",   "tests",    "spec",    "include", "docs",  "doc",        "app",    "apps",
       "packages", "crates", "examples", "bench",   "benches", "fuzz",  "ci",         "hooks",  "etc",
       "debian",   "config", "server",   "client",  "web",     "dev",   "migrations", "public", "workspace"});
  const std::string_view first = word.substr(0, word.find('/'));
  return IsOneOf(first, kRoots) || (first.size() > 1 && first[0] == '.');
}

bool IsOutside(std::string_view word) {
  if (word == ".." || word.starts_with("../") || word.find("/../") != std::string_view::npos || word.ends_with("/.."))
    return true;
  if (word.starts_with("~/")) return true;
  if (word.size() > 2 && word[1] == ':' && word[2] == '/' && IsLetterOrDigit(word[0])) return true;
  if (!word.starts_with('/') || word.size() < 2) return false;
  // `/api/users` is a route; `/etc/passwd` and `/home/me/x.ts` are files.
  constexpr auto kRoots =
      std::to_array<std::string_view>({"etc", "usr", "home", "var", "tmp", "opt", "root", "Users", "dev"});
  const std::string_view below = word.substr(1);
  const std::string_view extension = SplitPath(word).extension;
  return IsOneOf(below.substr(0, below.find('/')), kRoots) || IsKnownExtension(extension, true) || IsCodePath(word);
}

// They come first in a command.
bool IsKnownProgram(std::string_view word) {
  constexpr auto kFirstWords = std::to_array<std::string_view>(
      {"awk",      "bash",   "bun",    "bundle",  "cargo",   "cat",   "cd",   "chmod",  "clang",  "cmake",
       "composer", "cp",     "ctest",  "curl",    "dart",    "deno",  "diff", "docker", "dotnet", "echo",
       "eslint",   "exec",   "find",   "flutter", "gcc",     "g++",   "git",  "go",     "gradle", "grep",
       "head",     "java",   "jest",   "just",    "less",    "lua",   "ls",   "make",   "mix",    "mkdir",
       "mv",       "mvn",    "mypy",   "ninja",   "node",    "npm",   "npx",  "perl",   "php",    "pip",
       "pnpm",     "poetry", "pytest", "python",  "python3", "rake",  "rm",   "ruby",   "ruff",   "run",
       "rustc",    "sed",    "sh",     "source",  "sudo",    "swift", "tail", "task",   "test",   "touch",
       "tsc",      "uv",     "vim",    "vitest",  "xargs",   "yarn",  "zig",  "zsh"});
  return IsOneOf(word, kFirstWords);
}

// They begin an order: `Update README.md`.
bool BeginsOrder(std::string_view word) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"add",     "adjust",  "apply",   "build",    "change",     "check",  "create", "delete",   "document",
       "draft",   "drop",    "edit",    "extend",   "extract",    "fix",    "format", "generate", "import",
       "improve", "insert",  "install", "lint",     "make",       "modify", "move",   "new",      "open",
       "patch",   "print",   "read",    "refactor", "regenerate", "remove", "rename", "replace",  "review",
       "revise",  "rewrite", "see",     "split",    "touch",      "update", "use",    "write"});
  const std::string lower = Lower(word);
  const auto is_form = [&](std::string_view verb) {
    const std::string stem(verb.ends_with('e') ? verb.substr(0, verb.size() - 1) : verb);
    return lower == verb || lower == std::string(verb) + "s" || lower == stem + "ed" || lower == stem + "ing";
  };
  return std::ranges::any_of(kWords, is_form);
}

// People give them names with blanks; of `flask run.py` the first word is a program.
bool IsDocumentExtension(std::string_view extension) {
  return IsOneOf(Lower(extension), {"adoc", "csv", "gif", "ico", "jpeg", "jpg", "markdown", "md", "mdx", "pdf", "png",
                                    "rst", "svg", "tsv", "txt", "webp"});
}

bool IsVersion(std::string_view word) {
  std::string_view rest = word;
  if (!rest.empty() && (rest[0] == 'v' || rest[0] == 'V')) rest.remove_prefix(1);
  return !rest.empty() && IsDigits(rest.substr(0, 1)) &&
         rest.find_first_not_of("0123456789.x-") == std::string_view::npos;
}

PathWord::Kind KindWithoutSlash(std::string_view word, bool in_code) {
  const PathParts parts = SplitPath(word);
  const bool pattern = word.find_first_of("*?[]$~^%") != std::string_view::npos;
  if (IsProduct(word) || IsVersion(word)) return PathWord::Kind::kNone;
  if (IsKnownName(word)) {
    const bool dotted = word.find('.') != std::string_view::npos;
    return in_code || dotted || word.ends_with("file") ? PathWord::Kind::kFile : PathWord::Kind::kNone;
  }
  if (IsKnownDotFile(word)) return PathWord::Kind::kFile;
  if (parts.extension.empty()) return PathWord::Kind::kNone;
  // `.spec.tsx` and `.d.ts` are endings, not files; `.eslintrc.json` is one.
  if (word.front() == '.' && (parts.stem == ".spec" || parts.stem == ".test" || parts.stem == ".d"))
    return PathWord::Kind::kNone;
  if (pattern && (word.front() != '*' || !in_code)) return PathWord::Kind::kNone;
  return IsKnownExtension(parts.extension, false) || IsCodePath(word) ? PathWord::Kind::kFile : PathWord::Kind::kNone;
}

PathWord::Kind KindWithSlash(std::string_view word, bool in_code) {
  if (StartsWithDomain(word) || IsMediaType(word)) return PathWord::Kind::kNone;
  if (word.ends_with('/')) return in_code || HasSourceRoot(word) ? PathWord::Kind::kDirectory : PathWord::Kind::kNone;
  const PathParts parts = SplitPath(word);
  if (IsKnownName(parts.name) || IsKnownDotFile(parts.name)) return PathWord::Kind::kFile;
  if (parts.name.find('*') != std::string_view::npos) {
    return in_code || HasSourceRoot(word) ? PathWord::Kind::kFile : PathWord::Kind::kNone;
  }
  const std::string_view extension = parts.extension;
  if (!extension.empty() && (IsKnownExtension(extension, true) || IsCodePath(word))) return PathWord::Kind::kFile;
  const bool page = IsDigits(extension) && extension.size() == 1 && word.find("man") != std::string_view::npos;
  if (!extension.empty() && (!IsDigits(extension) || page)) {
    const bool shaped = std::all_of(extension.begin(), extension.end(),
                                    [](char c) { return IsLetterOrDigit(c) || c == '+' || c == '-' || c == '_'; });
    return in_code && shaped && extension.size() <= 12 ? PathWord::Kind::kFile : PathWord::Kind::kNone;
  }
  if (!extension.empty()) return PathWord::Kind::kNone;
  const bool deep = std::count(word.begin(), word.end(), '/') >= 2;
  return in_code && (HasSourceRoot(word) || deep) ? PathWord::Kind::kDirectory : PathWord::Kind::kNone;
}

// `src//a.ts`: a file, if it had one slash.
bool IsMistypedPath(std::string_view word, bool in_code) {
  if (word.find("//") == std::string_view::npos || word.front() == '/') return false;
  std::string single(word);
  while (single.find("//") != std::string::npos) single = ReplaceAll(single, "//", "/");
  return !HasForeignShape(single) && KindWithSlash(single, in_code) == PathWord::Kind::kFile;
}

PathWord ReadPlainWord(std::string word, bool in_code) {
  while (word.starts_with("./") && word.size() > 2) word.erase(0, 2);
  if (word.empty() || !std::all_of(word.begin(), word.end(), IsPathChar)) {
    return word.size() > 3 && word[1] == ':' && IsOutside(word) ? PathWord{PathWord::Kind::kOutside, {std::move(word)}}
                                                                : PathWord{};
  }
  if (word.find("://") != std::string::npos) return {};
  if (IsOutside(word)) return {PathWord::Kind::kOutside, {std::move(word)}};
  if (IsMistypedPath(word, in_code)) return {PathWord::Kind::kOutside, {std::move(word)}};
  if (word.front() == '/' || word.front() == '~' || HasForeignShape(word)) return {};
  const bool slash = word.find('/') != std::string::npos;
  const PathWord::Kind kind = slash ? KindWithSlash(word, in_code) : KindWithoutSlash(word, in_code);
  if (kind == PathWord::Kind::kNone) return {};
  return {kind, {std::move(word)}};
}

}  // namespace

PathWord ReadPathWord(std::string_view word, bool in_code) {
  constexpr std::size_t kLongest = 512;
  word = WithoutPunctuation(WithoutLine(WithoutPunctuation(Trim(word), in_code)), in_code);
  if (word.empty() || word.size() > kLongest) return {};
  const std::string slashed = ReplaceAll(word, "\\", "/");
  PathWord all;
  constexpr std::size_t kMostChoices = 16;
  BracedPaths choices = ExpandBraces(slashed);
  if (!choices.whole || choices.paths.size() > kMostChoices) return {};
  for (std::string& choice : choices.paths) {
    PathWord one = ReadPlainWord(std::move(choice), in_code);
    if (one.kind == PathWord::Kind::kNone || one.kind == PathWord::Kind::kOutside) return one;
    all.kind = one.kind;
    all.paths.push_back(std::move(one.paths.front()));
  }
  return all;
}

PathWord ReadPathWithBlanks(std::string_view code) {
  const std::string_view text = Trim(code);
  if (text.find(' ') == std::string_view::npos || text.find(" -") != std::string_view::npos) return {};
  if (text.find_first_of(";&|<>$\"'\t\n`{},:=") != std::string_view::npos) return {};
  const std::string_view first = text.substr(0, text.find(' '));
  // Of `cp a.c b.c` the first word is a program; a name has its extension at the end only.
  if (first.find('/') == std::string_view::npos &&
      (IsKnownProgram(first) || BeginsOrder(first) || !IsDocumentExtension(SplitPath(text).extension))) {
    return {};
  }
  for (std::string_view word : Split(text, ' ')) {
    if (word.data() + word.size() != text.data() + text.size() &&
        ReadPathWord(word, true).kind == PathWord::Kind::kFile)
      return {};
  }
  PathWord path = ReadPathWord(ReplaceAll(text, " ", "_"), true);
  if (path.kind == PathWord::Kind::kOutside) return {path.kind, {std::string(text)}};
  if (path.kind != PathWord::Kind::kFile || !IsKnownExtension(SplitPath(text).extension, true)) {
    const bool source = path.kind == PathWord::Kind::kFile && IsCodePath(path.paths.front());
    if (!source) return {};
  }
  std::string_view name = text;
  while (name.starts_with("./")) name.remove_prefix(2);
  return {path.kind, {std::string(name)}};
}

bool MayBeNameWithBlanks(std::string_view code) {
  const std::string_view text = Trim(code);
  const std::string_view first = text.substr(0, text.find(' '));
  if (first.find('/') != std::string_view::npos || IsKnownProgram(first) || BeginsOrder(first)) return false;
  return ReadPathWithBlanks(text).kind == PathWord::Kind::kNone &&
         ReadPathWithBlanks("./" + std::string(text)).kind == PathWord::Kind::kFile;
}

bool LooksLikeFile(std::string_view code) {
  const PathWord::Kind kind = ReadPathWord(code, true).kind;
  return kind == PathWord::Kind::kFile || kind == PathWord::Kind::kOutside;
}

std::string_view FilePartOf(std::string_view code) {
  code = WithoutLine(code);
  while (code.starts_with("./")) code.remove_prefix(2);
  return code;
}

}  // namespace forge
