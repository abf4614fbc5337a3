#include <fmt/format.h>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/memory/memory_command.h"

namespace forge::cli {
namespace {

Form MemoryKgForm() {
  Form form;
  form.positionals = {{"ACTION", "what to do", true, false, {"add", "query", "invalidate"}, ValueType::kText},
                      {"SUBJECT", "the subject", true, false, {}, ValueType::kText},
                      {"PREDICATE", "the predicate; optional in a query", false, false, {}, ValueType::kText},
                      {"OBJECT", "the object; optional in a query", false, false, {}, ValueType::kText}};
  form.options = {
      ScopeOption(false),
      {"replace", "", "add: end other objects of the same subject and predicate", false, {}, ValueType::kText},
      {"all", "", "query: include what is no longer true", false, {}, ValueType::kText}};
  form.notes = "`-` as SUBJECT of a query matches any subject. Case does not matter.";
  form.examples = {{"forge memory kg add billing owned-by payments-team", ""},
                   {"forge memory kg query billing", "everything that is true of it now"},
                   {"forge memory kg invalidate billing owned-by", "no longer true from now on"}};
  return form;
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
    if (context.json) {
      context.out.Print(ToJson(added));
    } else {
      context.out.Line(fmt::format("t{}: {} {} {}", added.id, added.subject, added.predicate, added.object));
    }
    return Exit::kOk;
  }
  if (action == "invalidate") {
    if (filter.subject.empty()) return Fail(Code::kInvalid, "memory kg invalidate: needs a SUBJECT");
    const std::int64_t count = TRY(TRY(memory.In(scope))->knowledge().InvalidateTriples(filter, now));
    if (context.json) {
      context.out.Print(Json::MakeObject().Set("invalidated", count));
    } else {
      context.out.Line(fmt::format("{} no longer true", count));
    }
    return count > 0 ? Exit::kOk : Exit::kNo;
  }
  std::vector<Triple> triples;
  for (MemoryStore* store : TRY(memory.Stores(ScopeOf(args)))) {
    for (Triple& triple : TRY(store->knowledge().FindTriples(filter))) triples.push_back(std::move(triple));
  }
  if (context.json) {
    Json list = Json::MakeArray();
    for (const Triple& triple : triples) list.Append(ToJson(triple));
    context.out.Print(Json::MakeObject().Set("triples", std::move(list)));
    return Exit::kOk;
  }
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
