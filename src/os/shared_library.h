// A library that is loaded when it is first needed, for those that cost every start of the program more than they give.
#pragma once

#include <string>

#include "base/result.h"

namespace forge {

// Stays loaded: libraries with threads and exit handlers of their own do not like to be taken away.
class SharedLibrary {
 public:
  // By the name the loader looks for: "libcurl.so.4". kUnavailable says why not.
  static Result<SharedLibrary> Load(const std::string& name);

  // The caller knows its type: `Function = decltype(&curl_easy_init)`.
  template <typename Function>
  Status Find(const char* symbol, Function& function) const {
    function = reinterpret_cast<Function>(TRY(Address(symbol)));
    return {};
  }

 private:
  SharedLibrary(std::string name, void* handle) : name_(std::move(name)), handle_(handle) {}
  Result<void*> Address(const char* symbol) const;

  std::string name_;
  void* handle_;
};

}  // namespace forge
