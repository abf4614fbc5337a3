#include "text/command_words.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "base/strings.h"
#include "model/path_kinds.h"
#include "text/path_words.h"

namespace forge {
namespace {

// Programs that do something useful without arguments.
constexpr auto kLonePrograms = std::to_array<std::string_view>(
    {"ant",    "ava",     "bats",          "buck",    "busted", "check",   "cmake", "composer", "ctest",
     "flake8", "gradle",  "golangci-lint", "jasmine", "jest",   "just",    "karma", "lein",     "luacheck",
     "make",   "meson",   "mocha",         "mvn",     "mypy",   "ninja",   "nox",   "phpunit",  "pre-commit",
     "prove",  "pyright", "pytest",        "rake",    "rspec",  "rubocop", "sbt",   "scons",    "shellcheck",
     "task",   "tox",     "trial",         "tsc",     "true",   "vitest",  "waf"});

// Programs whose first argument is often a plain word: `npm test`, `cargo check`.
constexpr auto kPrograms = std::to_array<std::string_view>(
    {"awk",    "cmp",    "cp",        "curl",    "grep",       "ls",      "mkdir",  "mv",    "rg",     "rm",
     "sed",    "wc",     "xargs",     "bash",    "bazel",      "bun",     "bundle", "cabal", "cargo",  "clang",
     "dart",   "deno",   "docker",    "dotnet",  "eslint",     "flutter", "g++",    "gcc",   "gem",    "git",
     "go",     "grunt",  "gulp",      "helm",    "java",       "lerna",   "lua",    "mix",   "ng",     "node",
     "npm",    "npx",    "nx",        "pdm",     "perl",       "php",     "pip",    "pip3",  "pipenv", "pnpm",
     "podman", "poetry", "python",    "python3", "R",          "Rscript", "ruby",   "ruff",  "rustc",  "rye",
     "sh",     "swift",  "terraform", "uv",      "xcodebuild", "yarn",    "zig",    "zsh"});
// Lone programs that are also words of a sentence.
constexpr auto kPlainWords = std::to_array<std::string_view>({"check", "prove", "trial", "true"});

// They begin a statement of a programming language or a sentence.
constexpr auto kOtherWords = std::to_array<std::string_view>(
    {"a",      "all",    "an",        "auto", "class",    "const",  "def",    "each",   "enum",
     "every",  "float",  "fn",        "func", "function", "impl",   "import", "int",    "interface",
     "it",     "let",    "namespace", "no",   "private",  "public", "return", "static", "string",
     "struct", "switch", "template",  "the",  "this",     "throw",  "throws", "type",   "using",
     "var",    "void",   "when",      "with", "without",  "yield"});

constexpr auto kSecondWords = std::to_array<std::string_view>(
    {"!=",  "&&=", "*=",   "+=",  "-=", "->", "/=",   ":=",  "<=", "=",  "==",     "===", "=>",  ">=",   "and",
     "are", "as",  "does", "has", "in", "is", "must", "not", "of", "or", "should", "to",  "was", "were", "will"});

bool IsAssignmentWord(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == 0 || equals == std::string_view::npos) return false;
  const std::string_view name = word.substr(0, equals);
  return std::ranges::all_of(name, [](char c) { return IsLetterOrDigit(c) || c == '_'; }) &&
         !IsDigits(name.substr(0, 1));
}

std::string_view ProgramWord(std::string_view text) { return text.substr(0, text.find_first_of(" \t\n")); }

// A script that a shell would start: `./check`, `bin/test`, `scripts/all.sh`; sources and pages are not.
bool IsScript(std::string_view word) {
  if (word.starts_with("./") && word.size() > 2) return word.find(':') == std::string_view::npos;
  if (word.find('/') == std::string_view::npos || word.ends_with('/')) return false;
  const std::string_view extension = SplitPath(word).extension;
  if (extension.empty()) {
    const std::string_view first = word.substr(0, word.find('/'));
    return IsOneOf(
        first, {"bin", "script", "scripts", "tools", "tool", "dev", "ci", "node_modules", "vendor", "target", "build",
                "out", "test",   "tests",   "t",     "",     "~",   "..", ".venv",        "venv",   "gradle"});
  }
  return IsOneOf(extension, {"sh", "bash", "bats", "zsh", "ksh", "t", "pl", "rb", "exe", "bat", "cmd", "ps1"});
}

bool IsProgramName(std::string_view word) {
  constexpr auto kCapitals = std::to_array<std::string_view>({"R", "Rscript", "MSBuild", "MSBuild.exe", "Xvfb"});
  if (word.empty() || std::string_view("-@.,;:=<>#*").find(word.front()) != std::string_view::npos) return false;
  const bool shaped = std::ranges::all_of(
      word, [](char c) { return IsLetterOrDigit(c) || std::string_view("._/+-~@").find(c) != std::string_view::npos; });
  if (!shaped || word.ends_with('.')) return false;
  if (word.find('/') == std::string_view::npos && IsUpper(word.front())) return IsOneOf(word, kCapitals);
  return !IsOneOf(word, kOtherWords);
}

bool IsKnownProgramName(std::string_view word) {
  return IsOneOf(word, kPrograms) || (IsOneOf(word, kLonePrograms) && !IsOneOf(word, kPlainWords));
}

// A flag, a path or a file's name: no word of a sentence looks like that.
bool IsArgumentOfCommand(std::string_view word) {
  if (word.starts_with('-')) return word.size() > 1 && (IsLetter(word[1]) || (word[1] == '-' && word.size() > 2));
  if (word == "." || word == "..") return true;
  const bool named = std::ranges::any_of(word, IsLetter) || word.find("..") != std::string_view::npos;
  if (word.find('/') != std::string_view::npos) return named;
  const std::size_t dot = word.find('.');
  return named && dot != std::string_view::npos && dot + 1 < word.size();
}

bool IsOperator(std::string_view word) { return IsOneOf(word, {"&&", "||", "|", ">", ">>", "<", "2>&1", "&", ";"}); }

// Behind a program that is not known. An operator must not come first: `count > 0` is an expression.
bool HasArgumentOfCommand(std::string_view rest) {
  bool first = true;
  while (!rest.empty()) {
    const std::string_view word = ProgramWord(rest);
    if (IsArgumentOfCommand(word) || (!first && (IsOperator(word) || word.ends_with(';')))) return true;
    if (first && IsOperator(word)) return false;
    first = false;
    rest = Trim(rest.substr(word.size()));
  }
  return false;
}

// With arguments behind it.
bool StartsCommand(std::string_view word, std::string_view rest) {
  if (word.starts_with("./") || word.starts_with("../") || IsScript(word)) return true;
  if (word.starts_with('$') || word.starts_with('"') || word.starts_with('\'')) return word.size() > 1;
  if (word == "." || word == "!" || word == "[" || word == "[[" || word == "{" || word.starts_with('(')) return true;
  if (NamesNoCommand(word) || !IsProgramName(word)) return false;
  const std::string_view second = ProgramWord(rest);
  if (IsOneOf(second, kSecondWords) || second.ends_with(':') || rest.starts_with('(')) return false;
  if (HasArgumentOfCommand(rest)) return !IsDigits(word);
  return IsKnownProgramName(word) && !IsOneOf(second, {"sure", "it", "that", "the"});
}

}  // namespace

bool NamesNoCommand(std::string_view code) {
  code = Trim(code);
  if (code.empty() || code.starts_with('-')) return true;
  if (code.find_first_of(" \t\n") != std::string_view::npos) return false;
  if (code.ends_with(')') && code.find('(') != std::string_view::npos && !code.starts_with('(')) return true;
  if (code.find("::") != std::string_view::npos || code.find("->") != std::string_view::npos) return true;
  return LooksLikeFile(code) && !IsScript(code);
}

bool IsCommand(std::string_view code, bool alone) {
  code = Trim(code);
  if (NamesNoCommand(code)) return false;
  std::string_view word = ProgramWord(code);
  while (IsAssignmentWord(word)) {
    if (word.size() == code.size()) return false;
    code = Trim(code.substr(word.size()));
    word = ProgramWord(code);
  }
  if (word.size() < code.size()) return StartsCommand(word, Trim(code.substr(word.size())));
  if (IsOneOf(word, kLonePrograms) || IsScript(word)) return true;
  return alone && word.find('-') != std::string_view::npos && IsProgramName(word) &&
         word.find('.') == std::string_view::npos;
}

}  // namespace forge
