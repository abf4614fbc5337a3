#include "service/host/mcp_log.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "memory/secrets.h"
#include "model/json_array.h"
#include "os/files/files.h"
#include "os/files/private_directory.h"

namespace forge {
namespace {

bool Fits(const Json& entry, const char* member, const std::string& wanted) {
  return wanted.empty() || entry[member].AsString() == wanted;
}

// A text in which anything is left that memory would have refused as a secret goes as a whole.
std::string MaskedText(const SecretMask& mask, const std::string& text) {
  std::string masked = mask.Apply(text);
  return FindSecret(masked) ? std::string(kMaskedSecret) : masked;
}

Json Masked(const SecretMask& mask, const Json& value) {
  if (value.is_string()) return MaskedText(mask, value.AsString());
  if (value.is_array()) return JsonArray(value.AsArray(), [&](const Json& item) { return Masked(mask, item); });
  if (!value.is_object()) return value;
  Json object = Json::MakeObject();
  for (const auto& [name, member] : value.AsObject()) object.Set(MaskedText(mask, name), Masked(mask, member));
  return object;
}

}  // namespace

ToolLog::ToolLog(const Project& project, const std::map<std::string, std::string>& environment)
    : directory_(project.state + "/tool-log") {
  mask_.Hide(environment);
}

Status ToolLog::Append(TimePoint now, const std::string& when, const Json& entry) const {
  TRY(MakePrivateDirectory(directory_));
  Json line = Json::MakeObject().Set("timestamp", when);
  const Json masked = Masked(mask_, entry);
  for (const auto& [name, value] : masked.AsObject()) line.Set(name, value);
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
