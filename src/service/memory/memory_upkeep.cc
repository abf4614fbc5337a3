// Memory's upkeep: bringing in what others remembered, and finding what is probably no longer so.
#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "memory/confidence.h"
#include "memory/likeness.h"
#include "memory/pointers.h"
#include "memory/terms.h"
#include "os/files/files.h"
#include "service/memory/memory.h"
#include "store/memory/foreign_memory.h"
#include "store/memory/sqlite_memory.h"
#include "text/lines.h"

namespace forge {
namespace {

constexpr double kUnusedDays = 60;
constexpr double kOldSpikeDays = 90;
constexpr std::size_t kMostCompared = 5'000;  // facts whose contradictions are looked for
constexpr std::size_t kBatch = 2'000;         // facts in one transaction: others can write in between
constexpr std::string_view kSqliteMagic = "SQLite format 3";

Result<Imported> ReadForeignMemory(const std::string& path) {
  if (IsDirectory(path)) {
    Imported all;
    all.format = "fragments";
    for (const std::string& name : TRY(ListDirectory(path))) {
      if (!IsRegularFile(path + "/" + name)) continue;
      Imported one = ReadMemoryText(TRY(ReadFile(path + "/" + name)), name);
      for (BadLine& bad : one.bad) all.bad.push_back({bad.line, name + ": " + bad.why});
      for (ImportedFact& fact : one.facts) all.facts.push_back(std::move(fact));
    }
    return all;
  }
  const std::string text = TRY(ReadFile(path));
  if (std::string_view(text).starts_with(kSqliteMagic)) return ReadGatedDatabase(path);
  return ReadMemoryText(text, BaseName(path));
}

void CountImported(const Result<Saved>& saved, int line, ImportReport& report) {
  if (!saved) {
    report.bad.push_back({line, saved.error().message});
    return;
  }
  switch (saved->kind) {
    case SaveKind::kAdded: ++report.added; break;
    case SaveKind::kConfirmed: ++report.confirmed; break;
    case SaveKind::kKnown:
    case SaveKind::kRejected: ++report.known; break;
  }
}

// Triples that an agent proposed to add or end, and that were not confirmed in time.
Status SweepProposals(KnowledgeStore& knowledge, bool apply, TimePoint now, std::vector<SweepFinding>& findings) {
  TripleFilter waiting;
  waiting.drafts = true;
  for (const Triple& triple : TRY(knowledge.FindTriples(waiting))) {
    const TimePoint said = triple.doubt.at.ms > 0 ? triple.doubt.at : triple.since;
    if (DaysBetween(said, now) < static_cast<double>(kDraftDays)) continue;
    if (apply) TRY(knowledge.SettleTriple(triple.id, false, now));
    findings.push_back(
        {fmt::format("t{}", triple.id), "expired-draft",
         fmt::format("{} {} {}", triple.subject, triple.predicate, triple.object),
         triple.doubt.at.ms > 0 ? "a doubt that was not confirmed in time" : "a draft that was not confirmed in time",
         apply});
  }
  return {};
}

}  // namespace

std::vector<ForeignMemory> FindForeignMemory(const Project& project) {
  std::vector<ForeignMemory> found;
  for (const auto& [name, scope] :
       {std::pair("project.jsonl", FactScope::kProject), std::pair("global.jsonl", FactScope::kGlobal)}) {
    const std::string path = fmt::format("{}/memory/{}", project.forge, name);
    if (IsRegularFile(path)) found.push_back({path, fmt::format(".forge/memory/{}", name), scope});
  }
  return found;
}

Result<ImportReport> Memory::Import(const std::string& path, FactScope scope, TimePoint now) {
  MemoryStore* store = TRY(In(scope));
  const Imported imported = TRY_WITH("import", ReadForeignMemory(path));
  ImportReport report;
  report.format = imported.format;
  report.bad = imported.bad;
  for (std::size_t at = 0; at < imported.facts.size(); at += kBatch) {
    std::vector<NewFact> batch;
    for (std::size_t i = at; i < std::min(imported.facts.size(), at + kBatch); ++i)
      batch.push_back(imported.facts[i].fact);
    const auto saved = TRY(store->facts().Save(batch, now));
    for (std::size_t i = 0; i < saved.size(); ++i) CountImported(saved[i], imported.facts[at + i].line, report);
  }
  for (const Spike& spike : imported.spikes) {
    auto added = store->knowledge().AddSpike(spike);
    if (added) ++report.spikes;
    if (!added && added.error().code != Code::kInvalid) return std::unexpected(added.error());
    if (!added) report.bad.push_back({0, "spike: " + added.error().message});
  }
  for (const Triple& triple : imported.triples) {
    auto added = store->knowledge().AddTriple(triple, false, now);
    if (added) ++report.triples;
    if (!added && added.error().code != Code::kInvalid) return std::unexpected(added.error());
    if (!added) report.bad.push_back({0, "triple: " + added.error().message});
  }
  for (const Triple& triple : imported.doubted) {
    const TripleFilter filter{triple.subject, triple.predicate, triple.object, true, false, {}};
    auto doubted = store->knowledge().DoubtTriples(filter, {now, triple.from.source, {}, "imported"});
    if (!doubted && doubted.error().code != Code::kInvalid) return std::unexpected(doubted.error());
    if (!doubted || *doubted == 0) {
      report.bad.push_back({0, fmt::format("no triple about {} to doubt", Excerpt(triple.subject, 60))});
    }
  }
  std::stable_sort(report.bad.begin(), report.bad.end(),
                   [](const BadLine& a, const BadLine& b) { return a.line < b.line; });
  return report;
}

Result<std::vector<SweepFinding>> Memory::SweepFacts(MemoryStore& store, bool apply, TimePoint now) {
  std::vector<SweepFinding> findings;
  const std::vector<Fact> facts = TRY(store.facts().List({}));
  for (const Fact& fact : facts) {
    SweepFinding finding{ToText(fact.id), "", fact.text, "", false};
    const double idle = DaysBetween(std::max(fact.confirmed, fact.used), now);
    std::vector<std::string> gone;
    if (fact.id.scope == FactScope::kProject) {
      for (const std::string& path : PathsIn(fact.text)) {
        if (!Exists(root_ + "/" + path)) gone.push_back(path);
      }
    }
    if (Expired(fact, now)) {
      finding.kind = "expired-draft";
      finding.what = "a draft that was not confirmed in time";
    } else if (!gone.empty()) {
      finding.kind = "stale-pointer";
      finding.what = "mentions missing files: " + Join(gone, ", ");
    } else if (idle > kUnusedDays && HalfLifeDays(fact.category) > 0) {
      finding.kind = "unused";
      finding.what = fmt::format("neither used nor confirmed for {} days", static_cast<int>(idle));
    } else {
      continue;
    }
    if (apply) {
      TRY(store.facts().Change(fact.id, FactChange::kForget, now));
      finding.removed = true;
    }
    findings.push_back(std::move(finding));
  }
  for (const Fact& fact : facts) {
    if (facts.size() > kMostCompared) break;
    const Gist gist = MakeGist(fact.text);
    for (const Findings::Found& found : TRY(store.facts().Search(DistinctTerms(fact.text), 20)).found) {
      if (found.fact.id <= fact.id || Compare(gist, MakeGist(found.fact.text)) != Likeness::kContradiction) continue;
      findings.push_back({ToText(fact.id), "contradiction", fact.text,
                          fmt::format("{} says: {}", ToText(found.fact.id), found.fact.text), false});
    }
  }
  return findings;
}

Result<std::vector<SweepFinding>> Memory::Sweep(bool apply, TimePoint now) {
  std::vector<SweepFinding> findings;
  for (MemoryStore* store : TRY(Stores(std::nullopt))) {
    TRY(SweepProposals(store->knowledge(), apply, now, findings));
    for (SweepFinding& finding : TRY(SweepFacts(*store, apply, now))) findings.push_back(std::move(finding));
    for (const Spike& spike : TRY(store->knowledge().ListSpikes())) {
      SweepFinding finding{fmt::format("s{}", spike.id), "", spike.assumption, "", false};
      if (!spike.contradicts.empty()) {
        finding.kind = "contradicting-spikes";
        std::vector<std::string> others;
        for (std::int64_t id : spike.contradicts) others.push_back(fmt::format("s{}", id));
        finding.what = "also tested with the other result: " + Join(others, ", ");
      } else if (!spike.permanent && DaysBetween(spike.tested, now) > kOldSpikeDays) {
        finding.kind = "old-spike";
        finding.what = fmt::format("tested {} days ago", static_cast<int>(DaysBetween(spike.tested, now)));
      } else {
        continue;
      }
      findings.push_back(std::move(finding));
    }
  }
  return findings;
}

std::vector<MemoryHealth> ExamineMemory(const Machine& machine, const Project& project, bool repair) {
  std::vector<MemoryHealth> files;
  for (const auto& [directory, scope] :
       {std::pair(project.state, FactScope::kProject), std::pair(machine.data_directory, FactScope::kGlobal)}) {
    MemoryHealth& file = files.emplace_back();
    file.path = MemoryPath(directory);
    file.there = Exists(file.path);
    if (!file.there) continue;
    auto examine = [&]() -> Status {
      auto store = TRY(OpenSqliteMemory(file.path, scope));
      file.findings = TRY(store->Examine(repair));
      return {};
    };
    if (Status done = examine(); !done) file.error = done.error();
  }
  return files;
}

}  // namespace forge
