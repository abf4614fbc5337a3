// What `forge doctor` finds wrong with a store, and the repair of what the journal can make again. The journal itself
// is never changed.
#pragma once

#include <vector>

#include "base/result.h"
#include "store/database.h"
#include "store/store.h"

namespace forge {

// The file itself, whatever its tables hold. False: it is damaged, so nothing that is read from it means anything.
Result<bool> ExamineFile(Database& database, bool repair, std::vector<Store::Finding>& findings);

Result<std::vector<Store::Finding>> ExamineDatabase(Database& database, bool repair);

}  // namespace forge
