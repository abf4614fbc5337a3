#include <fmt/core.h>

#include <optional>
#include <set>

#include "service/answer_command.h"
#include "service/forge.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/cli/live/ask_person.h"
#include "surface/cli/live/background.h"
#include "surface/view/status_words.h"

namespace forge::cli {
namespace {

Form AnswerForm() {
  return {
      .positionals = {{"RUN_OR_ANSWER", "the run; if it is the only argument, the answer"},
                      {"ANSWER", "one of the question's options", false}},
      .options = {{"question", "N", "the question's number, when several are open", ValueType::kPositive},
                  Lettered("m", {"comment", "TEXT", "what to change, or by how much to extend"}),
                  GoOption(),
                  AutoOption()},
      .notes =
          "`modify` and `revise` need --comment; at a terminal Forge asks for it. "
          "An approval holds for the plan as it is now; if the plan is edited later, Forge asks again. A run "
          "that is running continues by itself, and one of a project with a server (`forge serve`) is continued by it; "
          "otherwise continue it with --go or `forge resume`. --auto holds for this run and the runs that do its "
          "steps, not "
          "for a run above it.",
      .examples = {{"forge answer yes", "the only open question of the current run"},
                   {"forge answer 17 modify --comment \"split step 2\"", "ask for a change"},
                   {"forge answer 17 yes --go", "and continue the run in this terminal"},
                   {"forge answer 17 retry --question 3", "one of several"},
                   {"forge answer 17 yes --go --auto", "and let the pipeline answer what it can from now on"}}};
}

// Without a name the current run, or the run below it that alone asks.
Result<RunId> RunThatAsks(Context& context, const std::string& name) {
  const RunId run = TRY(FindRun(context.forge(), name));
  if (!name.empty()) return run;
  std::set<RunId> asking;
  for (const StoredQuestion& stored : TRY(OpenQuestions(context.forge(), run))) asking.insert(stored.run);
  return asking.size() == 1 ? *asking.begin() : run;
}

// The question that is answered, if it asks for what the person has not said yet.
Result<std::optional<StoredQuestion>> NeedsWords(Context& context, RunId run, const Answer& answer) {
  if (!answer.comment.empty()) return std::nullopt;
  const auto open = TRY(context.forge().store().ListQuestions(run, true));
  for (const StoredQuestion& stored : open) {
    const bool meant = answer.question ? stored.question.id == *answer.question : open.size() == 1;
    if (meant && AsksForChange(stored.question, answer.answer)) return stored;
  }
  return std::nullopt;
}

Result<Exit> RunAnswer(Context& context, const Args& args) {
  const bool named = args.Has("ANSWER");
  const RunId run = TRY(RunThatAsks(context, named ? args.Get("RUN_OR_ANSWER") : ""));
  Answer answer;
  answer.answer = args.Get(named ? "ANSWER" : "RUN_OR_ANSWER");
  answer.comment = args.Get("comment");
  answer.by = context.user();
  if (auto number = args.GetInt("question")) answer.question = QuestionId{*number};
  const auto wordless = TRY(NeedsWords(context, run, answer));
  if (wordless && CanAskPerson(context)) answer.comment = AskForChange(context, *wordless).value_or("");
  const CommandReply reply = TRY(SendAnswer(context.forge(), run, answer));
  const RunView view = TRY(ViewRun(context.forge(), run));
  if (!context.json)
    context.out.Line(
        fmt::format("run {}: answered `{}`; the run {}", run.value, answer.answer, Phrase(view.run.status)));
  return GoOnOrSay(context, run, reply.by_owner, {args.Has("go"), args.Has("auto")});
}

}  // namespace

constinit const Command kAnswerCommand = {
    "answer", "answer a question of a run", Group::kSteer, Needs::kStore, AnswerForm, RunAnswer};

}  // namespace forge::cli
