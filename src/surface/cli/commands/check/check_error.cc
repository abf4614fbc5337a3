#include <fmt/core.h>

#include "agent/reset_clock.h"
#include "base/strings.h"
#include "engine/policy.h"
#include "surface/cli/commands.h"
#include "text/error_class.h"

namespace forge::cli {
namespace {

Form CheckErrorForm() {
  return {
      .positionals = {{"TEXT", "the error message; `-` reads it from standard input"}},
      .notes =
          "With --json: {\"error_class\", \"retry\", \"backoff_ms\"}. A wait or a time that the message names takes "
          "precedence over the default. A time without a zone is one of this machine's (TZ).",
      .examples = {{"forge check error \"429 Too Many Requests\"", "rate-limit: retried after a minute"},
                   {"forge check error \"limit reached, resets 3pm (Europe/Berlin)\"", "quota: retried then"},
                   {"forge check error - --json < stderr.txt", "the same, for scripts"}}};
}

Result<Exit> RunCheckError(Context& context, const Args& args) {
  std::string text = args.Get("TEXT");
  if (text == "-") text = TRY(context.host.read_file("-"));
  const ClassifiedError error = ClassifyError(text);
  const bool retry = MayRetry(error.error_class);
  std::int64_t backoff = retry ? BaseBackoffMs(error.error_class) : 0;
  const TimePoint now = context.host.now();
  const TimePoint reset = FindResetTime(text, ResetClockAt(now));
  if (retry && reset.ms > 0) backoff = reset.ms - now.ms;
  if (context.json) {
    Json json = Json::MakeObject().Set("error_class", Name(error.error_class)).Set("retry", retry);
    context.out.Print(json.Set("backoff_ms", backoff));
  } else if (!retry) {
    context.out.Line(fmt::format("{}: not retried", Name(error.error_class)));
  } else {
    context.out.Line(fmt::format("{}: retried {}", Name(error.error_class),
                                 backoff == 0 ? "at once" : "after " + FormatDuration(backoff)));
  }
  return Exit::kOk;
}

}  // namespace

constinit const Command kCheckErrorCommand = {
    "check error",  "classify an error message and say whether it would be retried",
    Group::kChecks, Needs::kNothing,
    CheckErrorForm, RunCheckError};

}  // namespace forge::cli
