// Which turn of a script answers a request. Counts what was used. Knows no HTTP.
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

  // `scenario` is NAME or NAME@KEY. A script that says nothing about it is an error the client sees.
  Turn Next(const std::string& scenario, std::string_view path, const Json& body, std::string_view text);

 private:
  Script script_;
  std::mutex mutex_;
  std::map<std::string, std::int64_t> used_;
};

}  // namespace forge::llm
