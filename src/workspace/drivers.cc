#include "workspace/drivers.h"

#include <fmt/core.h>

#include <array>
#include <map>
#include <optional>
#include <string_view>

namespace forge {
namespace {

constexpr const char* kPattern =
    "^(filter\\..*\\.(clean|smudge|process|required)|merge\\..*\\.driver|remote\\..*\\.(uploadpack|vcs)|"
    "core\\.(sshcommand|askpass|gitproxy)|protocol\\.ext\\.allow)$";

struct Harmless {
  std::string_view start, end, value;
};

// Replaces an untrusted value. `false` as a merge driver gives a conflict; it never loses work.
constexpr std::array kHarmless = {
    Harmless{"filter.", ".clean", ""},          Harmless{"filter.", ".smudge", ""},
    Harmless{"filter.", ".process", ""},        Harmless{"filter.", ".required", "false"},
    Harmless{"merge.", ".driver", "false"},     Harmless{"remote.", ".uploadpack", "git-upload-pack"},
    Harmless{"remote.", ".vcs", "none"},        Harmless{"core.", "sshcommand", "ssh"},
    Harmless{"core.", "askpass", ""},           Harmless{"core.", "gitproxy", ""},
    Harmless{"protocol.ext.", "allow", "never"}};

// If a key has several values, git takes the last.
std::map<std::string, std::string> Values(const std::string& text) {
  std::map<std::string, std::string> values;
  for (const std::string& entry : NulFields(text)) {
    const std::size_t line = entry.find('\n');
    values[entry.substr(0, line)] = line == std::string::npos ? "true" : entry.substr(line + 1);
  }
  return values;
}

std::optional<std::string> HarmlessValue(std::string_view key) {
  for (const Harmless& one : kHarmless) {
    if (key.starts_with(one.start) && key.ends_with(one.end)) return std::string(one.value);
  }
  return std::nullopt;
}

}  // namespace

Result<std::string> ReadDrivers(const Git& git) {
  const std::vector<std::string> args = {"config", "-z", "--get-regexp", kPattern};
  auto answer = TRY(git.Try(args));
  if (answer.exit_code > 1) return std::unexpected(GitFailure(args, answer));
  return std::move(answer.out);
}

Result<Git> Pinned(const Git& git, const std::string& trusted, const std::string& now) {
  if (trusted == now) return git;
  const std::map<std::string, std::string> kept = Values(trusted);
  std::map<std::string, std::string> pins = kept;
  for (const auto& [key, value] : Values(now)) {
    if (kept.contains(key)) continue;
    // git prefers a `process`, even an empty one, to `clean` and `smudge`.
    const std::string driver = key.substr(0, key.rfind('.'));
    const bool hides =
        key.ends_with(".process") && (kept.contains(driver + ".clean") || kept.contains(driver + ".smudge"));
    if (hides) {
      return Fail(Code::kConflict, fmt::format("{} was configured after the run began", key),
                  fmt::format("run `git config --unset '{}'`, then resume the run", key));
    }
    if (auto harmless = HarmlessValue(key)) pins[key] = *harmless;
  }
  // Not `-c`: there a name ends at the first `=`.
  Git pinned = git.With("GIT_CONFIG_COUNT", std::to_string(pins.size()));
  int number = 0;
  for (const auto& [key, value] : pins) {
    pinned = pinned.With(fmt::format("GIT_CONFIG_KEY_{}", number), key);
    pinned = pinned.With(fmt::format("GIT_CONFIG_VALUE_{}", number), value);
    ++number;
  }
  return pinned;
}

}  // namespace forge
