// The tables of the search file (.forge/state/search.db). It is made from the store and the plans, and can be deleted.
#pragma once

#include <span>

#include "store/store_schema.h"

namespace forge {

std::span<const Migration> SearchMigrations();

}  // namespace forge
