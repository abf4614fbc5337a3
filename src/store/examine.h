// What `forge doctor` finds wrong with a store, and the repair of what the journal can make again. The journal itself
// is never changed.
#pragma once

#include <vector>

#include "base/result.h"
#include "store/database.h"
#include "store/store.h"

namespace forge {

Result<std::vector<Store::Finding>> ExamineDatabase(Database& database, bool repair);

}  // namespace forge
