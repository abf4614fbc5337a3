#include "surface/cli/commands.h"
#include "text/review/verdict.h"

namespace forge::cli {
namespace {

Form CheckVerdictForm() {
  return {.positionals = {{"FILE", "a review; `-` is standard input", true, ValueType::kFile}},
          .notes =
              "Prints `approved` (exit 0), `revision` (exit 1) or `unknown` (exit 2). The last verdict line outside "
              "code fences and quotes counts. Anything but a known word is unknown.",
          .examples = {{"forge check verdict CODE_REVIEW.md", "did the review approve?"},
                       {"forge check verdict - < review.md && git push", "push only when approved"}}};
}

std::string_view Word(Verdict verdict) {
  switch (verdict) {
    case Verdict::kApproved: return "approved";
    case Verdict::kRevision: return "revision";
    case Verdict::kMalformed: return "unknown";
  }
  return "unknown";
}

Exit ExitForVerdict(Verdict verdict) {
  switch (verdict) {
    case Verdict::kApproved: return Exit::kOk;
    case Verdict::kRevision: return Exit::kNo;
    case Verdict::kMalformed: return Exit::kUsage;
  }
  return Exit::kUsage;
}

Result<Exit> RunCheckVerdict(Context& context, const Args& args) {
  const std::string text = TRY(context.host.read_file(args.Get("FILE")));
  const Verdict verdict = ParseReviewVerdict(text);
  Json json = Json::MakeObject().Set("ok", verdict == Verdict::kApproved).Set("verdict", Word(verdict));
  context.Tell(json, Word(verdict));
  return ExitForVerdict(verdict);
}

}  // namespace

constinit const Command kCheckVerdictCommand = {
    "check verdict",  "read the verdict of a review: approved, revision or unknown",
    Group::kChecks,   Needs::kNothing,
    CheckVerdictForm, RunCheckVerdict};

}  // namespace forge::cli
