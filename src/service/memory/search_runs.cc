#include "service/memory/search_runs.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/strings.h"
#include "graph/graph.h"
#include "memory/terms.h"
#include "model/words.h"
#include "service/forge.h"
#include "service/memory/subsystems.h"
#include "service/report/finding_above.h"
#include "service/report/findings.h"
#include "service/unit/run_files.h"
#include "text/first_line.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

constexpr std::size_t kRunsAtOnce = 100;  // runs in a transaction of the index
constexpr std::size_t kRanked = 200;      // documents that are ranked
constexpr std::size_t kLongestFoundTitle = 200;
constexpr std::int64_t kSlackMs = 24LL * 60 * 60 * 1000;  // clocks of several machines

void AddPaths(const std::vector<std::string>& from, std::vector<std::string>& to) {
  for (const std::string& path : from) {
    if (std::ranges::find(to, path) == to.end()) to.push_back(path);
  }
}

std::vector<std::string> PathsOf(const StepSpec& step) {
  std::vector<std::string> paths;
  AddPaths(step.writes, paths);
  AddPaths(step.files, paths);
  return paths;
}

SearchDocument PlanDocumentOf(const RunRow& row, const PlanDocument& plan) {
  SearchDocument document{SearchKind::kPlan, row.id, "", plan.title, plan.objective, {}, row.updated};
  for (const PlanPart& part : plan.sections) {
    // Steps and findings are documents of their own.
    if (IsOneOf(Lower(part.name), {"steps", "audit log"})) continue;
    document.text += "\n" + part.name + "\n" + part.body;
  }
  return document;
}

std::string TextOf(const StepSpec& step) { return Join({step.what, step.done_when, Join(step.verify, "\n")}, "\n"); }

// The steps as the plan describes them, with what became of them; without a plan only what the store has.
void AddSteps(const RunRow& row, const std::vector<StepRow>& steps, const PlanDocument& plan, RunDocuments& made) {
  SearchDocument& whole = made.documents.front();
  std::vector<std::string> all;
  std::vector<SearchDocument> documents;
  for (const StepRow& step : steps) {
    SearchDocument document{SearchKind::kStep, row.id, step.id.value, step.title, "", {}, row.updated};
    const auto spec = std::ranges::find(plan.steps, step.id, &StepSpec::id);
    if (spec != plan.steps.end()) {
      document.text = TextOf(*spec);
      document.files = PathsOf(*spec);
      AddPaths(document.files, all);
    }
    if (!step.reason.empty()) document.text += "\n" + step.reason;
    documents.push_back(std::move(document));
  }
  whole.files = std::move(all);
  for (SearchDocument& document : documents) made.documents.push_back(std::move(document));
}

void AddFindings(const RunRow& row, const std::vector<RunFinding>& findings, RunDocuments& made) {
  for (const RunFinding& found : findings) {
    const Finding& finding = found.finding;
    SearchDocument document{SearchKind::kFinding, row.id, found.id, finding.title, "", {}, row.updated};
    if (document.title.empty()) document.title = FirstLine(finding.description, kLongestFoundTitle);
    document.text = Join({finding.description, finding.fix, found.output}, "\n");
    if (!finding.file.empty() && !finding.foreign) document.files.push_back(finding.file);
    made.documents.push_back(std::move(document));
  }
}

bool IsCurrent(const std::optional<IndexedRun>& known, const RunRow& row) {
  return known && known->created == row.created && known->updated == row.updated;
}

// Runs that have changed since they were indexed. Costs what is new, whatever the store holds.
Result<std::vector<RunRow>> ChangedRuns(Store& store, SearchIndex& index) {
  const TimePoint newest = TRY(index.NewestEnd());
  std::vector<RunRow> rows = TRY(store.FindRuns({.which = RunChoice::kOpen}));
  RunFilter ended;
  ended.ended_since = TimePoint{std::max<std::int64_t>(0, newest.ms - kSlackMs)};
  for (RunRow& row : TRY(store.FindRuns(ended))) rows.push_back(std::move(row));
  std::vector<RunRow> changed;
  for (RunRow& row : rows) {
    const auto known = TRY(index.Find(row.id));
    // The store was deleted and begun again: its numbers mean other runs now.
    if (known && known->created != row.created) {
      TRY(index.Clear());
      return ChangedRuns(store, index);
    }
    if (!IsCurrent(known, row)) changed.push_back(std::move(row));
  }
  // The oldest first: if we are interrupted, NewestEnd() leaves nothing out.
  std::ranges::sort(changed, {}, [](const RunRow& row) { return std::pair(row.updated.ms, row.id.value); });
  return changed;
}

// All that can be found of a run.
Result<RunDocuments> DocumentsOf(Store& store, const Project& project, const RunRow& row, FindingsAbove& known) {
  RunDocuments made{{row.id, row.created, row.updated, IsEnd(row.status)}, {}};
  const RunFiles files(project, row.id, row.slug);
  made.documents.push_back({SearchKind::kRun,
                            row.id,
                            "",
                            FirstLine(row.objective, kLongestFoundTitle),
                            Join({row.objective, row.reason, row.slug, row.pipeline}, "\n"),
                            {},
                            row.updated});
  PlanDocument plan;
  if (const auto text = files.PeekPlan(); text && text->size() <= kLargestPlan) {
    plan = ParsePlan(*text);
    made.documents.push_back(PlanDocumentOf(row, plan));
  }
  AddSteps(row, TRY(store.ListSteps(row.id)), plan, made);
  // A journal that cannot be read hides its findings, not the run.
  if (row.units > 0)
    AddFindings(row, ListFindings(store, row.id, &files, known).value_or(std::vector<RunFinding>()), made);
  return made;
}

Status Refresh(Forge& forge, SearchIndex& index) {
  std::vector<RunDocuments> batch;
  FindingsAbove known;
  for (const RunRow& row : TRY(ChangedRuns(forge.store(), index))) {
    batch.push_back(TRY(DocumentsOf(forge.store(), forge.project(), row, known)));
    if (batch.size() < kRunsAtOnce) continue;
    TRY(index.Replace(batch));
    batch.clear();
  }
  return index.Replace(batch);
}

Result<std::vector<std::string>> PathsOfSubsystem(const Project& project, const std::string& name) {
  const std::vector<Subsystem> known = TRY(LoadSubsystems(project));
  std::vector<std::string> names;
  for (const Subsystem& subsystem : known) {
    if (subsystem.name == name) return subsystem.globs;
    names.push_back(subsystem.name);
  }
  return Fail(Code::kInvalid, fmt::format("there is no subsystem `{}`", name),
              names.empty() ? "declare it in .forge/subsystems.toml: store = [\"src/store/**\"]"
                            : "there are: " + Join(names, ", "));
}

// Those paths of the index that overlap with one of the patterns.
Result<std::vector<std::string>> Overlapping(SearchIndex& index, const std::vector<std::string>& patterns) {
  std::vector<std::string> paths = TRY(index.ListPaths());
  std::erase_if(paths, [&](const std::string& path) {
    return std::ranges::none_of(patterns, [&](const std::string& one) { return PatternsOverlap(one, path); });
  });
  return paths;
}

// `src/store` and `src/store/` stand for what is below, `./a.cc` for a.cc.
std::vector<std::string> AsPatterns(const std::vector<std::string>& files) {
  std::vector<std::string> patterns;
  for (std::string_view file : files) {
    while (file.starts_with("./")) file.remove_prefix(2);
    while (file.ends_with('/')) file.remove_suffix(1);
    patterns.emplace_back(file);
    patterns.push_back(std::string(file) + "/**");
  }
  return patterns;
}

Result<SearchIndex::Wish> WishOf(Forge& forge, SearchIndex& index, const SearchRequest& request) {
  SearchIndex::Wish wish;
  wish.terms = DistinctTerms(request.text);
  wish.kind = request.kind;
  wish.most = kRanked;
  std::optional<std::vector<std::string>> paths;
  if (!request.files.empty()) paths = TRY(Overlapping(index, AsPatterns(request.files)));
  if (!request.subsystem.empty()) {
    const std::vector<std::string> globs = TRY(PathsOfSubsystem(forge.project(), request.subsystem));
    std::vector<std::string> below = TRY(Overlapping(index, globs));
    if (paths)
      std::erase_if(below, [&](const std::string& path) { return std::ranges::find(*paths, path) == paths->end(); });
    paths = std::move(below);
  }
  wish.paths = std::move(paths);
  if (wish.terms.empty() && !wish.paths) {
    return Fail(Code::kInvalid, "there is nothing to search for", "forge search \"retry budget\"");
  }
  return wish;
}

// With all words; then with one of them; then with words that begin like them.
Result<std::vector<SearchHit>> Look(SearchIndex& index, SearchIndex::Wish wish, std::size_t limit) {
  std::vector<SearchMatch> matches = TRY(index.Search(wish));
  if (matches.size() < limit && wish.terms.size() > 1) {
    wish.all = false;
    matches = TRY(index.Search(wish));
  }
  if (matches.empty() && !wish.terms.empty()) {
    wish.whole = false;
    matches = TRY(index.Search(wish));
  }
  return RankMatches(matches, wish.terms, wish.whole, limit);
}

}  // namespace

Result<std::vector<RunHit>> SearchRuns(Forge& forge, const SearchRequest& request) {
  SearchIndex index = TRY(SearchIndex::Open(forge.project().state + "/search.db"));
  TRY(Refresh(forge, index));
  const SearchIndex::Wish wish = TRY(WishOf(forge, index, request));
  std::vector<RunHit> hits;
  for (SearchHit& hit : TRY(Look(index, wish, request.limit))) {
    auto row = TRY(forge.store().FindRun(hit.document.run));
    if (row) hits.push_back({std::move(hit), *std::move(row)});
  }
  return hits;
}

}  // namespace forge
