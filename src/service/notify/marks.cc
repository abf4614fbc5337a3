#include "service/notify/marks.h"

#include <fmt/format.h>

#include <utility>

#include "base/strings.h"
#include "model/json.h"
#include "os/files/files.h"

namespace forge {

NoticeMarks::NoticeMarks(const Project& project, std::string channel)
    : directory_(project.state + "/notify"), channel_(std::move(channel)) {}

std::string NoticeMarks::PathOf(RunId run) const { return fmt::format("{}/{:03}.{}", directory_, run.value, channel_); }

std::string NoticeMarks::PathOf(RunId run, std::int64_t seq) const {
  return fmt::format("{}/{:03}.{}.{}", directory_, run.value, seq, channel_);
}

Result<std::optional<NoticeMark>> NoticeMarks::Load(RunId run) const {
  const auto text = TRY(ReadFileIfThere(PathOf(run)));
  if (!text) return std::optional<NoticeMark>();
  const Json json = TRY_WITH(PathOf(run), ParseJson(*text));
  return std::optional(NoticeMark{json["seq"].AsInt(), {json["until_ms"].AsInt()}});
}

Status NoticeMarks::Save(RunId run, const NoticeMark& mark) const {
  TRY(MakeDirectories(directory_));
  const Json json = Json::MakeObject().Set("seq", mark.seq).Set("until_ms", mark.until.ms);
  return WriteFileAtomic(PathOf(run), json.Dump() + "\n");
}

Status NoticeMarks::Remove(RunId run) const { return RemoveFile(PathOf(run)); }

Result<std::vector<RunId>> NoticeMarks::List() const {
  std::vector<RunId> runs;
  if (!Exists(directory_)) return runs;
  for (const std::string& name : TRY(ListDirectory(directory_))) {
    const std::size_t dot = name.find('.');
    const auto number = ParseInt(name.substr(0, dot));
    if (number && dot != std::string::npos && name.substr(dot + 1) == channel_) runs.push_back(RunId{*number});
  }
  return runs;
}

}  // namespace forge
