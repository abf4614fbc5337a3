#include "service/host/mcp_log.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include "base/iso_time.h"
#include "base/strings.h"
#include "memory/secrets.h"
#include "model/json_array.h"
#include "os/files/files.h"
#include "os/files/private_directory.h"

namespace forge {
namespace {

constexpr std::string_view kLogEnding = ".jsonl";
constexpr std::size_t kDayLength = std::string_view("2026-01-02").size();

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
  for (const auto& [name, member] : value.AsObject()) {
    // The mask knows what a name says of its value.
    const Json one = member.is_string() ? mask.ApplyToJson(Json::MakeObject().Set(name, member))[name] : member;
    object.Set(MaskedText(mask, name), Masked(mask, one));
  }
  return object;
}

// "2026-01-02-10.jsonl" comes after "2026-01-02-9.jsonl".
bool IsEarlierFile(const std::string& a, const std::string& b) {
  return a.size() != b.size() && a.substr(0, kDayLength) == b.substr(0, kDayLength) ? a.size() < b.size() : a < b;
}

void AddEntries(const std::string& path, const std::string& run, const LogFilter& filter,
                std::vector<Json>& newest_first) {
  const auto text = ReadFile(path);
  if (!text) return;
  std::vector<std::string_view> lines = Lines(*text);
  for (auto line = lines.rbegin(); line != lines.rend() && newest_first.size() < filter.limit; ++line) {
    auto entry = ParseJson(*line);
    if (!entry || !entry->is_object() || !Fits(*entry, "moduleId", filter.module) ||
        !Fits(*entry, "phase", filter.phase) || !Fits(*entry, "severity", filter.severity)) {
      continue;
    }
    if (!Fits(*entry, "runId", filter.run) && (run.empty() || run != filter.run)) continue;
    if (!run.empty() && !(*entry)["runId"].is_string()) entry->Set("runId", run);
    if (const Json& at = (*entry)["timestamp"]; at.is_int()) entry->Set("timestamp", IsoTime(TimePoint{at.AsInt()}));
    newest_first.push_back(*std::move(entry));
  }
}

}  // namespace

Status BeginToolLog(const Project& project) { return IsDirectory(project.forge) ? EnsureState(project) : Status(); }

ToolLog::ToolLog(const Project& project, const std::map<std::string, std::string>& environment)
    : state_(project.state), directory_(project.state + "/tool-log"), before_(project.forge + "/logs") {
  mask_.Hide(environment);
}

Json ToolLog::Append(TimePoint now, const std::string& when, const Json& entry) const {
  Json masked = Masked(mask_, entry);
  if (!IsDirectory(state_) || !MakePrivateDirectory(directory_)) return masked;
  Json line = Json::MakeObject().Set("timestamp", when);
  for (const auto& [name, value] : masked.AsObject()) line.Set(name, value);
  // For people to look at: no call waits for the disk because of it.
  (void)AppendUnsynced(directory_ + "/" + UtcDay(now.ms) + ".jsonl", line.Dump() + "\n");
  return masked;
}

Result<std::vector<Json>> ToolLog::Read(const LogFilter& filter) const {
  std::vector<Json> all;
  for (const std::string& directory : {before_, directory_}) {
    if (!IsDirectory(directory)) continue;
    std::vector<std::string> names = TRY(ListDirectory(directory));
    std::ranges::stable_sort(names, IsEarlierFile);
    std::vector<Json> newest_first;
    for (auto name = names.rbegin(); name != names.rend() && newest_first.size() < filter.limit; ++name) {
      if (!name->ends_with(kLogEnding)) continue;
      const std::string run = directory == before_ ? name->substr(0, name->size() - kLogEnding.size()) : "";
      AddEntries(directory + "/" + *name, run, filter, newest_first);
    }
    all.insert(all.end(), newest_first.rbegin(), newest_first.rend());
  }
  std::ranges::stable_sort(
      all, [](const Json& a, const Json& b) { return a["timestamp"].AsString() < b["timestamp"].AsString(); });
  if (all.size() > filter.limit) all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(filter.limit));
  return all;
}

}  // namespace forge
