// Adds to a picture what its running units do now, from their transcripts: also those of another process.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/ids.h"
#include "service/project.h"
#include "surface/view/picture.h"

namespace forge {

void TellDoing(const Project& project, TimePoint now, Picture& picture);

// The same for a view that is drawn many times a second.
class DoingWatch {
 public:
  void Tell(const Project& project, TimePoint now, Picture& picture);

 private:
  std::map<UnitId, std::string> known_;
  TimePoint read_;
};

}  // namespace forge
