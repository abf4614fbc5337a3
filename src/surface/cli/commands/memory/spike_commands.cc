// forge spike: record tests of an assumption, and list them.
#include <fmt/core.h>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"
#include "surface/view/json_answers.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

Form SpikeAddForm() {
  return {
      .positionals = {{"ASSUMPTION", "what was assumed"},
                      {"RESULT", "the result of the test", true, ValueType::kText, false, {"confirmed", "refuted"}}},
      .options = {{"actual", "TEXT", "what is really true"},
                  {"technology", "NAME", "the topic"},
                  {"permanent", "", "keep it forever instead of 30 days"},
                  ScopeOption(false)},
      .notes = "A spike that contradicts an earlier one is kept; both are flagged.",
      .examples = {{"forge spike add \"the API paginates by cursor\" refuted --actual \"by offset\" --permanent", ""}}};
}

Result<Exit> RunSpikeAdd(Context& context, const Args& args) {
  Spike spike;
  spike.assumption = args.Get("ASSUMPTION");
  spike.confirmed = args.Get("RESULT") == "confirmed";
  spike.actual = args.Get("actual");
  spike.technology = args.Get("technology");
  spike.permanent = args.Has("permanent");
  spike.tested = context.host.now();
  spike.from = FromUser(context);
  Memory memory = TRY(OpenMemory(context, true));
  const FactScope scope = ScopeOf(args).value_or(context.project ? FactScope::kProject : FactScope::kGlobal);
  const Spike added = TRY(TRY(memory.In(scope))->knowledge().AddSpike(spike));
  if (context.json) return context.Print(JsonOf(added, context.host.now()));
  context.out.Line(fmt::format("s{}: {}", added.id, ToText(added)));
  if (!added.contradicts.empty()) {
    std::vector<std::string> others;
    for (std::int64_t id : added.contradicts) others.push_back(fmt::format("s{}", id));
    context.out.Line("  contradicts " + Join(others, ", ") + "; both are kept");
  }
  return Exit::kOk;
}

Form SpikeListForm() {
  return {.options = {ScopeOption(true), {"all", "", "also those too old to rely on"}},
          .examples = {{"forge spike", "assumptions that were tested within 30 days, or are permanent"}}};
}

Result<Exit> RunSpikeList(Context& context, const Args& args) {
  Memory memory = TRY(OpenMemory(context, false));
  const TimePoint now = context.host.now();
  Json list = Json::MakeArray();
  bool any = false;
  for (MemoryStore* store : TRY(memory.Stores(ScopeOf(args)))) {
    for (const Spike& spike : TRY(store->knowledge().ListSpikes())) {
      if (!args.Has("all") && !Usable(spike, now)) continue;
      any = true;
      list.Append(JsonOf(spike, now));
      if (context.json) continue;
      std::string notes = Ago(spike.tested, now) + " ago";
      if (spike.permanent) notes += ", permanent";
      if (!Usable(spike, now)) notes += ", too old";
      if (!spike.contradicts.empty()) notes += ", contradicted";
      context.out.Line(fmt::format("s{:<4} {}", spike.id, ToText(spike)));
      context.out.Line(context.out.Paint(Tone::kFaint, "      " + notes));
    }
  }
  if (context.json) {
    context.out.Print(Json::MakeObject().Set("spikes", std::move(list)));
  } else if (!any) {
    context.out.Line("no assumption was tested recently");
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kSpikeAddCommand = {"spike add",    "record the result of testing an assumption",
                                            Group::kMemory, Needs::kSettings,
                                            SpikeAddForm,   RunSpikeAdd};

constinit const Command kSpikeListCommand = {
    "spike list", "list tested assumptions", Group::kMemory, Needs::kSettings, SpikeListForm, RunSpikeList};

}  // namespace forge::cli
