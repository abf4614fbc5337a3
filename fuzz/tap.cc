// TAP from a stream: whatever comes, in whatever pieces, the counts are the same.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "model/json.h"
#include "target.h"
#include "verify/tap.h"
#include "verify/verify.h"

namespace {

using namespace forge;

std::optional<TestCounts> Read(std::string_view text, std::size_t piece) {
  TapReader reader;
  for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) reader.Feed(text.substr(0, piece));
  return reader.Finish();
}

std::string Told(const std::optional<TestCounts>& counts) { return counts ? ToJson(*counts).Dump() : "none"; }

}  // namespace

FUZZ_TARGET(tap) {
  const auto counts = Read(text, text.size() + 1);
  CHECK(Told(counts) == Told(Read(text, 1)));
  CHECK(Told(counts) == Told(Read(text, 7)));
  if (!counts) return;
  CHECK(counts->passed >= 0 && counts->failed >= 0 && counts->skipped >= 0);
  CHECK(counts->failures.size() <= static_cast<std::size_t>(counts->failed));
}
