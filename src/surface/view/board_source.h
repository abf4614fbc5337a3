// What the board shows, read from the store and from transcripts. Changes nothing.
#pragma once

#include <cstdint>
#include <map>

#include "base/ids.h"
#include "base/result.h"
#include "surface/view/board.h"

namespace forge {

class Forge;

class BoardSource {
 public:
  explicit BoardSource(Forge& forge) : forge_(forge) {}

  // Of all open runs and the newest that have ended.
  Result<Board> Read(TimePoint now);

 private:
  // As far as the journal tells it. How long a run worked is in its journal alone, which is read again only if it grew.
  std::int64_t WorkedMs(const RunRow& run);

  struct Worked {
    TimePoint updated;
    std::int64_t ms = 0;
  };
  Forge& forge_;
  std::map<RunId, Worked> worked_;
};

}  // namespace forge
