#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "model/words.h"
#include "service/memory/search_runs.h"
#include "service/memory/subsystems.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

constexpr std::size_t kFacts = 5;
constexpr std::size_t kFactsLookedAt = 50;
constexpr std::string_view kCutBefore = "…";
constexpr std::string_view kCutBehind = "...";
constexpr std::string_view kFactKind = "fact";

Form SearchForm() {
  return {.positionals = {{.name = "TEXT", .about = "any words", .required = false, .repeat = true}},
          .options = {{"file", "PATH", "only what is about this file, directory or glob", ValueType::kFile, true},
                      {"subsystem", "NAME", "only what is about a subsystem of .forge/subsystems.toml"},
                      Choice("kind", "WORD", "only this kind", {"run", "plan", "step", "finding", "fact"}),
                      Lettered("n", {"limit", "N", "at most this many (default: 20)", ValueType::kPositive})},
          .notes =
              "Finds objectives and outcomes of runs, plans, steps, findings and facts, best first: those with all "
              "words, side by side, come before those with one of them. Words match as in `forge memory recall`. A "
              "file finds the steps that read or write it and the findings in it; runs belong to the files of their "
              "steps. Forge keeps an index of the runs in .forge/state/search.db, which holds nothing that is not "
              "elsewhere.",
          .examples = {{"forge search \"retry budget\"", "what was planned, done and found about it"},
                       {"forge search --file src/retry.cc", "everything about a file"},
                       {"forge search timeout --subsystem store --kind finding", "what reviews found there"}}};
}

// "run 17", "step s2", "finding F3".
std::string PlaceOf(const SearchDocument& document) {
  const std::string kind(Name(document.kind));
  return document.place.empty() ? kind : kind + " " + document.place;
}

Json SearchHitJson(const RunHit& found) {
  const SearchDocument& document = found.hit.document;
  return Json::MakeObject()
      .Set("kind", Name(document.kind))
      .Set("run", document.run.value)
      .Set("place", document.place)
      .Set("title", document.title)
      .Set("excerpt", found.hit.excerpt)
      .Set("files", JsonArray(document.files))
      .Set("status", Name(found.run.status))
      .Set("objective", found.run.objective)
      .Set("updated", IsoTime(document.at))
      .Set("score", std::round(found.hit.score * 1e4) / 1e4);
}

// Without the marks of what was cut off.
std::string_view Bare(std::string_view excerpt) {
  if (excerpt.starts_with(kCutBefore)) excerpt.remove_prefix(kCutBefore.size());
  if (excerpt.ends_with(kCutBehind)) excerpt.remove_suffix(kCutBehind.size());
  return excerpt;
}

std::string FoundText(const SearchHit& hit) {
  const std::string& title = hit.document.title;
  if (title.find(Bare(hit.excerpt)) != std::string::npos) return title;
  if (hit.excerpt.starts_with(title)) return hit.excerpt;
  return fmt::format("{}: {}", title, hit.excerpt);
}

// Facts know no files: one is about a file or a subsystem if its text names it.
bool Names(const std::string& text, const SearchRequest& request, const std::vector<Subsystem>& subsystems) {
  const auto named = [&](std::string_view file) {
    while (file.starts_with("./")) file.remove_prefix(2);
    while (file.ends_with('/')) file.remove_suffix(1);
    return text.find(file) != std::string::npos;
  };
  if (!request.files.empty() && std::ranges::none_of(request.files, named)) return false;
  if (request.subsystem.empty()) return true;
  const std::vector<std::string> names = SubsystemsIn(subsystems, text);
  return std::ranges::find(names, request.subsystem) != names.end();
}

Result<std::vector<Hit>> FactsAbout(Context& context, const SearchRequest& request) {
  RecallRequest recall;
  recall.query = request.text;
  if (Trim(recall.query).empty()) recall.query = Join(request.files, " ") + " " + request.subsystem;
  recall.limit = kFactsLookedAt;
  Memory memory = TRY(OpenMemory(context, false));
  std::vector<Hit> hits = TRY(memory.Recall(recall, context.host.now()));
  const std::vector<Subsystem> subsystems = TRY(LoadSubsystems(*context.project));
  std::erase_if(hits, [&](const Hit& hit) { return !Names(hit.fact.text, request, subsystems); });
  if (hits.size() > std::min(kFacts, request.limit)) hits.resize(std::min(kFacts, request.limit));
  return hits;
}

void PrintHits(const Context& context, const std::vector<RunHit>& hits, const std::vector<Hit>& facts) {
  std::vector<std::vector<Cell>> rows;
  for (const RunHit& found : hits) {
    rows.push_back({{std::to_string(found.run.id.value), Tone::kStrong},
                    {std::string(Name(found.run.status)), Tone::kFaint},
                    {PlaceOf(found.hit.document)},
                    {FoundText(found.hit)}});
  }
  if (!rows.empty()) context.Table({"RUN", "STATUS", "WHERE", "FOUND"}, rows);
  rows.clear();
  for (const Hit& hit : facts) {
    const bool draft = hit.fact.status == FactStatus::kDraft;
    rows.push_back({{ToText(hit.fact.id), Tone::kStrong},
                    {std::string(Name(hit.fact.category)), Tone::kFaint},
                    {(draft ? "(draft) " : "") + hit.fact.text}});
  }
  if (!rows.empty()) context.Table({"FACT", "CATEGORY", "FOUND"}, rows);
  if (hits.empty() && facts.empty()) context.out.Line("nothing found");
}

// A path in the project is found by what plans call it.
std::vector<std::string> FromRoot(std::vector<std::string> files, const std::string& root) {
  for (std::string& file : files) {
    if (file.starts_with(root + "/")) file.erase(0, root.size() + 1);
    if (file.empty() || file == root) file = "**";
  }
  return files;
}

Result<Exit> RunSearch(Context& context, const Args& args) {
  SearchRequest request;
  request.text = Join(args.All("TEXT"), " ");
  request.files = FromRoot(args.All("file"), context.project->root);
  request.subsystem = args.Get("subsystem");
  request.limit = static_cast<std::size_t>(args.GetInt("limit").value_or(20));
  const std::string kind = args.Get("kind");
  request.kind = ParseWord<SearchKind>(kind);
  if (Trim(request.text).empty() && request.files.empty() && request.subsystem.empty())
    return Fail(Code::kInvalid, "there is nothing to search for", "forge search \"retry budget\"");
  std::vector<RunHit> hits;
  if (context.forge().has_store() && kind != kFactKind) hits = TRY(SearchRuns(context.forge(), request));
  std::vector<Hit> facts;
  if (kind.empty() || kind == kFactKind) facts = TRY(FactsAbout(context, request));
  if (context.json) {
    return context.Print(
        Json::MakeObject().Set("found", JsonArray(hits, SearchHitJson)).Set("facts", JsonArray(facts, HitJson)));
  }
  PrintHits(context, hits, facts);
  return Exit::kOk;
}

}  // namespace

constinit const Command kSearchCommand = {
    "search", "search runs, plans, steps, findings and facts", Group::kLook, Needs::kAnyStore, SearchForm, RunSearch};

}  // namespace forge::cli
