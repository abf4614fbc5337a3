// Reads many files below one directory into one buffer. One thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace forge {

class TreeReader {
 public:
  static Result<TreeReader> Open(const std::string& root);
  TreeReader(TreeReader&&) noexcept;
  TreeReader& operator=(TreeReader&&) noexcept;
  ~TreeReader();

  // The bytes of a regular file, valid until the next call. Nothing if it is missing, not a regular file, larger than
  // `limit`, or unreadable. `path` is relative to the root.
  std::optional<std::string_view> Read(const std::string& path, std::size_t limit);

 private:
  struct State;
  explicit TreeReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace forge
