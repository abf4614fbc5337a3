#include "text/review/audit_evidence.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "text/lines.h"

namespace forge {
namespace {

constexpr std::size_t kMostConcerns = 1000;
constexpr std::size_t kConcernBytes = 120;

}  // namespace

void AuditEvidence::AddLevel(Severity level) { worst = worst ? std::max(*worst, level) : level; }

void AuditEvidence::AddConcern(Severity level, std::string_view text, int line) {
  AddLevel(level);
  if (level == Severity::kNone || concerns.size() >= kMostConcerns) return;
  // The text without its emphasis marks.
  text = text.substr(0, text.find_last_not_of("*_ \t") + 1);
  concerns.push_back({level, Excerpt(text, kConcernBytes), line});
}

void AuditEvidence::AddDoubt(int line, std::string_view what) {
  if (doubt.empty()) doubt = line > 0 ? fmt::format("line {}: {}", line, what) : std::string(what);
}

std::optional<Severity> SeverityWord(std::string_view word) {
  using enum Severity;
  constexpr std::pair<std::string_view, Severity> kWords[] = {
      {"blocking", kHigh},   {"blocker", kHigh},    {"critical", kHigh}, {"severe", kHigh}, {"high", kHigh},
      {"medium", kMedium},   {"moderate", kMedium}, {"major", kMedium},  {"low", kLow},     {"minor", kLow},
      {"suggestion", kLow},  {"nit", kLow},         {"trivial", kLow},   {"info", kLow},    {"informational", kLow},
      {"nonblocking", kLow}, {"none", kNone},
  };
  for (const auto& [name, level] : kWords) {
    if (name == word) return level;
  }
  return std::nullopt;
}

}  // namespace forge
