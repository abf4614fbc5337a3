// Chooses the turn of a script that answers a request, and counts used turns. Knows no HTTP.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "model/json.h"
#include "script.h"

namespace forge::llm {

class Turns {
 public:
  explicit Turns(Script script) : script_(std::move(script)) {}

  // `scenario` is NAME or NAME@KEY. If the script has no such scenario, the client gets an error.
  Turn Next(const std::string& scenario, std::string_view path, const Json& body, std::string_view text);

 private:
  Script script_;
  std::mutex mutex_;
  std::map<std::string, std::int64_t> used_;
};

}  // namespace forge::llm
