// Opens a store's file: checks, migrations, and what is refused untouched. Knows no rows.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/result.h"
#include "store/database.h"
#include "store/store.h"
#include "store/store_schema.h"

namespace forge {

// Only tests change these.
struct StoreOptions {
  DatabaseOptions database = {};
  std::span<const Migration> migrations = Migrations();
};

Result<Database> OpenDatabase(const std::string& path, const StoreOptions& options);

Result<std::unique_ptr<Store>> OpenSqliteStore(const std::string& path, const StoreOptions& options);

}  // namespace forge
