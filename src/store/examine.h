// The checks of `forge doctor` on a store, and the repair of everything that can be derived from the journal. Never
// changes the journal.
#pragma once

#include <vector>

#include "base/result.h"
#include "store/database.h"
#include "store/store.h"

namespace forge {

// Checks the file itself. False: it is damaged, so its content cannot be trusted.
Result<bool> ExamineFile(Database& database, bool repair, std::vector<Store::Finding>& findings);

Result<std::vector<Store::Finding>> ExamineDatabase(Database& database, bool repair);

}  // namespace forge
