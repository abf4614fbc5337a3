#include "service/memory/memory.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "memory/confidence.h"
#include "memory/export.h"
#include "memory/terms.h"
#include "os/files/files.h"
#include "os/files/private_directory.h"
#include "store/memory/sqlite_memory.h"

namespace forge {
namespace {

constexpr std::size_t kPool = 60;  // facts looked at per store and query

Result<std::unique_ptr<MemoryStore>> OpenIn(const std::string& directory, FactScope scope, bool create) {
  const std::string path = MemoryPath(directory);
  if (!create && !Exists(path)) return std::unique_ptr<MemoryStore>();
  if (create) TRY(MakePrivateDirectory(directory));
  return OpenSqliteMemory(path, scope);
}

// Facts without regard to any query, the surest first: what fills a stage's list up.
Status AddSurest(FactStore& facts, TimePoint now, bool asked_nothing, std::vector<Hit>& hits) {
  Findings findings;
  FactFilter filter;
  filter.surest_first = true;
  filter.limit = static_cast<std::int64_t>(kPool);
  for (Fact& fact : TRY(facts.List(filter))) findings.found.push_back({std::move(fact), {}});
  for (Hit& hit : RankFacts(findings, now)) {
    const bool known =
        std::any_of(hits.begin(), hits.end(), [&](const Hit& other) { return other.fact.id == hit.fact.id; });
    // Behind everything that is about the query.
    if (!asked_nothing) hit.score *= 0.01;
    if (!known) hits.push_back(std::move(hit));
  }
  return {};
}

}  // namespace

std::string MemoryPath(const std::string& directory) { return directory + "/memory.db"; }

std::string_view Name(SaveKind kind) {
  switch (kind) {
    case SaveKind::kAdded: return "added";
    case SaveKind::kConfirmed: return "confirmed";
    case SaveKind::kKnown: return "known";
    case SaveKind::kRejected: return "rejected";
  }
  return "";
}

Result<Memory> Memory::Open(const Machine& machine, const std::optional<Project>& project, bool create) {
  Memory memory;
  if (project) {
    memory.root_ = project->root;
    if (create) TRY(EnsureState(*project));
    memory.project_ = TRY(OpenIn(project->state, FactScope::kProject, create));
  }
  auto global = OpenIn(machine.data_directory, FactScope::kGlobal, create);
  if (global) {
    memory.global_ = *std::move(global);
  } else {
    memory.global_error_ = global.error();
    memory.warnings_.push_back("memory of all projects is skipped: " + global.error().message);
  }
  return memory;
}

Result<MemoryStore*> Memory::In(FactScope scope) const {
  if (scope == FactScope::kGlobal) {
    if (global_error_) return std::unexpected(*global_error_);
    if (!global_)
      return Fail(Code::kNotFound, "there are no facts for all projects yet", "forge memory add --scope global");
    return global_.get();
  }
  if (project_) return project_.get();
  if (root_.empty())
    return Fail(Code::kNotFound, "there is no project here", "use --scope global, or change into a repository");
  return Fail(Code::kNotFound, "there are no facts here yet", "forge memory add TEXT");
}

Result<std::vector<MemoryStore*>> Memory::Stores(std::optional<FactScope> scope) const {
  std::vector<MemoryStore*> stores;
  if (scope == FactScope::kGlobal && global_error_) return std::unexpected(*global_error_);
  if (project_ && scope != FactScope::kGlobal) stores.push_back(project_.get());
  if (global_ && scope != FactScope::kProject) stores.push_back(global_.get());
  return stores;
}

Result<Saved> Memory::Add(FactScope scope, const NewFact& fact, TimePoint now) {
  MemoryStore* store = TRY(In(scope));
  return std::move(TRY(store->facts().Save({&fact, 1}, now)).front());
}

Result<std::vector<Hit>> Memory::Recall(const RecallRequest& request, TimePoint now) {
  const RecallKind kind = RecallKindOf(request.stage);
  const std::vector<std::string> terms = DistinctTerms(request.query);
  const bool asked_nothing = Trim(request.query).empty();
  std::vector<Hit> hits;
  for (MemoryStore* store : TRY(Stores(request.scope))) {
    if (!terms.empty()) {
      const Findings findings = TRY(store->facts().Search(terms, kPool));
      for (Hit& hit : RankFacts(findings, now)) hits.push_back(std::move(hit));
    }
    const bool fill = kind == RecallKind::kAsked ? asked_nothing : !RuleFor(kind).needs_match || terms.empty();
    if (fill) TRY(AddSurest(store->facts(), now, asked_nothing, hits));
  }
  if (!request.drafts) std::erase_if(hits, [](const Hit& hit) { return hit.fact.status == FactStatus::kDraft; });
  SortHits(hits);
  std::vector<Hit> chosen = Select(std::move(hits), kind, terms.size(), {request.limit, request.tokens});
  SayWords(chosen, SaidTerms(request.query));
  return chosen;
}

Result<std::vector<Fact>> Memory::List(std::optional<FactScope> scope, const FactFilter& filter) {
  std::vector<Fact> facts;
  for (MemoryStore* store : TRY(Stores(scope))) {
    for (Fact& fact : TRY(store->facts().List(filter))) facts.push_back(std::move(fact));
  }
  return facts;
}

Result<Fact> Memory::Find(FactId id) {
  auto fact = TRY(TRY(In(id.scope))->facts().Find(id));
  if (!fact) return Fail(Code::kNotFound, fmt::format("fact {} does not exist", ToText(id)), "forge memory list");
  return *std::move(fact);
}

Result<Fact> Memory::Change(FactId id, FactChange change, TimePoint now) {
  return TRY(In(id.scope))->facts().Change(id, change, now);
}

Result<Fact> Memory::Rewrite(FactId id, const std::string& text, TimePoint now) {
  return TRY(In(id.scope))->facts().Rewrite(id, text, now);
}

Result<std::vector<Spike>> Memory::UsableSpikes(const std::string& about, TimePoint now) {
  const std::vector<std::string> terms = DistinctTerms(about);
  std::vector<Spike> usable;
  for (MemoryStore* store : TRY(Stores(std::nullopt))) {
    for (Spike& spike : TRY(store->knowledge().ListSpikes())) {
      if (!Usable(spike, now)) continue;
      const std::vector<std::string> own =
          DistinctTerms(spike.assumption + " " + spike.actual + " " + spike.technology);
      const auto shared = std::count_if(terms.begin(), terms.end(), [&](const std::string& term) {
        return std::find(own.begin(), own.end(), term) != own.end();
      });
      if (terms.empty() || shared >= std::min<std::ptrdiff_t>(2, static_cast<std::ptrdiff_t>(terms.size()))) {
        usable.push_back(std::move(spike));
      }
    }
  }
  return usable;
}

void Memory::NoteUse(const std::vector<Hit>& hits, TimePoint now) {
  for (const FactScope scope : {FactScope::kProject, FactScope::kGlobal}) {
    std::vector<FactId> ids;
    for (const Hit& hit : hits) {
      if (hit.fact.id.scope == scope) ids.push_back(hit.fact.id);
    }
    auto store = In(scope);
    // Only a count for the sweep: nothing is lost when the file is busy.
    if (store && !ids.empty()) (void)(*store)->facts().NoteUse(ids, now);
  }
}

Status WriteExport(const std::string& path, std::string_view text, bool section) {
  if (const std::string directory = DirName(path); !directory.empty()) TRY(MakeDirectories(directory));
  if (!section) return WriteFileAtomic(path, text);
  const std::string before = Exists(path) ? TRY(ReadFile(path)) : "";
  return WriteFileAtomic(path, WithAgentsSection(before, text));
}

}  // namespace forge
