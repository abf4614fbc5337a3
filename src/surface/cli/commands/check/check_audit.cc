#include <fmt/core.h>

#include "surface/cli/commands.h"
#include "text/review/audit.h"

namespace forge::cli {
namespace {

Form CheckAuditForm() {
  return {.positionals = {{"FILE", "an audit; `-` is standard input", true, ValueType::kFile}},
          .notes =
              "Exit 0 when nothing needs revision, 1 when something does, 2 when the audit cannot be read; that is "
              "never a pass. With --json: {\"ok\": true|false, \"severity\": \"none|low|medium|high|malformed\", "
              "\"concerns\": [...], \"reason\"}.",
          .examples = {{"forge check audit AUDIT.md", "the highest severity and every concern"},
                       {"forge check audit AUDIT.md --json", "the same, for scripts"}}};
}

Result<Exit> RunCheckAudit(Context& context, const Args& args) {
  const std::string text = TRY(context.host.read_file(args.Get("FILE")));
  const Audit audit = ParseAudit(text);
  const Json json = ToJson(audit);
  if (context.json) {
    Json answer = Json::MakeObject().Set("ok", !audit.revise).Set("severity", json["severity"]);
    context.out.Print(answer.Set("concerns", json["concerns"]).Set("reason", audit.why));
  } else {
    context.out.Line(fmt::format("{}{}", json["severity"].AsString(), audit.revise ? ", revise" : ""));
    if (!audit.why.empty()) context.out.Line("  " + audit.why);
    for (const Json& concern : json["concerns"].AsArray()) {
      context.out.Line(fmt::format("  line {}: {}: {}", concern["line"].AsInt(), concern["severity"].AsString(),
                                   concern["text"].AsString()));
    }
  }
  if (audit.malformed) return Exit::kUsage;
  return audit.revise ? Exit::kNo : Exit::kOk;
}

}  // namespace

constinit const Command kCheckAuditCommand = {
    "check audit",  "read the severity of an audit and whether it asks for a revision",
    Group::kChecks, Needs::kNothing,
    CheckAuditForm, RunCheckAudit};

}  // namespace forge::cli
