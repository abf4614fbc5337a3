// The journal's table: append and read. Row numbers are the fence: one engine's rows never overwrite another's.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "store/database.h"
#include "store/store.h"

namespace forge {

Result<std::int64_t> ReadLastSeq(Database& database, RunId run);  // 0: no rows

// kConflict if the rows do not follow the last one: another process has written meanwhile.
Status AppendRows(Database& database, RunId run, const std::vector<JournalRow>& rows);

Result<std::vector<JournalRow>> ReadRows(Database& database, RunId run, const JournalRange& range);

}  // namespace forge
