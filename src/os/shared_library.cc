#include "os/shared_library.h"

#include <dlfcn.h>

namespace forge {

Result<SharedLibrary> SharedLibrary::Load(const std::string& name) {
  void* handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return Fail(Code::kUnavailable, std::string("cannot load a library: ") + ::dlerror());
  return SharedLibrary(name, handle);
}

Result<void*> SharedLibrary::Address(const char* symbol) const {
  void* address = ::dlsym(handle_, symbol);
  if (address == nullptr) return Fail(Code::kUnavailable, name_ + " has no " + symbol);
  return address;
}

}  // namespace forge
