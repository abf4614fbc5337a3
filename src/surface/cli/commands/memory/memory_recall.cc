#include <fmt/core.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

Form MemoryRecallForm() {
  return {.positionals = {{"QUERY", "any text; empty: the facts with the highest confidence"}},
          .options = {ScopeOption(true),
                      {"stage", "NAME", "select as for a stage of this name"},
                      Lettered("n", {"limit", "N", "at most this many facts", ValueType::kPositive}),
                      {"tokens", "N", "at most this many tokens of text", ValueType::kPositive},
                      {"confirmed", "", "without drafts"}},
          .notes =
              "With --json: {\"facts\": [{\"id\", \"text\", \"category\", \"confidence\", \"hits\", \"scope\", "
              "\"age_days\", \"score\", \"why\"}]}, best first. docs/memory.md explains how facts are ranked and what "
              "a stage gets.",
          .examples = {
              {"forge memory recall \"how do we retry requests\"", "what is known about it"},
              {"forge memory recall parse_config --stage implement --tokens 300 --json", "as a stage would see it"}}};
}

Result<Exit> RunMemoryRecall(Context& context, const Args& args) {
  Memory memory = TRY(OpenMemory(context, false));
  RecallRequest request;
  request.query = args.Get("QUERY");
  request.scope = ScopeOf(args);
  request.stage = args.Get("stage");
  request.limit = static_cast<std::size_t>(args.GetInt("limit").value_or(0));
  request.tokens = static_cast<std::size_t>(args.GetInt("tokens").value_or(0));
  request.drafts = !args.Has("confirmed");
  const std::vector<Hit> hits = TRY(memory.Recall(request, context.host.now()));
  if (context.json) return context.Print(Json::MakeObject().Set("facts", JsonArray(hits, HitJson)));
  for (const Hit& hit : hits) {
    context.out.Line(fmt::format("{:<5} {:.2f}  {}", ToText(hit.fact.id), hit.score, hit.fact.text));
    context.out.Line(context.out.Paint(Tone::kFaint, "             " + Why(hit)));
  }
  if (hits.empty()) context.out.Line("no facts about it");
  return Exit::kOk;
}

}  // namespace

constinit const Command kMemoryRecallCommand = {
    "memory recall",  "find facts about a topic, best first, with the reason",
    Group::kMemory,   Needs::kSettings,
    MemoryRecallForm, RunMemoryRecall};

}  // namespace forge::cli
