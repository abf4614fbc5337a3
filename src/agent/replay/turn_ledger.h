// Records which turn of a replay script each unit got, across crashes and processes. Knows turns only by number.
// File: one line `TREE RUN/UNIT TURN;` per use, numbers in decimal, turns from 0; appended, never changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "agent/runtime.h"
#include "base/result.h"

namespace forge {

class TurnLedger {
 public:
  // An empty path: in memory only.
  explicit TurnLedger(std::string path) : path_(std::move(path)) {}

  struct Candidate {
    std::size_t turn = 0;
    bool repeat = false;  // never used up, so never recorded
  };

  // The unit's turn, if it has one. Otherwise takes the first candidate that no unit of its tree has used and records
  // it on disk. Nothing if all are used up. Safe from many threads and processes.
  Result<std::optional<std::size_t>> Claim(const UnitLabel& label, const std::vector<Candidate>& candidates);

 private:
  using Unit = std::pair<std::int64_t, std::int64_t>;
  using Use = std::pair<std::int64_t, std::size_t>;

  Status Reload();
  std::optional<std::size_t> FirstFree(std::int64_t tree, const std::vector<Candidate>& candidates) const;
  Status Record(std::int64_t tree, Unit unit, std::size_t turn);

  const std::string path_;
  std::mutex mutex_;  // guards all below
  std::int64_t size_ = 0;
  bool torn_ = false;  // the last line was truncated by a crash
  std::map<Unit, std::size_t> turns_;
  std::set<Use> used_;
};

}  // namespace forge
