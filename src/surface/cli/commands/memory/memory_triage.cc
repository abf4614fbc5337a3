#include <fmt/core.h>

#include <map>

#include "base/display.h"
#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"
#include "surface/view/json_answers.h"

namespace forge::cli {
namespace {

Form MemoryTriageForm() {
  return {.options = {{"approve", "DRAFT", "accept a draft; `all` accepts all", ValueType::kText, true},
                      {"reject", "DRAFT", "reject a draft for good; `all` rejects all", ValueType::kText, true},
                      {"edit", "DRAFT=TEXT", "accept a draft in other words", ValueType::kPair, true}},
          .notes =
              "Without an option it lists the drafts by kind. Stages see a proposed fact as a draft. It expires after "
              "30 days unless you approve it or another run finds the same. \"no longer true\" lists triples that an "
              "agent wants to end: approving ends them, rejecting keeps them.",
          .examples = {{"forge memory triage", "list the drafts"},
                       {"forge memory triage --reject p7 --approve all", "all but one"},
                       {"forge memory triage --edit p7=\"Tests need port 5433\"", ""}}};
}

struct Drafts {
  std::vector<Fact> facts;
  std::vector<Triple> triples;  // of the project
};

Result<Drafts> LoadDrafts(Memory& memory) {
  Drafts drafts;
  FactFilter filter;
  filter.status = FactStatus::kDraft;
  drafts.facts = TRY(memory.List(std::nullopt, filter));
  TripleFilter triples;
  triples.drafts = true;
  if (memory.project() != nullptr) drafts.triples = TRY(memory.project()->knowledge().FindTriples(triples));
  return drafts;
}

std::string TripleText(const Triple& triple) {
  std::string text = fmt::format("{} {} {}", triple.subject, triple.predicate, triple.object);
  if (triple.doubt.at.ms > 0 && !triple.doubt.why.empty()) text += " (" + triple.doubt.why + ")";
  return text;
}

void PrintDrafts(Context& context, const Drafts& drafts) {
  std::map<std::string, std::vector<std::string>> by_kind;
  for (const Fact& fact : drafts.facts) {
    by_kind[std::string(Name(fact.category))].push_back(ToText(fact.id) + "  " + Fit(fact.text, 100));
  }
  for (const Triple& triple : drafts.triples) {
    const bool ends = triple.doubt.at.ms > 0;
    by_kind[ends ? "no longer true" : "triple"].push_back(
        fmt::format("t{}  {}", triple.id, Fit(TripleText(triple), 100)));
  }
  for (const auto& [kind, lines] : by_kind) {
    context.out.Line(fmt::format("{} ({})", kind, lines.size()));
    for (const std::string& line : lines) context.out.Line("  " + line);
  }
  context.out.Line(by_kind.empty() ? "no drafts"
                                   : "next: forge memory triage --approve all | --reject all | --edit ID=TEXT");
}

Json DraftsJson(const Drafts& drafts) {
  return FactsJson(drafts.facts).Set("triples", JsonArray(drafts.triples, kJsonOf));
}

// A draft by its name, or all that are still there.
Result<int> SettleDraft(Context& context, Memory& memory, const std::string& name, bool approve) {
  const FactChange change = approve ? FactChange::kAccept : FactChange::kReject;
  if (name == "all") {
    const Drafts drafts = TRY(LoadDrafts(memory));
    for (const Fact& fact : drafts.facts) TRY(memory.Change(fact.id, change, context.host.now()));
    for (const Triple& triple : drafts.triples)
      TRY(memory.project()->knowledge().SettleTriple(triple.id, approve, context.host.now()));
    return static_cast<int>(drafts.facts.size() + drafts.triples.size());
  }
  if (name.starts_with('t')) {
    const auto id = ParseInt(name.substr(1));
    if (!id) return Fail(Code::kInvalid, fmt::format("`{}` is not a draft", name), "forge memory triage");
    TRY(TRY(memory.In(FactScope::kProject))->knowledge().SettleTriple(*id, approve, context.host.now()));
    return 1;
  }
  const FactId id = TRY(FactArgument(name));
  if (TRY(memory.Find(id)).status != FactStatus::kDraft) {
    return Fail(Code::kConflict, fmt::format("{} is not a draft", name),
                "to remove an accepted fact: forge memory forget");
  }
  TRY(memory.Change(id, change, context.host.now()));
  return 1;
}

Result<Exit> RunMemoryTriage(Context& context, const Args& args) {
  Memory memory = TRY(OpenMemory(context, false));
  if (!args.Has("approve") && !args.Has("reject") && !args.Has("edit")) {
    const Drafts drafts = TRY(LoadDrafts(memory));
    if (context.json) {
      context.out.Print(DraftsJson(drafts));
    } else {
      PrintDrafts(context, drafts);
    }
    return Exit::kOk;
  }
  int edited = 0;
  int rejected = 0;
  int approved = 0;
  for (const auto& [name, text] : args.Pairs("edit")) {
    TRY(memory.Rewrite(TRY(FactArgument(name)), text, context.host.now()));
    ++edited;
  }
  // Named drafts come before "all", in whichever order the options were given.
  for (const bool everything : {false, true}) {
    for (const std::string& name : args.All("reject")) {
      if ((name == "all") == everything) rejected += TRY(SettleDraft(context, memory, name, false));
    }
    for (const std::string& name : args.All("approve")) {
      if ((name == "all") == everything) approved += TRY(SettleDraft(context, memory, name, true));
    }
  }
  return context.Tell(Json::MakeObject().Set("approved", approved).Set("rejected", rejected).Set("edited", edited),
                      fmt::format("{} approved, {} rejected, {} edited", approved, rejected, edited));
}

}  // namespace

constinit const Command kMemoryTriageCommand = {"memory triage",  "approve, reject or edit what agents propose",
                                                Group::kMemory,   Needs::kSettings,
                                                MemoryTriageForm, RunMemoryTriage};

}  // namespace forge::cli
