#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"
#include "surface/view/json_rows.h"
#include "surface/view/question_text.h"

namespace forge::cli {
namespace {

Form QuestionsForm() {
  Form form;
  form.positionals = {
      {"RUN", "only this run and its children (default: all runs)", false, false, {}, ValueType::kText}};
  form.options = {{"show", "", "show what each question is about, such as the plan", false, {}, ValueType::kText}};
  form.examples = {{"forge questions", "everything that waits for an answer"},
                   {"forge questions 17 --show", "those of run 17, with the plan they ask about"}};
  return form;
}

Result<std::vector<StoredQuestion>> OpenOnes(Context& context, const Args& args) {
  if (!args.Has("RUN")) return context.forge().store().ListQuestions(std::nullopt, true);
  return context.forge().OpenQuestions(TRY(context.forge().FindRun(args.Get("RUN"))));
}

Result<Exit> RunQuestions(Context& context, const Args& args) {
  const std::vector<StoredQuestion> open = TRY(OpenOnes(context, args));
  if (context.json) {
    Json list = Json::MakeArray();
    for (const StoredQuestion& stored : open) list.Append(ToJson(stored));
    context.out.Print(Json::MakeObject().Set("questions", std::move(list)));
    return Exit::kOk;
  }
  if (open.empty()) context.out.Line("no open questions");
  for (const StoredQuestion& stored : open) {
    context.out.Write(QuestionText(context.out.palette(), stored, IsOnly(open, stored)));
    if (!args.Has("show")) continue;
    const RunView view = TRY(context.forge().View(stored.run));
    context.out.Write(ShownText(*context.project, view.run, stored.question));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kQuestionsCommand = {
    "questions", "list open questions of all runs", Group::kLook, Needs::kStore, QuestionsForm, RunQuestions};

}  // namespace forge::cli
