#include <fmt/format.h>

#include "surface/cli/commands.h"
#include "surface/view/json_rows.h"
#include "surface/view/status_words.h"

namespace forge::cli {
namespace {

Form AnswerForm() {
  Form form;
  form.positionals = {
      {"RUN_OR_ANSWER", "the run, or the answer when that is all there is", true, false, {}, ValueType::kText},
      {"ANSWER", "one of the question's options", false, false, {}, ValueType::kText}};
  form.options = {{"question", "N", "which question, where several are open", false, {}, ValueType::kPositive},
                  {"comment", "TEXT", "what to change, by how much to extend", false, {}, ValueType::kText}};
  form.notes =
      "An approval is bound to the plan as it stands when it is given: a plan that is edited later is asked about "
      "again.\n"
      "A run that is driven elsewhere goes on by itself; otherwise `forge resume` goes on.";
  form.examples = {{"forge answer yes", "the only open question of the current run"},
                   {"forge answer 17 modify --comment \"split step 2\"", "with what to change"},
                   {"forge answer 17 retry --question 3", "one of several"}};
  return form;
}

// Where the answered run goes on: with the run that waits for it, where there is one.
Result<RunView> Driver(Context& context, RunId run) {
  RunView view = TRY(context.forge().View(run));
  while (view.run.parent_unit.value != 0 && !IsEnd(view.run.status)) view = TRY(context.forge().View(view.run.parent));
  return view;
}

Result<Exit> RunAnswer(Context& context, const Args& args) {
  const bool named = args.Has("ANSWER");
  const RunId run = TRY(context.forge().FindRun(named ? args.Get("RUN_OR_ANSWER") : ""));
  Answer answer;
  answer.answer = args.Get(named ? "ANSWER" : "RUN_OR_ANSWER");
  answer.comment = args.Get("comment");
  answer.by = context.user();
  if (auto number = args.GetInt("question")) answer.question = QuestionId{*number};
  const CommandReply reply = TRY(context.forge().Reply(run, answer));
  const RunView view = TRY(context.forge().View(run));
  if (context.json) {
    context.out.Print(ToJson(view.run).Set("next", NextCommand(view)));
    return Exit::kOk;
  }
  context.out.Line(fmt::format("run {}: answered `{}`; the run {}", run.value, answer.answer, Phrase(view.run.status)));
  if (reply.by_owner) {
    context.out.Line("  it goes on where it is driven");
  } else {
    context.out.Line("next: " + NextCommand(TRY(Driver(context, run))));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kAnswerCommand = {
    "answer", "answer a question of a run", Group::kSteer, Needs::kStore, AnswerForm, RunAnswer};

}  // namespace forge::cli
