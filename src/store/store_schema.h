// The tables of a store and their migrations. Knows no rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/database.h"

namespace forge {

constexpr std::int64_t kApplicationId = 0x46726765;  // "Frge", in the header of each of our files

// Brings a file from version `to` - 1 to version `to`. Never edited after a release: a change is a new entry.
struct Migration {
  std::int64_t to = 0;
  std::string_view sql;
};

std::span<const Migration> Migrations();

struct SchemaVersion {
  std::int64_t version = 0;  // 0: nothing in it yet
  std::int64_t application = 0;
};

// Refuses files of a newer Forge and of other programs.
Status Admit(const SchemaVersion& found, std::span<const Migration> known, const std::string& path);

// The version of an open file, its log included; refuses like Admit. Inside the caller's snapshot or transaction.
Result<std::int64_t> ReadVersion(Database& database, std::span<const Migration> known);

// Brings the file to the newest of `known`, in one transaction; a second process finds nothing to do.
Status Migrate(Database& database, std::span<const Migration> known);

}  // namespace forge
