#include "surface/cli/live/ask_person.h"

#include <fmt/core.h>

#include <optional>

#include "base/strings.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "surface/cli/live/module_start.h"
#include "surface/view/question_text.h"

namespace forge::cli {
namespace {

std::optional<std::string> ReadReply(Context& context, const std::string& prompt) {
  context.out.Write(context.out.Paint(Tone::kStrong, prompt) + " ");
  (void)context.out.Flush();
  auto line = context.host.read_line();
  if (!line) context.out.Line("");
  return line;
}

// The option meant: its name in any case, or its beginning where only one begins so.
std::optional<std::string> MatchOption(const Question& question, std::string_view text) {
  std::optional<std::string> found;
  for (const std::string& option : question.options) {
    if (EqualsIgnoreCase(option, text)) return option;
    if (!Lower(option).starts_with(Lower(text))) continue;
    if (found) return std::nullopt;
    found = option;
  }
  return found;
}

std::optional<std::string> AskOption(Context& context, const Question& question) {
  while (true) {
    const std::string prompt = fmt::format("[{}]", Join(question.options, "/"));
    auto line = ReadReply(context, prompt);
    if (!line || Trim(*line).empty()) return std::nullopt;
    if (auto option = MatchOption(question, Trim(*line))) return option;
    context.out.Line(fmt::format("  choose one of: {} (empty line: answer later)", Join(question.options, ", ")));
  }
}

std::string CommentPrompt(const Question& question, const std::string& answer) {
  if (answer == "modify" || answer == "revise") return "what should change?";
  if (answer == "retry") return "anything to keep in mind? (optional)";
  if (question.kind == QuestionKind::kBudget && answer == "extend")
    return "by how much? (empty: the same amount again)";
  return "";
}

Result<bool> AskOne(Context& context, const StoredQuestion& stored) {
  const RunView view = TRY(ViewRun(context.forge(), stored.run));
  const Question& question = stored.question;
  context.out.Line("");
  const std::string screen = question.shows == "plan" ? TRY(ModuleApproval(context, stored.run)) : "";
  context.out.Write(screen.empty() ? ShownText(*context.project, view.run, question) : screen);
  context.out.Line(context.out.Paint(Tone::kWarn, fmt::format("run {} asks: {}", stored.run.value, question.text)));
  auto option = AskOption(context, question);
  if (!option) return false;
  Answer answer;
  answer.question = question.id;
  answer.answer = *option;
  answer.by = context.user();
  answer.shown = question.hash;
  if (const std::string prompt = CommentPrompt(question, *option); !prompt.empty()) {
    auto comment = ReadReply(context, prompt);
    if (!comment) return false;
    answer.comment = std::string(Trim(*comment));
  }
  auto reply = SendAnswer(context.forge(), stored.run, answer);
  if (reply) return true;
  // What the question shows has changed, or another answer came first: ask again.
  if (reply.error().code != Code::kConflict) return std::unexpected(reply.error());
  context.out.Complain(reply.error());
  return true;
}

}  // namespace

bool CanAskPerson(const Context& context) {
  return !context.json && !context.lost_terminal && context.host.input_is_terminal && context.host.output_is_terminal;
}

Result<bool> AskPerson(Context& context, RunId run) {
  const std::vector<StoredQuestion> open = TRY(OpenQuestions(context.forge(), run));
  if (open.empty()) return false;
  for (const StoredQuestion& stored : open) {
    if (!TRY(AskOne(context, stored))) return false;
  }
  return true;
}

}  // namespace forge::cli
