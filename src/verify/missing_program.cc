#include "verify/missing_program.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/strings.h"
#include "graph/programs.h"
#include "os/process/process.h"

namespace forge {
namespace {

constexpr int kCannotExecute = 126;
constexpr int kNotFoundByShell = 127;

constexpr std::array<std::pair<std::string_view, std::string_view>, 29> kWays = {{
    {"bazel", "https://bazel.build/install"},
    {"bun", "https://bun.sh"},
    {"bundle", "gem install bundler"},
    {"cargo", "https://rustup.rs"},
    {"cmake", "apt install cmake"},
    {"composer", "apt install composer"},
    {"ctest", "apt install cmake"},
    {"deno", "https://deno.com"},
    {"dotnet", "https://dotnet.microsoft.com"},
    {"go", "https://go.dev/dl"},
    {"gradle", "apt install gradle"},
    {"just", "apt install just"},
    {"make", "apt install make"},
    {"meson", "apt install meson"},
    {"mix", "apt install elixir"},
    {"mvn", "apt install maven"},
    {"ninja", "apt install ninja-build"},
    {"node", "apt install nodejs"},
    {"npm", "apt install npm"},
    {"npx", "apt install npm"},
    {"pnpm", "npm install -g pnpm"},
    {"poetry", "pipx install poetry"},
    {"pytest", "pip install pytest"},
    {"python3", "apt install python3"},
    {"rake", "apt install rake"},
    {"swift", "https://swift.org/install"},
    {"tox", "pipx install tox"},
    {"uv", "pipx install uv"},
    {"yarn", "npm install -g yarn"},
}};

std::string_view Unquoted(std::string_view word) {
  constexpr std::string_view kQuotes = "'\"";
  while (!word.empty() && kQuotes.find(word.front()) != std::string_view::npos) word.remove_prefix(1);
  while (!word.empty() && kQuotes.find(word.back()) != std::string_view::npos) word.remove_suffix(1);
  return word;
}

// "make" of "/bin/sh: 1: make: not found" and of "bash: line 1: make: command not found"; empty for other lines.
std::string_view ProgramNamedIn(std::string_view line) {
  for (std::string_view end : {": command not found", ": not found", ": Permission denied", ": cannot execute",
                               ": No such file or directory"}) {
    if (!line.ends_with(end)) continue;
    line.remove_suffix(end.size());
    const std::size_t before = line.rfind(": ");
    return before == std::string_view::npos ? std::string_view() : Unquoted(line.substr(before + 2));
  }
  return {};
}

bool IsTheProjects(std::string_view program, const std::string& cwd) {
  if (program.find('/') == std::string_view::npos) return false;
  return !program.starts_with('/') || program.starts_with(cwd + "/");
}

}  // namespace

std::string MissingProgram(const ShellFailure& failure, const std::string& cwd, std::string_view path) {
  if (failure.exit_code != kCannotExecute && failure.exit_code != kNotFoundByShell) return "";
  const std::vector<std::string> programs = ProgramsOf(failure.command);
  const std::vector<std::string_view> lines = Lines(failure.output);
  for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
    const std::string_view program = ProgramNamedIn(TrimRight(*line));
    if (program.empty() || std::ranges::find(programs, program) == programs.end()) continue;
    if (IsTheProjects(program, cwd)) continue;
    if (failure.exit_code == kNotFoundByShell && FindProgram(program, path)) continue;
    return std::string(program);
  }
  return "";
}

std::string HowToGet(std::string_view program) {
  for (const auto& [name, way] : kWays) {
    if (name == program) return std::string(way);
  }
  return "install it, or add its directory to PATH";
}

}  // namespace forge
