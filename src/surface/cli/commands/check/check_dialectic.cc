#include <fmt/core.h>

#include "model/dialectic.h"
#include "surface/cli/commands.h"
#include "surface/view/json_answers.h"
#include "text/first_line.h"

namespace forge::cli {
namespace {

Form CheckDialecticForm() {
  return {
      .positionals = {{"FILE", "a debate; `-` is standard input", true, ValueType::kFile}},
      .notes =
          "FILE is JSON: [{\"id\", \"challenge\", \"defence\": \"concede|defend\", \"rebuttals\": [\"withdrawn|kept\", "
          "...]}]. A conceded objection is CONCEDED. One that is defended and finally withdrawn is RESOLVED. "
          "Everything else, including no answer, is OPEN. Exit 0 when every objection is resolved, 1 when one is "
          "conceded or open.",
      .examples = {{"forge check dialectic DEBATE.json", "the outcome of each objection"},
                   {"forge check dialectic DEBATE.json --json",
                    "{\"ok\", \"objections\": [{\"objection\", \"outcome\", ...}]}"}}};
}

Result<Exit> RunCheckDialectic(Context& context, const Args& args) {
  const std::string text = TRY(context.host.read_file(args.Get("FILE")));
  const std::vector<ObjectionOutcome> outcomes = Settle(TRY(ObjectionsFromJson(TRY(ParseJson(text)))));
  const Json json = JsonOf(outcomes);
  if (context.json) {
    context.out.Print(json);
  } else {
    for (const ObjectionOutcome& one : outcomes) {
      context.out.Line(fmt::format("{}  {}  {}  ({})", one.id, Name(one.outcome),
                                   FirstLine(one.challenge.description, 100), one.why));
    }
    context.out.Line(fmt::format("{} conceded, {} resolved, {} open", json["conceded"].AsInt(),
                                 json["resolved"].AsInt(), json["open"].AsInt()));
  }
  return json["ok"].AsBool() ? Exit::kOk : Exit::kNo;
}

}  // namespace

constinit const Command kCheckDialecticCommand = {
    "check dialectic",  "say which objections of a written debate are conceded, resolved or open",
    Group::kChecks,     Needs::kNothing,
    CheckDialecticForm, RunCheckDialectic};

}  // namespace forge::cli
