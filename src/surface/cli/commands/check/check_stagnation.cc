#include <fmt/core.h>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "verify/attempts.h"

namespace forge::cli {
namespace {

Form CheckStagnationForm() {
  return {.positionals = {{"FILE", "a list of attempts as JSON; `-` is standard input", true, ValueType::kFile}},
          .notes =
              "FILE holds [{\"score\": 0.5, \"issues\": [\"...\"]}, ...], one entry per attempt, in order; the last "
              "one is judged. Times, addresses and temporary paths are removed from issues before they are compared. "
              "An attempt is stagnant when it fails like the one before, like one of the last four (A, B, A), or, from "
              "the third attempt on, with no better score.\n\nExit 0 when another attempt makes sense (PASS, "
              "RETRY_WITH_DEBUGGER), 1 when it does not (ESCALATE), 2 when the file is invalid. With --json: "
              "{\"ok\", \"stagnant\", \"oscillating\", \"velocity\", \"recommendation\", \"reason\"}.",
          .examples = {{"forge check stagnation attempts.json", "is another attempt worth it?"},
                       {"forge check stagnation - --json < attempts.json", "the same, for scripts"}}};
}

std::string Why(const Stagnation& judged) {
  if (judged.recommendation == Recommendation::kPass) return "the last attempt passed";
  if (judged.same) return "the last attempt failed like the one before";
  if (judged.oscillating) return "the last attempt failed like an earlier one";
  if (judged.stagnant) return "the score does not improve";
  return judged.velocity ? fmt::format("{:.2g} gained per attempt", *judged.velocity) : "too early to tell";
}

Result<Exit> RunCheckStagnation(Context& context, const Args& args) {
  const std::string path = args.Get("FILE");
  const std::string text = TRY(context.host.read_file(path));
  const Json json = TRY_WITH(path, ParseJson(text));
  const std::vector<AttemptScore> attempts = TRY_WITH(path, ReadAttempts(json));
  const Stagnation judged = JudgeAttempts(attempts);
  Json answer = Json::MakeObject().Set("ok", !judged.stagnant);
  const Json kept = ToJson(judged);
  for (const auto& [name, value] : kept.AsObject()) answer.Set(name, value);
  context.Tell(answer.Set("reason", Why(judged)), fmt::format("{}: {}", Name(judged.recommendation), Why(judged)));
  return judged.stagnant ? Exit::kNo : Exit::kOk;
}

}  // namespace

constinit const Command kCheckStagnationCommand = {"check stagnation",  "say whether another attempt makes sense",
                                                   Group::kChecks,      Needs::kNothing,
                                                   CheckStagnationForm, RunCheckStagnation};

}  // namespace forge::cli
