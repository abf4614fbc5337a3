#include "verify/claim_check.h"

#include <cstddef>
#include <utility>

#include "os/files/files.h"
#include "text/plan/plan_fields.h"

namespace forge {
namespace {

constexpr std::size_t kLargestCited = std::size_t{16} << 20U;

std::optional<std::string> ReadBelow(const std::string& root, const std::string& path) {
  if (path.empty() || !PathProblem(path).empty()) return std::nullopt;
  const auto real_root = RealPath(root);
  const auto real = RealPath(JoinPath(root, path));
  if (!real_root || !real) return std::nullopt;
  const std::string inside = real_root->ends_with('/') ? *real_root : *real_root + "/";
  if (!real->starts_with(inside) || !IsRegularFile(*real)) return std::nullopt;
  auto text = ReadFile(*real, kLargestCited);
  return text ? std::optional(*std::move(text)) : std::nullopt;
}

}  // namespace

RepositoryClaimSources::RepositoryClaimSources(std::string root) : root_(std::move(root)) {}

std::optional<std::string_view> RepositoryClaimSources::ReadCited(const std::string& path) {
  auto known = files_.find(path);
  if (known == files_.end()) known = files_.emplace(path, ReadBelow(root_, path)).first;
  if (!known->second) return std::nullopt;
  return *known->second;
}

}  // namespace forge
