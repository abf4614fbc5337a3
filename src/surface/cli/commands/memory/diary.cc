#include <fmt/core.h>

#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"
#include "surface/view/json_answers.h"
#include "surface/view/times.h"

namespace forge::cli {
namespace {

constexpr std::int64_t kUsualEntries = 20;

Form DiaryForm() {
  return {.positionals = {{"TEXT", "an entry to add; without it, print the last entries", false}},
          .options = {Lettered("n", {"limit", "N", "how many to print (20)", ValueType::kPositive})},
          .notes = "Every run adds a line when it ends.",
          .examples = {{"forge diary", "the last entries, newest first"}, {"forge diary \"moved to the new CI\"", ""}}};
}

void PrintEntry(Context& context, const DiaryEntry& entry) {
  context.out.Line(
      fmt::format("{}  {}{}", IsoTime(entry.at), entry.text, entry.who.empty() ? "" : "  (" + entry.who + ")"));
}

Result<Exit> RunDiary(Context& context, const Args& args) {
  const bool adds = args.Has("TEXT");
  Memory memory = TRY(OpenMemory(context, adds));
  const FactScope scope = context.project ? FactScope::kProject : FactScope::kGlobal;
  if (adds) {
    DiaryEntry entry;
    entry.at = context.host.now();
    entry.who = context.user();
    entry.text = args.Get("TEXT");
    const DiaryEntry added = TRY(TRY(memory.In(scope))->history().AddDiary(entry));
    if (context.json) {
      context.out.Print(JsonOf(added));
    } else {
      PrintEntry(context, added);
    }
    return Exit::kOk;
  }
  Json list = Json::MakeArray();
  for (MemoryStore* store : TRY(memory.Stores(scope))) {
    for (const DiaryEntry& entry : TRY(store->history().ListDiary(args.GetInt("limit").value_or(kUsualEntries)))) {
      list.Append(JsonOf(entry));
      if (!context.json) PrintEntry(context, entry);
    }
  }
  if (context.json) {
    context.out.Print(Json::MakeObject().Set("entries", std::move(list)));
  } else if (list.AsArray().empty()) {
    context.out.Line("the diary is empty");
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kDiaryCommand = {
    "diary", "show the diary, or add an entry", Group::kMemory, Needs::kSettings, DiaryForm, RunDiary};

}  // namespace forge::cli
