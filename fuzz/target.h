// FUZZ_TARGET(name) { ... text ... }: one parser over one input. Knows two ways to be called: by libFuzzer, one program
// per target (`./dev fuzz`), and by fuzz_test.cc, one program for all (`./dev test`).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#ifdef FORGE_FUZZ
#define FUZZ_TARGET(name)                                                             \
  static void Fuzz_##name(std::string_view text);                                     \
  extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) { \
    Fuzz_##name({reinterpret_cast<const char*>(data), size});                         \
    return 0;                                                                         \
  }                                                                                   \
  static void Fuzz_##name(std::string_view text)
#else
#define FUZZ_TARGET(name)                  \
  void Fuzz_##name(std::string_view text); \
  void Fuzz_##name(std::string_view text)
#endif
