#include "surface/chat/chat.h"

#include <fmt/core.h>

#include <memory>

#include "base/strings.h"
#include "surface/chat/grammar.h"
#include "surface/cli/commands.h"
#include "surface/cli/commands/plan/plan_argument.h"
#include "surface/cli/live/chat_terminal.h"

namespace forge::cli {
namespace {

Form ChatForm() {
  return {.options = {{"once", "MESSAGE", "process one message, print the reply and exit"},
                      {"parse", "MESSAGE", "print how this message is parsed, and do nothing"}},
          .notes =
              "Takes `!plan` and `!forge` messages, one per line; docs/chat.md lists them. Progress is one message, "
              "redrawn on a terminal and printed as lines elsewhere. With --once the exit code tells the result: 0 "
              "done, 1 refused or no command, 2 wrong usage, 3 waiting, 4 failed, 5 cancelled. With --parse --json: "
              "{\"command\", \"action\", \"args\"}, all null when the message is no command. --json needs --parse.",
          .examples = {{"forge chat", "type messages; Ctrl-D quits"},
                       {"forge chat --once \"!plan list\"", "one message, for scripts"},
                       {"forge chat --parse \"!plan run 17\" --json", "how it is parsed"}}};
}

Result<Exit> ParseOnly(Context& context, const std::string& text) {
  const chat::Message message = chat::ParseMessage(text);
  if (context.json) {
    context.out.Print(chat::ToJson(message));
  } else if (message.command.empty()) {
    context.out.Line("not a command");
  } else {
    context.out.Line(
        fmt::format("!{} {}{}{}", message.command, message.action, message.args.empty() ? "" : ": ", message.args));
  }
  return Exit::kOk;
}

Exit ExitOf(const chat::Outcome& outcome) {
  if (!outcome.command) return Exit::kNo;
  if (outcome.refused) return ExitFor(*outcome.refused);
  return outcome.rests ? ExitFor(*outcome.rests) : Exit::kOk;
}

chat::ChatHost MakeHost(const Context& context, bool background) {
  chat::ChatHost host{context.host.machine,    *context.settings, *context.project,
                      context.user(),          context.host.now,  {},
                      context.host.interrupts, background};
  host.today = [&context] { return Today(context); };
  return host;
}

// Opened by the first message that is a command: what is none needs no store.
class LateChat {
 public:
  LateChat(const Context& context, ChatTerminal& terminal, bool background)
      : context_(context), terminal_(terminal), background_(background) {}

  Result<chat::Outcome> Handle(const std::string& text) {
    if (chat::ParseMessage(text).command.empty()) return chat::Outcome{false, {}, {}};
    if (!core_) core_ = TRY(chat::Chat::Open(MakeHost(context_, background_), terminal_));
    return core_->Handle(text);
  }
  bool busy() const { return core_ && core_->busy(); }
  void Wait() {
    if (core_) core_->Wait();
  }

 private:
  const Context& context_;
  ChatTerminal& terminal_;
  bool background_;
  std::unique_ptr<chat::Chat> core_;
};

Result<Exit> TakeOne(Context& context, LateChat& core, const std::string& text) {
  const chat::Outcome outcome = TRY(core.Handle(text));
  if (!outcome.command) {
    context.out.Complain("forge: not a command: messages begin with !plan or !forge");
  }
  return ExitOf(outcome);
}

// Until the input ends. Ctrl-C pauses what runs; with nothing running it ends the chat.
Result<Exit> TakeLines(Context& context, LateChat& core, ChatTerminal& terminal) {
  Exit last = Exit::kOk;
  int interrupts = context.host.interrupts();
  while (true) {
    const std::optional<std::string> line = context.host.read_line();
    terminal.Leave();
    if (!line) {
      const bool interrupted = context.host.interrupts() > interrupts;
      interrupts = context.host.interrupts();
      if (!interrupted || !core.busy()) break;
      continue;
    }
    if (!Trim(*line).empty()) last = TRY(TakeOne(context, core, *line));
  }
  core.Wait();
  return last;
}

Result<Exit> RunChat(Context& context, const Args& args) {
  if (args.Has("parse")) return ParseOnly(context, args.Get("parse"));
  if (context.json) return Fail(Code::kInvalid, "chat: --json needs --parse", "see forge chat --help");
  if (!context.project) return std::unexpected(FindProject(context.host.machine).error());
  context.host.catch_interrupts();
  const bool typed = !args.Has("once") && context.host.input_is_terminal && context.host.output_is_terminal;
  ChatTerminal terminal(context.out,
                        context.host.output_is_terminal ? static_cast<std::size_t>(context.host.width()) : 0);
  LateChat core(context, terminal, typed);
  if (args.Has("once")) return TakeOne(context, core, args.Get("once"));
  if (typed) context.out.Line("commands start with !plan or !forge; Ctrl-D quits");
  TRY(context.out.Flush());
  return TakeLines(context, core, terminal);
}

}  // namespace

// The store is opened only when something is to be done: how a message is read needs none.
constinit const Command kChatCommand = {"chat",        "control plans and runs with chat messages such as !plan list",
                                        Group::kPlans, Needs::kSettings,
                                        ChatForm,      RunChat};

}  // namespace forge::cli
