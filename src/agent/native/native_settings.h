// What a native runtime was made with: the same for all of its units.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "agent/model_table.h"

namespace forge {

struct NativeSettings {
  std::map<std::string, std::string> environment;  // for proxies and certificates
  std::string default_model;
  ModelTable models = ModelTable::Builtin();
  std::string secret;               // removed from every text we emit
  std::string sessions;             // where conversations are saved to be continued; empty: nowhere
  std::int64_t context_tokens = 0;  // 0: the model's limit in the table
  std::int64_t max_turns = 200;     // unless the request sets it
  int retries = 3;                  // of a request in the middle of a conversation; the engine retries the first
  std::int64_t retry_base_ms = 1000;
  std::int64_t most_retry_wait_ms = 60'000;  // a longer wait is left to the engine
};

}  // namespace forge
