// The use cases of memory, over the project's store and the user's own. Knows where the files are; prints nothing.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "memory/import.h"
#include "memory/memory_store.h"
#include "memory/rank.h"
#include "memory/selection.h"
#include "service/project.h"

namespace forge {

std::string_view Name(SaveKind kind);

// The file below the state of a project, or below the user's data.
std::string MemoryPath(const std::string& directory);

struct RecallRequest {
  std::string query;               // any text; empty: the surest facts
  std::optional<FactScope> scope;  // none: both
  std::string stage;               // whose rules select; empty: a person asks
  std::size_t limit = 0;           // 0: as the rule says
  std::size_t tokens = 0;          // 0: no budget
  bool drafts = true;
};

struct ImportReport {
  std::string format;
  std::int64_t added = 0, confirmed = 0, known = 0, spikes = 0, triples = 0;
  std::vector<BadLine> bad;
};

// A file in which another workflow remembers, where it lies in the project.
struct ForeignMemory {
  std::string path;
  std::string shown;  // from the project's root on
  FactScope scope = FactScope::kProject;
};
// Of the modules workflow: .forge/memory/project.jsonl and global.jsonl, as far as they are there.
std::vector<ForeignMemory> FindForeignMemory(const Project& project);

struct SweepFinding {
  std::string id;
  std::string kind;  // "expired-draft", "stale-pointer", "unused", "contradiction", "old-spike", "contradicting-spikes"
  std::string text;
  std::string what;
  bool removed = false;
};

// One file of memory as the doctor sees it.
struct MemoryHealth {
  std::string path;
  bool there = false;
  std::optional<Error> error;  // it cannot even be opened
  std::vector<MemoryFinding> findings;
};
// The project's, then the user's own. With `repair`, what is made from the facts is made again.
std::vector<MemoryHealth> ExamineMemory(const Machine& machine, const Project& project, bool repair);

class Memory {
 public:
  // `create`: make what is missing; otherwise an absent store is an empty one. The user's own store never makes this
  // fail: what is wrong with it is a warning, and what asks for it alone gets the error.
  static Result<Memory> Open(const Machine& machine, const std::optional<Project>& project, bool create);

  const std::vector<std::string>& warnings() const { return warnings_; }
  // nullptr: not there (yet).
  MemoryStore* project() const { return project_.get(); }
  MemoryStore* global() const { return global_.get(); }
  Result<MemoryStore*> In(FactScope scope) const;
  // The stores of a scope (none: both) that are there; the error of the one asked for alone.
  Result<std::vector<MemoryStore*>> Stores(std::optional<FactScope> scope) const;

  Result<Saved> Add(FactScope scope, const NewFact& fact, TimePoint now);
  Result<std::vector<Hit>> Recall(const RecallRequest& request, TimePoint now);
  Result<std::vector<Fact>> List(std::optional<FactScope> scope, const FactFilter& filter);
  Result<Fact> Find(FactId id);
  Result<Fact> Change(FactId id, FactChange change, TimePoint now);
  Result<Fact> Rewrite(FactId id, const std::string& text, TimePoint now);
  // A file of one of the formats of docs/memory.md, or a folder of fragments.
  Result<ImportReport> Import(const std::string& path, FactScope scope, TimePoint now);
  // What is probably no longer so. With `apply`, expired drafts, facts about missing files and facts that were not
  // used for long are removed; contradictions are for a person to settle.
  Result<std::vector<SweepFinding>> Sweep(bool apply, TimePoint now);
  // Spikes of both stores that are about the text and may be relied on; empty text: all of them.
  Result<std::vector<Spike>> UsableSpikes(const std::string& about, TimePoint now);
  void NoteUse(const std::vector<Hit>& hits, TimePoint now);

 private:
  Result<std::vector<SweepFinding>> SweepFacts(MemoryStore& store, bool apply, TimePoint now);

  std::string root_;  // of the project
  std::unique_ptr<MemoryStore> project_, global_;
  std::optional<Error> global_error_;
  std::vector<std::string> warnings_;
};

// Writes an export and makes its folders. `section`: only the part between our marks is replaced, in a file that may
// have others.
Status WriteExport(const std::string& path, std::string_view text, bool section);

}  // namespace forge
