// Paths and use trees of Rust. Part of module_names.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "text/symbols/modules/module_tokens.h"

namespace forge {

using RustPath = std::vector<std::string_view>;

struct RustUse {
  RustPath path;          // of `use a::b::{self}` it is a::b
  std::string_view name;  // that it gets here; empty for a glob
  bool glob = false;
};

// The tree behind `use`. Returns the index behind it.
std::size_t ReadRustUse(const ModuleTokens& t, std::size_t i, const std::function<void(const RustUse&)>& each);

// a::b::c at `i`, which moves behind it.
RustPath ReadRustPath(const ModuleTokens& t, std::size_t& i);

std::string RustPathText(const RustPath& path, std::size_t length);

}  // namespace forge
