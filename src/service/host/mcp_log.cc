#include "service/host/mcp_log.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"

namespace forge {
namespace {

bool Fits(const Json& entry, const char* member, const std::string& wanted) {
  return wanted.empty() || entry[member].AsString() == wanted;
}

}  // namespace

Status ToolLog::Append(TimePoint now, const std::string& when, const Json& entry) const {
  TRY(MakeDirectories(directory_));
  Json line = Json::MakeObject().Set("timestamp", when);
  for (const auto& [name, value] : entry.AsObject()) line.Set(name, value);
  // For people to look at: no call waits for the disk because of it.
  return AppendUnsynced(directory_ + "/" + UtcDay(now.ms) + ".jsonl", line.Dump() + "\n");
}

Result<std::vector<Json>> ToolLog::Read(const LogFilter& filter) const {
  std::vector<Json> newest_first;
  if (!IsDirectory(directory_)) return newest_first;
  std::vector<std::string> names = TRY(ListDirectory(directory_));
  for (auto name = names.rbegin(); name != names.rend() && newest_first.size() < filter.limit; ++name) {
    const std::string text = TRY(ReadFile(directory_ + "/" + *name));
    std::vector<std::string_view> lines = Lines(text);
    for (auto line = lines.rbegin(); line != lines.rend() && newest_first.size() < filter.limit; ++line) {
      auto entry = ParseJson(*line);
      if (!entry || !Fits(*entry, "runId", filter.run) || !Fits(*entry, "moduleId", filter.module) ||
          !Fits(*entry, "phase", filter.phase) || !Fits(*entry, "severity", filter.severity)) {
        continue;
      }
      newest_first.push_back(*std::move(entry));
    }
  }
  std::reverse(newest_first.begin(), newest_first.end());
  return newest_first;
}

}  // namespace forge
