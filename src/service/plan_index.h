// What the headers of plans said when they were last read, so that a list of thousands does not open each of them
// again. Only a memory: when it is gone, wrong or cannot be written, everything is read again.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "os/tree_stamps.h"
#include "service/plans.h"

namespace forge {

class PlanIndex {
 public:
  // Borrows nothing. An absent or unreadable file is an empty index.
  explicit PlanIndex(std::string path);

  // What it knows of the file, unless that has changed since.
  std::optional<PlanEntry> Find(const std::string& name, const FileStamp& stamp) const;
  // A file that changed a moment ago is not kept: it could change again within the same tick of the clock.
  void Add(const std::string& name, const FileStamp& stamp, const PlanEntry& entry, TimePoint now);
  // Only where enough is new to be worth it.
  void Save() const;

 private:
  struct Known {
    FileStamp stamp;
    PlanEntry entry;
  };
  std::string path_;
  std::map<std::string, Known, std::less<>> known_;
  std::size_t added_ = 0;
};

}  // namespace forge
