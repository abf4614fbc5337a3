#include <fmt/format.h>

#include "agent/token_estimate.h"
#include "service/prompt_view.h"
#include "surface/cli/columns.h"
#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"

namespace forge::cli {
namespace {

Form PromptForm() {
  Form form;
  form.positionals = {{"RUN", "its number or slug", true, false, {}, ValueType::kText},
                      {"STAGE", "of its pipeline", true, false, {}, ValueType::kText},
                      {"STEP", "of its plan: then STAGE is one of the step's", false, false, {}, ValueType::kText}};
  form.options = {{"sizes", "", "only how long each block is", false, {}, ValueType::kText}};
  form.notes =
      "Prints the prompt as it would be sent now, and nothing else; of a panel, one after the other. The table of "
      "blocks with\nabout how many tokens each is goes to standard error, so that the prompt can be piped. With "
      "--json: "
      "{\"prompts\": [{\"stage\",\n\"step\", \"member\", \"role\", \"tokens\", \"blocks\": [{\"name\", \"tokens\", "
      "\"text\"}]}]}; the texts in a row are the prompt.";
  form.examples = {{"forge prompt 17 plan", "what the planner would be told"},
                   {"forge prompt 17 implement s2 --sizes", "what makes the prompt of a step long"}};
  return form;
}

std::int64_t Tokens(const PromptView& view) {
  std::int64_t tokens = 0;
  for (const PromptSection& section : view.sections) tokens += AboutTokens(section.text);
  return tokens;
}

Json ToJson(const PromptView& view) {
  Json blocks = Json::MakeArray();
  for (const PromptSection& section : view.sections) {
    blocks.Append(Json::MakeObject()
                      .Set("name", section.name)
                      .Set("tokens", AboutTokens(section.text))
                      .Set("text", section.text));
  }
  return Json::MakeObject()
      .Set("stage", view.stage)
      .Set("step", view.step)
      .Set("member", view.member)
      .Set("role", view.role)
      .Set("tokens", Tokens(view))
      .Set("blocks", std::move(blocks));
}

std::string Sizes(const Context& context, const PromptView& view) {
  std::vector<std::vector<Cell>> rows;
  for (const PromptSection& section : view.sections) {
    rows.push_back(
        {{section.name}, {std::to_string(AboutTokens(section.text))}, {std::to_string(section.text.size())}});
  }
  rows.push_back({{"all", Tone::kStrong}, {std::to_string(Tokens(view)), Tone::kStrong}, {""}});
  const std::string who = view.member.empty() ? view.role : view.member + " (" + view.role + ")";
  return fmt::format("{}: {}\n", view.stage, who) + FormatColumns(context.out, {"block", "tokens", "bytes"}, rows, 0);
}

Result<Exit> RunPrompt(Context& context, const Args& args) {
  const RunId run = TRY(ChosenRun(context, args));
  const std::vector<PromptView> views = TRY(ViewPrompts(context.forge(), run, args.Get("STAGE"), args.Get("STEP")));
  if (context.json) {
    Json prompts = Json::MakeArray();
    for (const PromptView& view : views) prompts.Append(ToJson(view));
    context.out.Print(Json::MakeObject().Set("prompts", std::move(prompts)));
    return Exit::kOk;
  }
  for (const PromptView& view : views) {
    if (args.Has("sizes")) {
      context.out.Write(Sizes(context, view));
      continue;
    }
    for (const PromptSection& section : view.sections) context.out.Write(section.text);
    std::string sizes = Sizes(context, view);
    sizes.pop_back();
    context.out.Complain(sizes);
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kPromptCommand = {"prompt",     "print what a stage would be asked, and how long each block is",
                                          Group::kLook, Needs::kStore,
                                          PromptForm,   RunPrompt};

}  // namespace forge::cli
