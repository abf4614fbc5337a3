// What the board shows, read from the store and from transcripts. Changes nothing.
#pragma once

#include "base/ids.h"
#include "base/result.h"
#include "surface/view/board.h"

namespace forge {

class Forge;

// Of all open runs and the newest that have ended.
Result<Board> ReadBoard(Forge& forge, TimePoint now);

}  // namespace forge
