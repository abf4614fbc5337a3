#include "service/host/session_evidence.h"

#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/unit/run_files.h"

namespace forge {
namespace {

constexpr std::size_t kLargestText = std::size_t{8} << 20;

}  // namespace

SessionEvidence::SessionEvidence(const Project& project, const std::string& session)
    : SessionEvidence(project.state + "/hooks", session) {}

SessionEvidence::SessionEvidence(std::string directory, const std::string& session)
    : directory_(std::move(directory)),
      path_(directory_ + "/" + SafeFileName(session.empty() ? "none" : session.substr(0, 100)) + ".jsonl") {}

Status SessionEvidence::Note(const Json& line) const {
  TRY(MakeDirectories(directory_));
  return AppendFile(path_, line.Dump() + "\n");
}

std::vector<Json> SessionEvidence::Read() const {
  std::vector<Json> lines;
  const auto text = ReadTextFile(path_);
  if (!text) return lines;
  for (std::string_view line : Lines(*text)) {
    if (auto json = ParseJson(line)) lines.push_back(*std::move(json));
  }
  return lines;
}

std::string ReadAllEvidence(const std::string& directory) {
  std::string all;
  const auto names = ListDirectory(directory);
  if (!names) return all;
  for (const std::string& name : *names) {
    if (name.ends_with(".jsonl")) all += ReadTextFile(directory + "/" + name).value_or("");
  }
  return all;
}

std::vector<std::string> BypassesIn(const std::string& evidence) {
  std::vector<std::string> found;
  for (std::string_view line : Lines(evidence)) {
    const auto json = ParseJson(line);
    if (!json || (*json)["kind"].AsString() != "guard-bypassed") continue;
    const std::string& what = json->Has("command") ? (*json)["command"].AsString() : (*json)["path"].AsString();
    found.push_back(what + ": " + (*json)["objection"].AsString());
  }
  return found;
}

bool HasState(const Project& project) { return IsDirectory(project.state); }

std::optional<std::string> ReadTextFile(const std::string& path) {
  auto text = ReadFile(path, kLargestText);
  if (!text) return std::nullopt;
  return *std::move(text);
}

}  // namespace forge
