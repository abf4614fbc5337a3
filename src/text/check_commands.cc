#include "text/check_commands.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "base/strings.h"
#include "text/lines.h"
#include "text/said_words.h"

namespace forge {
namespace {

using CodeWords = std::vector<std::string>;

// They only look, whatever their arguments are, except the flags and tasks below.
constexpr std::string_view kCheckers =
    " [ ava bats busted check cmp ctest diff eslint false flake8 gcovr golangci-lint grep jasmine jest karma"
    " ktlint lit luacheck markdownlint mocha mypy nose2 phpstan phpunit prove psalm pyflakes pylint pyright pytest"
    " rg rspec rubocop ruff cppcheck shellcheck staticcheck test trial true tsc ty vitest yamllint clang-tidy ";
// Their tasks may be anything.
constexpr std::string_view kBuilders = " make gmake cmake ninja meson scons waf tox nox ";

// They change or reach more than the tree, whatever is said behind them.
constexpr std::string_view kNever =
    " ansible ansible-playbook aws az bq chmod chown cp crontab curl dd docker doctl eksctl flyctl gcloud gh git"
    " glab gsutil helm heroku kill kubectl mail mongo mv mysql nc netlify pkill podman psql pulumi redis-cli rm"
    " rmdir rsync scp sendmail serverless service sftp ssh sqlite3 su sudo systemctl terraform vercel wget xargs ";

// Nothing happens by them, so they may stand beside a check.
constexpr std::string_view kBeside = " cd pushd popd export set source . mkdir echo head tail wc tee sort cat ";

// The next word is the program: `time make`, `npx jest`.
constexpr std::string_view kWrappers = " time env nice xvfb-run npx bunx command exec ! ";
// The word behind `run` or `exec` is: `poetry run pytest`.
constexpr std::string_view kManagers = " poetry uv pipenv pdm rye hatch bundle pixi conda ";

constexpr std::string_view kInterpreters = " bash sh zsh python python3 node ruby perl php lua ";

std::string_view ProgramBase(std::string_view program) { return program.substr(program.rfind('/') + 1); }

bool IsCheckWord(std::string_view word) {
  return IsIn(
      " test tests testing unittest check checks lint linter typecheck verify validate build compile unit e2e smoke"
      " vet coverage spec specs integration clippy bench benchmark analyze analyse fmt nextest regression selftest"
      " pytest acceptance ",
      word);
}

// A part of a name: `run-tests`, `test:billing`.
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
    if (c == '#' && quote == '\0' && word.empty()) {  // a comment
      at = std::min(code.find('\n', at), code.size()) - 1;
      continue;
    }
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
    std::size_t away = IsSetting(first) || IsIn(kWrappers, first) ? 1 : 0;
    if (IsIn(kManagers, first) && runs) away = 2;
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
    return IsNamedForCheck(ProgramBase(words[named])) || IsIn(kCheckers, words[named]) ||
           (named + 1 < words.size() && IsCheckWord(words[named + 1]));
  }
  return false;
}

// `npm test`, `yarn lint`, `npm run test:unit`, `cargo nextest run`, `go vet ./...`, `./gradlew -q check`.
bool AsksForCheck(const CodeWords& words) {
  // Of other programs nobody knows whether the word behind a flag is its value.
  const std::string_view base = ProgramBase(words[0]);
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

// `make serve` never ends, `make install-hooks` is no check.
bool IsOtherTask(std::string_view name) {
  return std::ranges::any_of(SaidWordsOf(name), [](const std::string& part) {
    return IsOneOf(part, {"serve", "server", "start", "watch", "dev", "install", "up", "down", "shell", "hooks"});
  });
}

// It changes files: `eslint --fix`, `jest -u`.
bool IsChangingFlag(std::string_view word) {
  return IsOneOf(word, {"install", "--install", "-i", "--fix", "-u", "-D", "-w", "--write", "--update", "--in-place"});
}

bool OnlyLooks(std::string_view base) { return IsOneOf(base, {"[", "cmp", "diff", "grep", "rg", "test"}); }

// What a test runner is given are names of tests: `pytest tests/test_upload.py`, `cargo test remove`.
bool RunsTests(const CodeWords& words) {
  const std::string_view base = ProgramBase(words.front());
  if (IsIn(kCheckers, base)) return true;
  if (IsOneOf(base, {"go", "cargo", "npm", "pnpm", "yarn", "bun", "dotnet", "swift", "zig", "mix", "deno", "bazel"}))
    return words.size() > 1 && IsCheckWord(words[1]);
  return IsOneOf(base, {"python", "python3"}) && words.size() > 2 && words[1] == "-m" &&
         IsOneOf(words[2], {"pytest", "unittest"});
}

bool RunsCheck(const CodeWords& words) {
  const std::string_view base = ProgramBase(words.front());
  if (OnlyLooks(base)) return true;
  if (IsIn(kNever, base) || std::any_of(words.begin() + 1, words.end(), IsChangingFlag)) return false;
  if (RunsTests(words)) return true;
  if (std::any_of(words.begin() + 1, words.end(), IsOtherTask)) return false;
  if (IsIn(kBuilders, base) && HasWord(words, {"run"})) return false;
  if (IsIn(kBuilders, base)) return true;
  if (IsIn(kInterpreters, base)) return InterpretsCheck(words);
  return IsNamedForCheck(base) || AsksForCheck(words);
}

bool IsAboutShipping(std::string_view word) {
  return IsIn(
      " deploy deploys deployment release releases releasing publish publishes rollback roll undo revert recover rescue"
      " push pushes upload uploads ship shipping destroy drop dropdb delete remove wipe erase purge reset cleanup prune"
      " truncate kill rm rmdir uninstall promote migrate backup sudo ssh apply shutdown reboot mkfs dd fdisk prod"
      " production live ",
      word);
}

bool PartShips(const CodeWords& words) {
  const std::string_view base = ProgramBase(words.front());
  if (base == "git") {
    const auto task = std::find_if(words.begin() + 1, words.end(), [](const auto& each) { return each[0] != '-'; });
    return task != words.end() && IsIn(
                                      " am branch checkout cherry-pick clean commit merge pull push rebase reset "
                                      "restore revert rm stash switch"
                                      " tag worktree ",
                                      *task);
  }
  if (IsOneOf(base, {"gh", "glab"}) && HasWord(words, {"merge", "create", "close", "delete", "edit"})) return true;
  if (RunsTests(words)) return false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (IsOneOf(words[at], {"--release", "--rm"})) continue;
    const std::string unquoted = ReplaceAll(std::string(at == 0 ? base : words[at]), "'", " ");
    if (AnyWord(SaidWordsOf(unquoted), IsAboutShipping)) return true;
  }
  return false;
}

}  // namespace

bool IsCheckCommand(std::string_view code) {
  bool checks = false;
  for (const CodeWords& part : PartsOfLine(code)) {
    const CodeWords words = WithoutWrappers(part);
    if (words.empty()) continue;
    if (RunsCheck(words)) {
      checks = true;
    } else if (!IsIn(kBeside, words.front())) {
      return false;
    }
  }
  return checks && !ShipsOrDestroys(code);
}

bool ShipsOrDestroys(std::string_view code) {
  std::vector<CodeWords> parts = PartsOfLine(code);
  if (parts.empty()) {  // what is run cannot be told
    CodeWords& words = parts.emplace_back();
    for (std::string_view word : Split(code, ' ')) {
      if (!Trim(word).empty()) words.emplace_back(Trim(word));
    }
  }
  return std::ranges::any_of(parts, [](const CodeWords& part) {
    const CodeWords words = WithoutWrappers(part);
    return !words.empty() && PartShips(words);
  });
}

}  // namespace forge
