#include "text/check_commands.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "base/strings.h"
#include "text/lines.h"
#include "text/said_words.h"

namespace forge {
namespace {

using CodeWords = std::vector<std::string>;

// Whatever their arguments are, except the tasks below.
constexpr auto kCheckers = std::to_array<std::string_view>(
    {"[",           "ava",    "bats",   "busted",       "check",     "cmake",         "cmp",   "ctest",    "diff",
     "eslint",      "false",  "flake8", "gcovr",        "gmake",     "golangci-lint", "grep",  "jasmine",  "jest",
     "karma",       "ktlint", "lit",    "luacheck",     "make",      "markdownlint",  "meson", "mocha",    "mypy",
     "ninja",       "nose2",  "nox",    "phpstan",      "phpunit",   "prove",         "psalm", "pyflakes", "pylint",
     "pyright",     "pytest", "rg",     "rspec",        "rubocop",   "ruff",          "scons", "cppcheck", "shellcheck",
     "staticcheck", "test",   "tox",    "trial",        "true",      "tsc",           "ty",    "vitest",   "waf",
     "yamllint",    "black",  "isort",  "clang-format", "clang-tidy"});

// They change or reach more than the tree, whatever is said behind them.
constexpr auto kNever = std::to_array<std::string_view>({"ansible",    "ansible-playbook",
                                                         "aws",        "az",
                                                         "bq",         "chmod",
                                                         "chown",      "cp",
                                                         "crontab",    "curl",
                                                         "dd",         "docker",
                                                         "doctl",      "eksctl",
                                                         "flyctl",     "gcloud",
                                                         "gh",         "git",
                                                         "glab",       "gsutil",
                                                         "helm",       "heroku",
                                                         "kill",       "kubectl",
                                                         "mail",       "mongo",
                                                         "mv",         "mysql",
                                                         "nc",         "netlify",
                                                         "pkill",      "podman",
                                                         "psql",       "pulumi",
                                                         "redis-cli",  "rm",
                                                         "rmdir",      "rsync",
                                                         "scp",        "sendmail",
                                                         "serverless", "service",
                                                         "sftp",       "ssh",
                                                         "sqlite3",    "su",
                                                         "sudo",       "systemctl",
                                                         "terraform",  "vercel",
                                                         "wget",       "xargs"});

// Nothing happens by them, so they may stand beside a check.
constexpr auto kBeside = std::to_array<std::string_view>({"cd", "pushd", "popd", "export", "set", "source", ".",
                                                          "mkdir", "echo", "head", "tail", "wc", "tee", "sort", "cat"});

// The next word is the program: `time make`, `npx jest`.
constexpr auto kWrappers =
    std::to_array<std::string_view>({"time", "env", "nice", "xvfb-run", "npx", "bunx", "command", "exec", "!"});
// The word behind `run` or `exec` is: `poetry run pytest`.
constexpr auto kManagers =
    std::to_array<std::string_view>({"poetry", "uv", "pipenv", "pdm", "rye", "hatch", "bundle", "pixi", "conda"});

constexpr auto kInterpreters =
    std::to_array<std::string_view>({"bash", "sh", "zsh", "python", "python3", "node", "ruby", "perl", "php", "lua"});

bool IsCheckWord(std::string_view word) {
  return IsOneOf(word,
                 {"test",      "tests",    "testing",  "unittest", "check",       "checks",   "lint",   "linter",
                  "typecheck", "verify",   "validate", "build",    "compile",     "unit",     "e2e",    "smoke",
                  "vet",       "coverage", "spec",     "specs",    "integration", "clippy",   "bench",  "benchmark",
                  "analyze",   "analyse",  "fmt",      "nextest",  "regression",  "selftest", "pytest", "acceptance"});
}

// A part of a name: `run-tests`, `test:billing`, `tests/all.sh`.
bool IsNamedForCheck(std::string_view name) {
  std::string part;
  const std::string text = Lower(name) + " ";
  for (char c : text) {
    if (IsLetterOrDigit(c)) {
      part += c;
      continue;
    }
    if (IsCheckWord(part)) return true;
    part.clear();
  }
  return false;
}

// The commands of a line, each as its words. Empty: what is run cannot be told.
std::vector<CodeWords> PartsOfLine(std::string_view code) {
  std::vector<CodeWords> parts(1);
  std::string word;
  char quote = '\0';
  const auto end_word = [&] {
    if (!word.empty()) parts.back().push_back(word);
    word.clear();
  };
  for (std::size_t at = 0; at < code.size(); ++at) {
    const char c = code[at];
    const bool expands = c == '`' || c == '\\' || (c == '$' && code.substr(at).starts_with("$("));
    if (quote != '\'' && expands) return {};
    if (quote != '\0') {
      quote = c == quote ? '\0' : quote;
      word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      word += c;
    } else if (c == '&' && (word.ends_with('>') || code.substr(at).starts_with("&>"))) {
      word += c;  // 2>&1
    } else if (c == '&' || c == '|' || c == ';' || c == '\n') {
      end_word();
      if (!parts.back().empty()) parts.emplace_back();
    } else if (c == '(' || c == ')') {
      return {};
    } else if (IsBlank(c)) {
      end_word();
    } else {
      word += c;
    }
  }
  end_word();
  if (parts.back().empty()) parts.pop_back();
  return quote == '\0' ? parts : std::vector<CodeWords>();
}

bool IsSetting(std::string_view word) {
  const std::size_t equals = word.find('=');
  return equals != std::string_view::npos && equals > 0 &&
         std::ranges::all_of(word.substr(0, equals), [](char c) { return IsLetterOrDigit(c) || c == '_'; });
}

// Without variables and wrappers.
CodeWords WithoutWrappers(CodeWords words) {
  while (!words.empty()) {
    const std::string& first = words.front();
    const bool runs = words.size() > 2 && IsOneOf(words[1], {"run", "exec"});
    std::size_t away = IsSetting(first) || IsOneOf(first, kWrappers) ? 1 : 0;
    if (IsOneOf(first, kManagers) && runs) away = 2;
    if (first == "timeout" && words.size() > 2) away = 2;
    if (away == 0) break;
    words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(away));
  }
  return words;
}

// `-c`, `-xc`, `--eval`: what is run stands in the line.
bool IsFlagOfCode(std::string_view program, std::string_view word) {
  if (word.starts_with("--")) return word.starts_with("--eval") || word.starts_with("--print");
  if (!word.starts_with('-')) return false;
  if (program.ends_with("sh")) return word.contains('c');
  return word.size() > 1 && std::string_view("ceErpn").contains(word[1]);
}

// `python -m pytest`, `node --test`, `bash scripts/check.sh`, `php artisan test`; never code in the line.
bool InterpretsCheck(const CodeWords& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (IsFlagOfCode(words[0], words[i])) return false;
    if (words[i] == "--test") return true;
    if (words[i].starts_with('-') && words[i] != "-m") continue;
    const std::size_t named = words[i] == "-m" ? i + 1 : i;
    if (named >= words.size()) return false;
    return IsNamedForCheck(words[named]) || IsOneOf(words[named], kCheckers) ||
           (named + 1 < words.size() && IsCheckWord(words[named + 1]));
  }
  return false;
}

// `npm test`, `yarn lint`, `npm run test:unit`, `cargo nextest run`, `go vet ./...`, `./gradlew -q check`.
bool AsksForCheck(const CodeWords& words) {
  // Of other programs nobody knows whether the word behind a flag is its value.
  const std::string_view base = std::string_view(words[0]).substr(words[0].rfind('/') + 1);
  const bool known = IsOneOf(base, {"npm", "pnpm", "yarn", "bun", "cargo", "go", "gradle", "gradlew", "mvn", "mvnw"});
  std::size_t at = 1;
  while (known && at < words.size() && words[at].starts_with('-')) ++at;
  if (at < words.size() && IsOneOf(words[at], {"run", "run-script"}) &&
      IsOneOf(words[0], {"npm", "pnpm", "yarn", "bun", "deno", "composer"}))
    return at + 1 < words.size() && IsNamedForCheck(words[at + 1]);
  if (at >= words.size()) return false;
  const bool tasks =
      IsOneOf(words[0], {"yarn", "pnpm", "just", "task", "rake", "gradle", "gulp", "grunt", "nx", "mix"});
  return IsCheckWord(words[at]) || (tasks && IsNamedForCheck(words[at])) || (words[0] == "npm" && words[at] == "t");
}

// `make serve` never ends, `make install` is no check.
bool IsOtherTask(std::string_view word) {
  return IsOneOf(word, {"serve", "server", "start", "watch", "dev", "install", "up", "down", "run", "shell"});
}

bool RunsCheck(const CodeWords& words) {
  const std::string& program = words.front();
  const std::string_view base = std::string_view(program).substr(program.rfind('/') + 1);
  if (IsOneOf(base, kNever)) return false;
  const bool tasks = IsOneOf(base, {"make", "gmake", "ninja"});
  if (tasks && std::any_of(words.begin() + 1, words.end(), IsOtherTask)) return false;
  if (IsOneOf(base, kCheckers)) return true;
  if (IsOneOf(base, kInterpreters)) return InterpretsCheck(words);
  return IsNamedForCheck(program) || AsksForCheck(words);
}

}  // namespace

bool IsCheckCommand(std::string_view code) {
  bool checks = false;
  for (const CodeWords& part : PartsOfLine(code)) {
    const CodeWords words = WithoutWrappers(part);
    if (words.empty()) continue;
    if (RunsCheck(words)) {
      checks = true;
    } else if (!IsOneOf(words.front(), kBeside)) {
      return false;
    }
  }
  return checks && !ShipsOrDestroys(code);
}

bool ShipsOrDestroys(std::string_view code) {
  const bool git = HasWord(SaidWordsOf(code), {"git"});
  for (std::string_view part : Split(code, ' ')) {
    for (const std::string& word : SaidWordsOf(part)) {
      if (word == "release" && part.starts_with('-')) continue;  // --release
      if (IsAboutShipping(word) || IsOneOf(word, {"prod", "production", "live"})) return true;
      if (git && IsOneOf(word, {"clean", "restore", "checkout", "rebase"})) return true;
    }
  }
  return false;
}

}  // namespace forge
