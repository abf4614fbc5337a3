#include "store/memory/sqlite_memory.h"

#include <mutex>
#include <utility>

#include "store/memory/fact_table.h"
#include "store/memory/history_table.h"
#include "store/memory/knowledge_table.h"
#include "store/memory/memory_schema.h"
#include "store/open.h"

namespace forge {
namespace {

class SqliteMemory : public MemoryStore {
 public:
  SqliteMemory(Database database, FactScope scope)
      : database_(std::move(database)),
        facts_(database_, mutex_, scope),
        knowledge_(database_, mutex_, scope),
        history_(database_, mutex_) {}

  FactStore& facts() override { return facts_; }
  KnowledgeStore& knowledge() override { return knowledge_; }
  HistoryStore& history() override { return history_; }
  std::string Location() const override { return database_.path(); }
  Result<std::vector<MemoryFinding>> Examine(bool repair) override {
    std::lock_guard lock(mutex_);
    return ExamineMemoryFile(database_, repair);
  }
  Status EmptyLog() override {
    std::lock_guard lock(mutex_);
    // If nothing is from here, the log may belong to who has opened the other file already.
    if (TRY(database_.AskInt("SELECT total_changes()")) == 0) return {};
    return database_.Script("PRAGMA wal_checkpoint(TRUNCATE)");
  }

 private:
  std::mutex mutex_;  // guards the connection: one statement at a time
  Database database_;
  FactTable facts_;
  KnowledgeTable knowledge_;
  HistoryTable history_;
};

}  // namespace

Result<std::unique_ptr<MemoryStore>> OpenSqliteMemory(const std::string& path, FactScope scope) {
  Database database = TRY(OpenDatabase(path, {.database = {}, .migrations = MemoryMigrations()}));
  // A crash of Forge loses nothing; a power cut may lose the last facts, never the file. The journal is stricter.
  TRY(database.Script("PRAGMA synchronous = NORMAL"));
  return std::make_unique<SqliteMemory>(std::move(database), scope);
}

}  // namespace forge
