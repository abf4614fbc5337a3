// The kind of failure that an error text describes. Words count only as whole words: `1500ms` is not a server error.
#pragma once

#include <cstdint>
#include <string_view>

#include "model/words.h"

namespace forge {

struct ClassifiedError {
  ErrorClass error_class = ErrorClass::kUnknown;
  std::int64_t retry_after_ms = 0;  // what the text itself says ("retry after 30s", "reset in 2m"); 0: nothing
};

ClassifiedError ClassifyError(std::string_view text);

}  // namespace forge
