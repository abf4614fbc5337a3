#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

Form SpikeListForm() {
  Form form;
  form.options = {ScopeOption(true), {"all", "", "also those too old to rely on", false, {}, ValueType::kText}};
  form.examples = {{"forge spike", "assumptions that were tested within 30 days, or are permanent"}};
  return form;
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
      list.Append(ToJson(spike, now));
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

constinit const Command kSpikeListCommand = {
    "spike list", "list tested assumptions", Group::kMemory, Needs::kSettings, SpikeListForm, RunSpikeList};

}  // namespace forge::cli
