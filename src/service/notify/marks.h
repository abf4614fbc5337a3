// How far the notices of a run were sent on one channel: a small file, durable when it is written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "service/project.h"

namespace forge {

struct NoticeMark {
  std::int64_t seq = 0;  // of the last row that was handled
  TimePoint until;       // the latest limit that was told
};

class NoticeMarks {
 public:
  NoticeMarks(const Project& project, std::string channel);

  Result<std::optional<NoticeMark>> Load(RunId run) const;
  Status Save(RunId run, const NoticeMark& mark) const;
  Status Remove(RunId run) const;  // nothing more will be sent
  Result<std::vector<RunId>> List() const;
  // Of a file for one notice alone, while it is sent.
  std::string PathOf(RunId run, std::int64_t seq) const;
  // Held while one notice is sent and marked, so that two processes do not send the same.
  std::string lock_path() const { return directory_ + "/" + channel_ + ".lock"; }
  // What failed, one line each.
  std::string log_path() const { return directory_ + "/log"; }

 private:
  std::string PathOf(RunId run) const;

  std::string directory_;
  std::string channel_;
};

}  // namespace forge
