#include "surface/cli/live/ask_person.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "base/strings.h"
#include "service/answer_command.h"
#include "service/run_commands.h"
#include "service/run_queries.h"
#include "surface/cli/live/approval_prompt.h"
#include "surface/view/approval_view.h"
#include "surface/view/question_text.h"

namespace forge::cli {
namespace {

// Whether it is answered: at another terminal, or by a program.
bool AnsweredElsewhere(Context& context, const StoredQuestion& stored) {
  const auto open = OpenQuestions(context.forge(), stored.run);
  return open && std::ranges::none_of(*open, [&](const StoredQuestion& one) {
           return one.run == stored.run && one.question.id == stored.question.id;
         });
}

struct TypedReply {
  std::optional<std::string> line;
  bool elsewhere = false;  // somebody else answered meanwhile
};

TypedReply ReadReply(Context& context, const StoredQuestion& stored, const std::string& prompt) {
  context.out.Write(context.out.Paint(Tone::kStrong, prompt) + " ");
  (void)context.out.Flush();
  TypedReply reply;
  reply.line =
      context.host.read_line_while_wanted([&] { return reply.elsewhere = AnsweredElsewhere(context, stored); });
  if (!reply.line) context.out.Line("");
  if (reply.elsewhere)
    context.out.Line(
        fmt::format("question {} of run {} was answered elsewhere", stored.question.id.value, stored.run.value));
  return reply;
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

// Each choice with what it does.
void ListChoices(Context& context, const Question& question, bool plan) {
  std::size_t widest = std::string_view("later").size();
  for (const std::string& option : question.options) widest = std::max(widest, option.size());
  for (const std::string& option : question.options) {
    const std::string meaning = OptionMeaning(question, option);
    if (!meaning.empty()) context.out.Line(fmt::format("  {:<{}}  {}", option, widest, meaning));
  }
  context.out.Line(fmt::format("  {:<{}}  decide nothing now: the run waits", "later", widest));
  if (plan) context.out.Flow(std::string(ApprovalPrompt::kKeyHelp));
}

struct ChosenReply {
  std::optional<std::string> option;  // none: answer later
  bool asked_anew = false;            // the question is another one now, or answered
};

// Enter alone decides nothing.
Result<ChosenReply> AskOption(Context& context, const StoredQuestion& stored, std::optional<ApprovalPrompt>& approval) {
  const Question& question = stored.question;
  const std::string prompt = fmt::format("[{}/later{}]", Join(question.options, "/"), approval ? "/v/e/d" : "");
  while (true) {
    const auto [line, elsewhere] = ReadReply(context, stored, prompt);
    if (elsewhere) return ChosenReply{{}, true};
    if (!line || EqualsIgnoreCase(Trim(*line), "later")) return ChosenReply{};
    const std::string_view text = Trim(*line);
    if (approval && text.size() == 1 && ApprovalPrompt::kKeys.find(text[0]) != std::string_view::npos) {
      if (TRY(approval->Take(text[0]))) return ChosenReply{{}, true};
      continue;
    }
    if (auto option = text.empty() ? std::nullopt : MatchOption(question, text)) return ChosenReply{option};
    context.out.Line(fmt::format("  nothing is decided; choose one of: {}, later", Join(question.options, ", ")));
  }
}

bool IsExtension(const Question& question, const std::string& answer) {
  return question.kind == QuestionKind::kBudget && answer == "extend";
}

std::string CommentPrompt(const Question& question, const std::string& answer) {
  if (AsksForChange(question, answer)) return "what should change?";
  if (answer == "retry") return "anything to keep in mind? (optional)";
  if (IsExtension(question, answer)) return fmt::format("by how much? (for example {})", AmountExample(question));
  return "";
}

enum class Sent {
  kTaken,  // or the question is another one now
  kAgain,  // not taken: the choice is open again
  kLater,
};

// Asks for the words that the answer needs, and sends it.
Result<Sent> SendReply(Context& context, const StoredQuestion& stored, const std::string& option, bool plan) {
  const Question& question = stored.question;
  // A plan that is broken on disk takes no answer. The person can mend it.
  const auto noticed = NoticePlanEdit(context.forge(), stored.run);
  if (plan && !noticed) {
    context.out.Complain(noticed.error());
    context.out.Line("  nothing is decided; e edits the plan");
    return Sent::kAgain;
  }
  // Edited while the question stood there: it is asked about the plan as it is now.
  if (noticed && *noticed && AnsweredElsewhere(context, stored)) {
    context.out.Line("  nothing is decided: the plan was edited meanwhile");
    return Sent::kTaken;
  }
  Answer answer;
  answer.question = question.id;
  answer.answer = option;
  answer.by = context.user();
  answer.shown = question.hash;
  const std::string prompt = CommentPrompt(question, option);
  while (true) {
    if (!prompt.empty()) {
      const auto [comment, elsewhere] = ReadReply(context, stored, prompt);
      if (elsewhere) return Sent::kTaken;
      if (!comment) return Sent::kLater;
      answer.comment = std::string(Trim(*comment));
    }
    if (answer.comment.empty() && IsExtension(question, option)) {
      context.out.Line("  nothing is decided; type an amount");
      continue;
    }
    if (answer.comment.empty() && AsksForChange(question, option)) {
      context.out.Line("  nothing is decided; say what should change, or press Escape");
      continue;
    }
    auto sent = SendAnswer(context.forge(), stored.run, answer);
    if (sent) return Sent::kTaken;
    // An amount that is none is asked for once more. What the question shows has changed, or another answer came first:
    // the caller asks again.
    const bool again = sent.error().code == Code::kInvalid && !prompt.empty();
    if (!again && sent.error().code != Code::kConflict) return std::unexpected(sent.error());
    context.out.Complain(sent.error());
    if (!again) return Sent::kTaken;
  }
}

Result<bool> AskOne(Context& context, const StoredQuestion& stored) {
  const RunView view = TRY(ViewRun(context.forge(), stored.run));
  const Question& question = stored.question;
  context.out.Line("");
  const std::string screen =
      question.shows == "plan" ? TRY(ModuleApproval(context.forge(), stored.run, context.host.now())) : "";
  std::optional<ApprovalPrompt> approval;
  if (question.shows == "plan" && screen.empty()) {
    approval.emplace(TRY(ApprovalPrompt::Show(context, view)));
  } else {
    context.out.Flow(screen.empty() ? ShownText(*context.project, view, question) : screen);
  }
  context.out.Line(
      context.out.Paint(Tone::kWarn, fmt::format("run {} asks: {}", stored.run.value, FirstLineOf(question))));
  context.out.Flow(DetailsText(stored));
  ListChoices(context, question, approval.has_value());
  while (true) {
    const ChosenReply reply = TRY(AskOption(context, stored, approval));
    if (reply.asked_anew) return true;
    if (!reply.option) return false;
    switch (TRY(SendReply(context, stored, *reply.option, approval.has_value()))) {
      case Sent::kTaken: return true;
      case Sent::kLater: return false;
      case Sent::kAgain: break;
    }
  }
}

}  // namespace

bool CanAskPerson(const Context& context) {
  return !context.json && !context.lost_terminal && context.host.input_is_terminal && context.host.output_is_terminal;
}

std::optional<std::string> AskForChange(Context& context, const StoredQuestion& stored) {
  while (true) {
    const auto [line, elsewhere] = ReadReply(context, stored, "what should change?");
    if (!line || elsewhere) return std::nullopt;
    if (!Trim(*line).empty()) return std::string(Trim(*line));
    context.out.Line("  nothing is decided; say what should change, or press Escape");
  }
}

Result<bool> AskPerson(Context& context, RunId run) {
  std::vector<StoredQuestion> open = TRY(OpenQuestions(context.forge(), run));
  if (open.empty()) return false;
  // What was edited is shown as it is now, so the answer must be one about that. A plan that is broken on disk says so
  // when it is answered.
  if (NoticePlanEdit(context.forge(), run).value_or(false)) open = TRY(OpenQuestions(context.forge(), run));
  for (const StoredQuestion& stored : open) {
    if (!TRY(AskOne(context, stored))) return false;
  }
  return true;
}

}  // namespace forge::cli
