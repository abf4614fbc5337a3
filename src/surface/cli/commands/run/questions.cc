#include "service/run_queries.h"
#include "surface/cli/commands.h"
#include "surface/cli/live/background.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_rows.h"
#include "surface/view/question_text.h"

namespace forge::cli {
namespace {

Form QuestionsForm() {
  return {.positionals = {{"RUN", "only this run and its children (default: all runs)", false}},
          .options = {{"show", "", "show what each question is about, such as the plan"}},
          .examples = {{"forge questions", "everything that waits for an answer"},
                       {"forge questions 17 --show", "those of run 17, with the plan they ask about"}}};
}

Result<std::vector<StoredQuestion>> OpenOnes(Context& context, const Args& args) {
  if (!args.Has("RUN")) return context.forge().store().ListQuestions(std::nullopt, true);
  return OpenQuestions(context.forge(), TRY(FindRun(context.forge(), args.Get("RUN"))));
}

Result<Exit> RunQuestions(Context& context, const Args& args) {
  const std::vector<StoredQuestion> open = TRY(OpenOnes(context, args));
  if (context.json) return context.Print(Json::MakeObject().Set("questions", JsonArray(open)));
  if (open.empty()) context.out.Line("no open questions");
  for (const StoredQuestion& stored : open) {
    context.out.Flow(
        QuestionText(context.out.palette(), stored, {IsOnly(open, stored), TRY(NothingDrives(context, stored.run))}));
    if (!args.Has("show")) continue;
    const RunView view = TRY(ViewRun(context.forge(), stored.run));
    context.out.Flow(ShownText(*context.project, view, stored.question));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kQuestionsCommand = {
    "questions", "list open questions of all runs", Group::kLook, Needs::kStore, QuestionsForm, RunQuestions};

}  // namespace forge::cli
