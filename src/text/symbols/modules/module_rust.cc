#include "text/symbols/modules/module_rust.h"

#include <algorithm>

namespace forge {
namespace {

constexpr std::size_t kLongestRustPath = 16;
constexpr int kDeepestUse = 16;

std::size_t RustTree(const ModuleTokens& t, std::size_t i, RustPath path,
                     const std::function<void(const RustUse&)>& each, int depth) {
  if (t.Reads(i, "::")) i += 2;
  while (t.IsWord(i) && path.size() < kLongestRustPath) {
    if (!(t.IsWord(i, "self") && !path.empty())) path.push_back(t.At(i).text);
    ++i;
    if (!t.Reads(i, "::")) break;
    i += 2;
  }
  if (t.Is(i, '*')) {
    each({path, {}, true});
    return i + 1;
  }
  if (t.Is(i, '{')) {
    const std::size_t end = std::min(t.Partner(i), t.size());
    for (++i; i < end && depth < kDeepestUse;) {
      const std::size_t after = t.Is(i, ',') ? i : RustTree(t, i, path, each, depth + 1);
      i = std::max(after, i + 1);
    }
    return end + 1;
  }
  if (path.empty()) return i;
  std::string_view name = path.back();
  if (t.IsWord(i, "as") && t.IsWord(i + 1)) {
    name = t.At(i + 1).text;
    i += 2;
  }
  each({std::move(path), name, false});
  return i;
}

}  // namespace

std::size_t ReadRustUse(const ModuleTokens& t, std::size_t i, const std::function<void(const RustUse&)>& each) {
  return RustTree(t, i, {}, each, 0);
}

RustPath ReadRustPath(const ModuleTokens& t, std::size_t& i) {
  RustPath path;
  while (t.IsWord(i)) {
    if (path.size() < kLongestRustPath) path.push_back(t.At(i).text);
    ++i;
    if (!t.Reads(i, "::") || !t.IsWord(i + 2)) break;
    i += 2;
  }
  return path;
}

std::string RustPathText(const RustPath& path, std::size_t length) {
  std::string text;
  for (std::size_t i = 0; i < length; ++i) {
    if (i > 0) text += "::";
    text += path[i];
  }
  return text;
}

}  // namespace forge
