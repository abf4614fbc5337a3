#include <fmt/core.h>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"
#include "surface/view/json_answers.h"

namespace forge::cli {
namespace {

Form MemoryKgForm() {
  return {.positionals = {{"ACTION", "what to do", true, ValueType::kText, false, {"add", "query", "invalidate"}},
                          {"SUBJECT", "the subject"},
                          {"PREDICATE", "the predicate; optional in a query", false},
                          {"OBJECT", "the object; optional in a query", false}},
          .options = {ScopeOption(false),
                      {"replace", "", "add: end other objects of the same subject and predicate"},
                      {"all", "", "query: include what is no longer true"}},
          .notes = "`-` as SUBJECT of a query matches any subject. Case does not matter.",
          .examples = {{"forge memory kg add billing owned-by payments-team", ""},
                       {"forge memory kg query billing", "everything that is true of it now"},
                       {"forge memory kg invalidate billing owned-by", "no longer true from now on"}}};
}

Result<Exit> RunMemoryKg(Context& context, const Args& args) {
  const std::string action = args.Get("ACTION");
  Memory memory = TRY(OpenMemory(context, action == "add"));
  const FactScope scope = ScopeOf(args).value_or(context.project ? FactScope::kProject : FactScope::kGlobal);
  TripleFilter filter{args.Get("SUBJECT"), args.Get("PREDICATE"), args.Get("OBJECT"), !args.Has("all"), false, {}};
  if (filter.subject == "-") filter.subject.clear();
  const TimePoint now = context.host.now();
  if (action == "add") {
    if (!args.Has("OBJECT")) return Fail(Code::kInvalid, "memory kg add: needs SUBJECT, PREDICATE and OBJECT");
    Triple triple;
    triple.subject = filter.subject;
    triple.predicate = filter.predicate;
    triple.object = filter.object;
    triple.from = FromUser(context);
    const Triple added = TRY(TRY(memory.In(scope))->knowledge().AddTriple(triple, args.Has("replace"), now));
    return context.Tell(JsonOf(added),
                        fmt::format("t{}: {} {} {}", added.id, added.subject, added.predicate, added.object));
  }
  if (action == "invalidate") {
    if (filter.subject.empty()) return Fail(Code::kInvalid, "memory kg invalidate: needs a SUBJECT");
    const std::int64_t count = TRY(TRY(memory.In(scope))->knowledge().InvalidateTriples(filter, now));
    context.Tell(Json::MakeObject().Set("invalidated", count), fmt::format("{} no longer true", count));
    return count > 0 ? Exit::kOk : Exit::kNo;
  }
  std::vector<Triple> triples;
  for (MemoryStore* store : TRY(memory.Stores(ScopeOf(args)))) {
    for (Triple& triple : TRY(store->knowledge().FindTriples(filter))) triples.push_back(std::move(triple));
  }
  if (context.json) return context.Print(Json::MakeObject().Set("triples", JsonArray(triples, kJsonOf)));
  for (const Triple& triple : triples) {
    context.out.Line(fmt::format("t{}: {} {} {}{}", triple.id, triple.subject, triple.predicate, triple.object,
                                 triple.current() ? "" : "  (no longer true)"));
  }
  if (triples.empty()) context.out.Line("nothing is known about it");
  return Exit::kOk;
}

}  // namespace

constinit const Command kMemoryKgCommand = {
    "memory kg",    "query or change the knowledge graph: subject, predicate, object",
    Group::kMemory, Needs::kSettings,
    MemoryKgForm,   RunMemoryKg};

}  // namespace forge::cli
