// Rows of `diary` and of `past_run` with its subsystems and gates. memory/knowledge.h computes the rates.
#pragma once

#include <mutex>
#include <vector>

#include "memory/memory_store.h"
#include "store/database.h"

namespace forge {

class HistoryTable : public HistoryStore {
 public:
  HistoryTable(Database& database, std::mutex& mutex) : database_(database), mutex_(mutex) {}

  Result<DiaryEntry> AddDiary(const DiaryEntry& entry) override;
  Result<std::vector<DiaryEntry>> ListDiary(std::int64_t limit) override;
  Status RecordRun(const RunRecord& run) override;
  Result<std::vector<RunRecord>> ListRuns() override;

 private:
  Database& database_;
  std::mutex& mutex_;
};

}  // namespace forge
