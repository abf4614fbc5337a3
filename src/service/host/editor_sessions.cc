#include "service/host/editor_sessions.h"

#include <algorithm>

#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

// The name becomes a file's.
bool IsSessionName(const std::string& session) {
  constexpr std::size_t kLongest = 64;
  return !session.empty() && session.size() <= kLongest &&
         std::ranges::all_of(session, [](char c) { return IsLetterOrDigit(c) || c == '-'; });
}

std::string FileOf(const Project& project, const std::string& session) { return project.state + "/editor/" + session; }

}  // namespace

Status KeepEditorSession(const Project& project, const std::string& session, RunId run) {
  if (!IsSessionName(session)) return Fail(Code::kInvalid, "an editor's session has an impossible name");
  TRY(MakeDirectories(project.state + "/editor"));
  return WriteFileAtomic(FileOf(project, session), std::to_string(run.value) + "\n");
}

Result<std::optional<RunId>> FindEditorSession(const Project& project, const std::string& session) {
  if (!IsSessionName(session)) return std::nullopt;
  const auto text = TRY(ReadFileIfThere(FileOf(project, session)));
  const auto number = text ? ParseInt(Trim(*text)) : std::nullopt;
  if (!number) return std::nullopt;
  return RunId{*number};
}

}  // namespace forge
