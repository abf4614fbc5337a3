#include "service/proof/verify_evidence.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

constexpr std::size_t kLargestEvidence = 1U << 20U;

bool IsVolatile(std::string_view name) {
  static constexpr std::array<std::string_view, 14> kNames = {
      "_",      "PWD",       "OLDPWD",       "SHLVL",    "TERM",          "COLUMNS",        "LINES",
      "TMPDIR", "COLORTERM", "TERM_PROGRAM", "WINDOWID", "INVOCATION_ID", "JOURNAL_STREAM", "STARSHIP_SESSION_KEY"};
  for (std::string_view prefix : {"FORGE_", "SSH_", "XDG_SESSION", "TMUX", "STY", "VTE_"}) {
    if (name.starts_with(prefix)) return true;
  }
  return std::ranges::find(kNames, name) != kNames.end();
}

TestCounts CountsFrom(const Json& json) {
  TestCounts counts;
  counts.passed = json["passed"].AsInt();
  counts.skipped = json["skipped"].AsInt();
  return counts;
}

}  // namespace

std::string Surroundings(const std::map<std::string, std::string>& environment) {
  std::string text;
  for (const auto& [name, value] : environment) {
    if (!IsVolatile(name)) text += fmt::format("{}={}\n", name, value);
  }
  return Sha256(text);
}

std::string EvidenceFiles::PathOf(const std::string& command) const {
  const std::string key = Sha256(tree_ + '\n' + surroundings_ + '\n' + command);
  return JoinPath(JoinPath(directory_, "evidence"), key.substr(0, 32) + ".json");
}

std::optional<VerifyResult> EvidenceFiles::FindPass(const std::string& command) const {
  if (tree_.empty()) return std::nullopt;
  auto text = ReadFile(PathOf(command), kLargestEvidence);
  auto json = text ? ParseJson(*text) : Result<Json>(std::unexpected(text.error()));
  if (!json || (*json)["tree"].AsString() != tree_ || (*json)["command"].AsString() != command) return std::nullopt;
  if (!(*json)["passed"].AsBool()) return std::nullopt;
  VerifyResult result;
  result.command = command;
  result.passed = true;
  result.output = (*json)["output"].AsString();
  result.duration_ms = (*json)["duration_ms"].AsInt();
  if (const Json* tests = json->Find("tests")) result.tests = CountsFrom(*tests);
  result.reused_from = (*json)["unit"].AsInt();
  return result;
}

Status EvidenceFiles::Keep(const VerifyResult& result, UnitId unit) const {
  if (tree_.empty() || result.reused_from > 0) return {};
  VerifyReport one;
  one.results.push_back(result);
  Json json = ToJson(one)["results"].AsArray()[0];
  json.Set("tree", tree_).Set("unit", unit.value);
  const std::string path = PathOf(result.command);
  TRY(MakeDirectories(DirName(path)));
  return WriteFileAtomic(path, json.Dump(2) + "\n");
}

}  // namespace forge
