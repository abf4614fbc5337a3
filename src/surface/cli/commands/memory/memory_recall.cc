#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

Form MemoryRecallForm() {
  Form form;
  form.positionals = {
      {"QUERY", "any text; empty: the facts with the highest confidence", true, false, {}, ValueType::kText}};
  form.options = {ScopeOption(true),
                  {"stage", "NAME", "select as for a stage of this name", false, {}, ValueType::kText},
                  {"limit", "N", "at most this many facts", false, {}, ValueType::kPositive},
                  {"tokens", "N", "at most this many tokens of text", false, {}, ValueType::kPositive},
                  {"confirmed", "", "without drafts", false, {}, ValueType::kText}};
  form.notes =
      "With --json: {\"facts\": [{\"id\", \"text\", \"category\", \"confidence\", \"hits\", \"scope\", \"age_days\", "
      "\"score\", \"why\"}]}, best first. docs/memory.md explains how facts are ranked and what a stage gets.";
  form.examples = {
      {"forge memory recall \"how do we retry requests\"", "what is known about it"},
      {"forge memory recall parse_config --stage implement --tokens 300 --json", "as a stage would see it"}};
  return form;
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
  if (context.json) {
    Json list = Json::MakeArray();
    for (const Hit& hit : hits) list.Append(HitJson(hit));
    context.out.Print(Json::MakeObject().Set("facts", std::move(list)));
    return Exit::kOk;
  }
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
