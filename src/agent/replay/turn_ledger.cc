#include "agent/replay/turn_ledger.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "base/strings.h"
#include "os/files/file_lock.h"
#include "os/files/files.h"

namespace forge {

Result<std::optional<std::size_t>> TurnLedger::Claim(const UnitLabel& label, const std::vector<Candidate>& candidates) {
  // The order of the script decides, and a repeated turn is never used up.
  if (candidates.empty()) return std::nullopt;
  if (candidates.front().repeat) return candidates.front().turn;

  std::lock_guard guard(mutex_);
  std::optional<FileLock> others;
  if (!path_.empty()) {
    others = TRY(FileLock::Take(path_ + ".lock"));
    TRY(Reload());
  }
  const std::int64_t tree = label.tree.value != 0 ? label.tree.value : label.run.value;
  const Unit unit{label.run.value, label.unit.value};
  if (auto had = turns_.find(unit); had != turns_.end()) return had->second;
  std::optional<std::size_t> turn = FirstFree(tree, candidates);
  if (!turn) return std::nullopt;
  const bool repeats = std::ranges::any_of(candidates, [&](const Candidate& c) { return c.turn == *turn && c.repeat; });
  if (!repeats) TRY(Record(tree, unit, *turn));
  return turn;
}

std::optional<std::size_t> TurnLedger::FirstFree(std::int64_t tree, const std::vector<Candidate>& candidates) const {
  for (const Candidate& candidate : candidates) {
    if (candidate.repeat || !used_.contains({tree, candidate.turn})) return candidate.turn;
  }
  return std::nullopt;
}

Status TurnLedger::Record(std::int64_t tree, Unit unit, std::size_t turn) {
  if (!path_.empty()) {
    std::string line = fmt::format("{}{} {}/{} {};\n", torn_ ? "\n" : "", tree, unit.first, unit.second, turn);
    TRY_WITH("remember the replay turn", AppendFile(path_, line));
    size_ += static_cast<std::int64_t>(line.size());
    torn_ = false;
  }
  turns_.emplace(unit, turn);
  used_.emplace(tree, turn);
  return {};
}

Status TurnLedger::Reload() {
  const auto version = TRY_WITH("read the replay turns", VersionOf(path_));
  if ((version ? version->size : 0) == size_) return {};
  std::string text = TRY_WITH("read the replay turns", ReadFile(path_));
  size_ = static_cast<std::int64_t>(text.size());
  torn_ = !text.empty() && !text.ends_with('\n');
  for (std::string_view line : Lines(text)) {
    if (!line.ends_with(';')) continue;  // truncated by a crash: its unit was never answered
    std::vector<std::string_view> parts = Split(line.substr(0, line.size() - 1), ' ');
    if (parts.size() != 3) continue;
    std::vector<std::string_view> unit = Split(parts[1], '/');
    auto tree = ParseInt(parts[0]);
    auto turn = ParseInt(parts[2]);
    auto run = ParseInt(unit[0]);
    auto number = unit.size() == 2 ? ParseInt(unit[1]) : std::nullopt;
    if (!tree || !turn || *turn < 0 || !run || !number) continue;
    turns_.emplace(Unit{*run, *number}, static_cast<std::size_t>(*turn));
    used_.emplace(*tree, static_cast<std::size_t>(*turn));
  }
  return {};
}

}  // namespace forge
