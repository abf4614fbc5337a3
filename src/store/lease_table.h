// Which engine drives which run. Knows nothing of processes: the caller says which engine is dead or silent.
#pragma once

#include <optional>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "store/database.h"
#include "store/store.h"

namespace forge {

Result<std::optional<Lease>> ReadLease(Database& database, RunId run);
// Inside the caller's transaction.
Status ClaimLease(Database& database, const Lease& wanted, const std::vector<Owner>& dead);
Status RefreshLease(Database& database, const Lease& mine);  // its term stays; kConflict: another engine has it
Status RequireLease(Database& database, RunId run, const Owner& me);  // kConflict: another engine has it
Status DropLease(Database& database, RunId run, const Owner& me);

}  // namespace forge
