#include <fmt/core.h>

#include "agent/native/token_estimate.h"
#include "base/strings.h"
#include "service/unit/fixed_prompt.h"
#include "service/unit/kept_prompt.h"
#include "service/unit/prompt_view.h"
#include "surface/cli/commands.h"
#include "surface/cli/run_argument.h"
#include "surface/view/columns.h"
#include "surface/view/json_rows.h"

namespace forge::cli {
namespace {

Form PromptForm() {
  return {.positionals = {{"RUN", "the run's number or slug", false},
                          {"STAGE", "a stage of its pipeline", false},
                          {"STEP", "a step of its plan; STAGE is then a stage of that step", false}},
          .options = {{"round", "N", "the prompt that was sent in round N, from 1", ValueType::kPositive},
                      {"member", "NAME", "of a panel: only this member"},
                      {"sizes", "", "only the size of each block"},
                      {"all", "", "the fixed part of every prompt, without a run"},
                      {"pipeline", "NAME", "with --all: only this pipeline"}},
          .notes =
              "Prints the prompt as it would be sent now; for a panel, one prompt per member. The table of blocks with "
              "their approximate tokens goes to standard error, so that you can pipe the prompt. With --round, prints "
              "the prompt that the unit of that round was given; of several attempts, the last. With --json: "
              "{\"prompts\": [{\"stage\", \"step\", \"member\", \"role\", \"tokens\", \"blocks\": [{\"block\", "
              "\"tokens\", \"budget\", \"left_out\", \"text\"}]}]}; the texts, joined, are the prompt. With --round: "
              "{\"prompts\": [{\"unit\", "
              "\"stage\", \"step\", \"member\", \"iteration\", \"attempt\", \"tokens\", \"text\"}]}.",
          .examples = {
              {"forge prompt 17 plan", "what the planner would be told"},
              {"forge prompt 17 plan --round 2", "what the planner was told in its second round"},
              {"forge prompt 17 implement s2 --sizes", "which blocks make a step's prompt long"},
              {"forge prompt --all --pipeline modules", "what its stages cost in tokens, and what each is shown"}}};
}

std::int64_t Tokens(const PromptView& view) {
  std::int64_t tokens = 0;
  for (const PromptSection& section : view.sections) tokens += AboutTokens(section.text);
  return tokens;
}

Json PromptJson(const PromptView& view) {
  Json blocks = JsonArray(view.sections, [](const PromptSection& section) {
    return Json::MakeObject()
        .Set("block", section.name)
        .Set("tokens", AboutTokens(section.text))
        .Set("budget", section.budget > 0 ? Json(section.budget) : Json())
        .Set("left_out", JsonArray(section.left_out))
        .Set("text", section.text);
  });
  return Json::MakeObject()
      .Set("stage", view.stage)
      .Set("step", OrNull(view.step))
      .Set("member", OrNull(view.member))
      .Set("role", view.role)
      .Set("tokens", Tokens(view))
      .Set("blocks", std::move(blocks));
}

// How much the budget of a block leaves out, and the first of it.
std::string LeftOut(const PromptSection& section) {
  if (section.left_out.empty()) return "";
  return section.left_out.size() == 1 ? section.left_out[0]
                                      : fmt::format("{}: {}, ...", section.left_out.size(), section.left_out[0]);
}

std::string Sizes(const Context& context, const PromptView& view) {
  std::vector<std::vector<Cell>> rows;
  for (const PromptSection& section : view.sections) {
    rows.push_back({{section.name},
                    {std::to_string(AboutTokens(section.text))},
                    {std::to_string(section.text.size())},
                    {section.budget > 0 ? std::to_string(section.budget) : ""},
                    {LeftOut(section)}});
  }
  rows.push_back({{"all", Tone::kStrong}, {std::to_string(Tokens(view)), Tone::kStrong}, {""}, {""}, {""}});
  const std::string who = view.member.empty() ? view.role : view.member + " (" + view.role + ")";
  return fmt::format("{}: {}\n", view.stage, who) +
         FormatColumns(context.out.palette(), {"block", "tokens", "bytes", "budget", "left out"}, rows, 0);
}

std::int64_t TokensOf(const std::vector<PromptSection>& sections, std::string_view name) {
  std::int64_t tokens = 0;
  for (const PromptSection& section : sections) {
    if (name.empty() || section.name == name) tokens += AboutTokens(section.text);
  }
  return tokens;
}

Result<Exit> RunAll(Context& context, const Args& args) {
  const auto prompts = TRY(ViewFixedPrompts(context.host.machine, context.project, args.Get("pipeline")));
  if (context.json) {
    Json list = Json::MakeArray();
    for (const FixedPrompt& prompt : prompts) {
      Json sees = JsonArray(prompt.sees);
      Json one = Json::MakeObject().Set("pipeline", prompt.pipeline).Set("stage", prompt.stage);
      one.Set("member", OrNull(prompt.member)).Set("role", prompt.role).Set("tokens", TokensOf(prompt.sections, ""));
      list.Append(std::move(one.Set("sees", std::move(sees))));
    }
    return context.Print(Json::MakeObject().Set("prompts", std::move(list)));
  }
  std::vector<std::vector<Cell>> rows;
  for (const FixedPrompt& prompt : prompts) {
    auto tokens = [&](std::string_view name) { return Cell{std::to_string(TokensOf(prompt.sections, name))}; };
    rows.push_back({{prompt.pipeline},
                    {prompt.member.empty() ? prompt.stage : prompt.stage + "." + prompt.member, Tone::kStrong},
                    {prompt.role},
                    tokens("persona"),
                    tokens("task"),
                    tokens("answer"),
                    tokens(""),
                    {Join(prompt.sees, " ")}});
  }
  context.out.Write(FormatColumns(context.out.palette(),
                                  {"PIPELINE", "STAGE", "ROLE", "PERSONA", "TASK", "ANSWER", "TOKENS", "AND SHOWN"},
                                  rows, 0));
  return Exit::kOk;
}

Json KeptJson(const KeptPrompt& prompt) {
  return Json::MakeObject()
      .Set("unit", prompt.unit.value)
      .Set("stage", prompt.stage)
      .Set("step", OrNull(prompt.step))
      .Set("member", OrNull(prompt.member))
      .Set("iteration", prompt.round)
      .Set("attempt", prompt.attempt)
      .Set("tokens", AboutTokens(prompt.text))
      .Set("text", prompt.text);
}

Result<Exit> PrintKept(Context& context, const Args& args, RunId run) {
  if (args.Has("sizes"))
    return Fail(Code::kInvalid, "a prompt that was sent has no table of blocks", "leave out --sizes or --round");
  const KeptPromptQuery query{run, args.Get("STAGE"), args.Get("STEP"), args.Get("member"),
                              static_cast<int>(args.GetInt("round").value_or(1))};
  const std::vector<KeptPrompt> prompts = TRY(ReadKeptPrompts(context.forge(), query));
  if (context.json) return context.Print(Json::MakeObject().Set("prompts", JsonArray(prompts, KeptJson)));
  for (const KeptPrompt& prompt : prompts) {
    context.out.Write(prompt.text);
    const std::string who = prompt.member.empty() ? prompt.stage : prompt.stage + "." + prompt.member;
    context.out.Complain(fmt::format("{}, round {}: unit {}, attempt {}, {} tokens", who, prompt.round,
                                     prompt.unit.value, prompt.attempt, AboutTokens(prompt.text)));
  }
  return Exit::kOk;
}

// Only the member that the user names, if it exists.
Status KeepMember(std::vector<PromptView>& views, const std::string& member) {
  if (member.empty()) return {};
  std::vector<std::string> names;
  for (const PromptView& view : views) {
    if (!view.member.empty()) names.push_back(view.member);
  }
  std::erase_if(views, [&](const PromptView& view) { return view.member != member; });
  if (!views.empty()) return {};
  return Fail(Code::kNotFound, fmt::format("no member `{}`", member),
              names.empty() ? "the stage is no panel" : "there are: " + Join(names, ", "));
}

Result<Exit> RunPrompt(Context& context, const Args& args) {
  if (args.Has("all")) return RunAll(context, args);
  for (const char* name : {"RUN", "STAGE"}) {
    if (args.Has(name)) continue;
    return Fail(
        Code::kInvalid, fmt::format("prompt: {} is missing", name),
        fmt::format("{}; see forge prompt --help",
                    std::string_view(name) == "RUN" ? "RUN: a number or slug" : "STAGE: a stage of its pipeline"));
  }
  if (!context.project) return Fail(Code::kNotFound, "not in a project", "forge prompt --all needs no project");
  context.open_forge = TRY(Forge::Open(context.host.machine, *context.settings, *context.project, false));
  const RunId run = TRY(ChosenRun(context, args));
  if (args.Has("round")) return PrintKept(context, args, run);
  std::vector<PromptView> views = TRY(ViewPrompts(context.forge(), run, args.Get("STAGE"), args.Get("STEP")));
  TRY(KeepMember(views, args.Get("member")));
  if (context.json) return context.Print(Json::MakeObject().Set("prompts", JsonArray(views, PromptJson)));
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

constinit const Command kPromptCommand = {"prompt",     "print the prompt of a stage and the size of each block",
                                          Group::kLook, Needs::kSettings,
                                          PromptForm,   RunPrompt};

}  // namespace forge::cli
