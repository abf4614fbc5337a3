#include "service/session_evidence.h"

#include <utility>

#include "base/strings.h"
#include "os/files.h"
#include "service/run_files.h"

namespace forge {
namespace {

constexpr std::size_t kLargestText = std::size_t{8} << 20;

}  // namespace

SessionEvidence::SessionEvidence(const Project& project, const std::string& session)
    : directory_(project.state + "/hooks"),
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

bool HasState(const Project& project) { return IsDirectory(project.state); }

std::optional<std::string> ReadTextFile(const std::string& path) {
  auto text = ReadFile(path, kLargestText);
  if (!text) return std::nullopt;
  return *std::move(text);
}

}  // namespace forge
