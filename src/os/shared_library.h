// A library that is loaded when first needed, because loading it at every start is too slow.
#pragma once

#include <string>

#include "base/result.h"

namespace forge {

// Stays loaded: libraries with threads and exit handlers cannot be unloaded safely.
class SharedLibrary {
 public:
  // By the loader's name: "libcurl.so.4". kUnavailable gives the reason.
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
