// The table of what units were asked that left no files. Not derived from the journal: it says nothing of prompts. The
// writer holds the transaction.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "engine/ports.h"
#include "store/database.h"

namespace forge {

Status InsertAsked(Database& database, RunId run, const std::vector<AskedRow>& rows);
Result<std::optional<AskedRow>> FindAsked(Database& database, RunId run, UnitId unit);
Result<std::int64_t> CountPromptBytes(Database& database, RunId run);
Status DeletePrompts(Database& database, RunId run);

}  // namespace forge
