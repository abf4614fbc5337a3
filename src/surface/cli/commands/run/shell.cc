#include <fmt/core.h>

#include <array>
#include <optional>

#include "base/strings.h"
#include "service/run_queries.h"
#include "service/step_shell.h"
#include "surface/cli/commands.h"
#include "surface/cli/live/ask_person.h"
#include "surface/cli/live/background.h"
#include "surface/cli/run_argument.h"
#include "surface/cli/user_programs.h"
#include "surface/view/json_rows.h"

namespace forge::cli {
namespace {

Form ShellForm() {
  return {
      .positionals = {{"RUN", "number or slug; left out: the current run", true},
                      {"STEP", "a step of its plan", false}},
      .options = {{"editor", "", "open $EDITOR on the worktree instead of a shell"},
                  {"done", "", "when you leave: the step is done by you, and is verified like any work"},
                  {"hand-back", "NOTE", "when you leave: the agent goes on from there, with this note"},
                  {"as-it-was", "", "when you leave: the step goes on as if you had not been there"},
                  {"take-over", "",
                   "the shell that has the step open is gone, on another machine or in another container"},
                  GoOption()},
      .notes =
          "Opens $SHELL in the worktree of a step. While you are there the engine starts nothing of the step; other "
          "steps go on. When you leave, Forge saves what you did (refs/forge/RUN/STEP/hand-N) and asks what it is: "
          "`done`, `hand-back` or `as-it-was`. Without a terminal one of the options must say so. A step that is "
          "running has to be paused first. If the shell is killed, or its terminal is closed, the step stays open: "
          "`forge status` says so, and `forge shell` with the same step finds your files as they were. With one of the "
          "three options it then decides about them without another shell.",
      .examples = {{"forge shell 17 s2", "work on step s2 of run 17, and decide afterwards"},
                   {"forge shell 17 s2 --editor --done --go", "edit, then verify and continue the run here"},
                   {"forge shell 17 s2 --hand-back \"use the parser in lex.c\"", "look, change, and give it back"}}};
}

struct WayOut {
  GiveBack as = GiveBack::kAsItWas;
  std::string note;
};

// What the options say; none: ask.
Result<std::optional<WayOut>> WayOutOf(const Args& args) {
  const int said = (args.Has("done") ? 1 : 0) + (args.Has("hand-back") ? 1 : 0) + (args.Has("as-it-was") ? 1 : 0);
  if (said > 1) return Fail(Code::kInvalid, "shell: give one of --done, --hand-back and --as-it-was");
  if (args.Has("done")) return WayOut{GiveBack::kDone, ""};
  if (args.Has("as-it-was")) return WayOut{GiveBack::kAsItWas, ""};
  if (!args.Has("hand-back")) return std::nullopt;
  const std::string note(Trim(args.Get("hand-back")));
  if (note.empty()) return Fail(Code::kInvalid, "shell: --hand-back needs a note for the agent");
  return WayOut{GiveBack::kHandBack, note};
}

std::optional<std::string> ReadWords(Context& context, const std::string& prompt) {
  context.out.Write(context.out.Paint(Tone::kStrong, prompt) + " ");
  (void)context.out.Flush();
  auto line = context.host.read_line();
  if (!line) context.out.Line("");
  return line ? std::optional(std::string(Trim(*line))) : std::nullopt;
}

// Enter alone decides nothing.
std::optional<WayOut> AskWhatItIs(Context& context) {
  context.out.Line("what is it?");
  context.out.Line("  done       the step is done by you: it is verified, reviewed and merged like any work");
  context.out.Line("  hand-back  the agent goes on from there, with a note from you");
  context.out.Line("  as-it-was  the step goes on as if you had not been there; what you did is kept");
  context.out.Line("  later      decide nothing now: the step stays open");
  while (true) {
    const auto line = ReadWords(context, "[done/hand-back/as-it-was/later]");
    if (!line || *line == "later") return std::nullopt;
    std::optional<GiveBack> as;
    for (GiveBack way : {GiveBack::kDone, GiveBack::kHandBack, GiveBack::kAsItWas}) {
      if (!line->empty() && Name(way).starts_with(Lower(*line))) as = way;
    }
    if (!as) {
      context.out.Line("  nothing is decided; choose one of: done, hand-back, as-it-was, later");
      continue;
    }
    if (*as != GiveBack::kHandBack) return WayOut{*as, ""};
    const auto note = ReadWords(context, "what should the agent know?");
    if (!note) return std::nullopt;
    if (!note->empty()) return WayOut{*as, *note};
    context.out.Line("  nothing is decided: the agent needs a note");
  }
}

class ShellVisit {
 public:
  ShellVisit(Context& context, const Args& args, StepShell shell)
      : context_(context), args_(args), shell_(std::move(shell)) {}

  Result<Exit> Run(const std::optional<WayOut>& decided) {
    const bool left_work = shell_.is_continued() && !shell_.kept().name.empty();
    bool left = true;
    if (!left_work || !decided) left = TRY(Visit());
    if (Status kept = shell_.Keep(); !kept) return std::unexpected(StillOpen(kept.error()));
    TellKept();
    if (!left || context_.host.hung_up()) return LeftOpen();
    const auto decision = decided ? decided : AskWhatItIs(context_);
    if (!decision) return LeftOpen();
    const auto reply = shell_.Return(decision->as, decision->note);
    if (!reply) return std::unexpected(reply.error());
    return Tell(*decision, *reply);
  }

 private:
  std::string Name() const { return fmt::format("step {} of run {}", shell_.step().value, shell_.run().value); }
  std::string Again() const { return fmt::format("forge shell {} {}", shell_.run().value, shell_.step().value); }

  void Note(const std::string& line) {
    if (!context_.json) context_.out.Line(line);
  }

  // Whether the person left; else a signal ended it. After an error nothing was typed.
  Result<bool> Visit() {
    if (!context_.json) {
      context_.out.Line(fmt::format("{} is open in {}", Name(), shell_.directory()));
      if (shell_.is_continued())
        context_.out.Line("  a shell ended here without an answer; its files are as it left them");
      context_.out.Line(args_.Has("editor") ? "  close the editor when you are ready"
                                            : "  type exit when you are ready");
      TRY(context_.out.Flush());
    }
    context_.host.outlive_terminal();
    const std::string found = shell_.kept().name;
    auto worked = WorkIn(context_, shell_.directory(), shell_.environment(), args_.Has("editor"));
    if (worked && !*worked) Note(args_.Has("editor") ? "a signal ended the editor" : "a signal ended the shell");
    if (worked) return worked;
    // A program that says that it did not start may have.
    if (Status kept = shell_.Keep(); !kept) return std::unexpected(StillOpen(kept.error()));
    if (shell_.kept().name != found) {
      Note(worked.error().message);
      return false;
    }
    if (!shell_.is_continued()) (void)shell_.Return(GiveBack::kAsItWas, "");
    return worked;
  }

  void TellKept() {
    if (context_.json) return;
    const KeptByHand& kept = shell_.kept();
    TellFiles(kept);
    if (kept.ignored.empty()) return;
    const std::size_t more = kept.ignored.size() - 1;
    context_.out.Line(fmt::format("not kept, because git ignores {}: {}{}", more == 0 ? "it" : "them",
                                  ValidUtf8(kept.ignored[0]), more == 0 ? "" : fmt::format(" and {} more", more)));
  }

  void TellFiles(const KeptByHand& kept) {
    if (kept.name.empty()) return context_.out.Line("nothing was changed");
    constexpr std::size_t kMostNamed = 10;
    for (std::size_t i = 0; i < kept.files.size() && i < kMostNamed; ++i) context_.out.Line("  " + kept.files[i]);
    if (kept.files.size() > kMostNamed) context_.out.Line(fmt::format("  and {} more", kept.files.size() - kMostNamed));
    context_.out.Line(fmt::format("what you did is kept in refs/forge/{}", kept.name));
  }

  Error StillOpen(const Error& error) const {
    Error told = WithContext("keep your work", error);
    told.message += fmt::format("; your files are in {}, and {} stays open", shell_.directory(), Name());
    told.hint = (told.hint.empty() ? "" : told.hint + "; then: ") + Again();
    return told;
  }

  Result<Exit> LeftOpen() {
    if (context_.json) {
      (void)context_.Print(AsJson(std::nullopt));
      return Exit::kWaiting;
    }
    context_.out.Line(fmt::format("{} stays open; your files are in {}", Name(), shell_.directory()));
    context_.out.Line("next: " + Again());
    return Exit::kWaiting;
  }

  Result<Exit> Tell(const WayOut& decision, const CommandReply& reply) {
    if (context_.json && !args_.Has("go")) return context_.Print(AsJson(decision));
    if (!context_.json) context_.out.Line(Sentence(decision));
    return GoOnOrSay(context_, shell_.run(), reply.by_owner, {.here = args_.Has("go")});
  }

  std::string Sentence(const WayOut& decision) const {
    const std::string& kept = shell_.kept().name;
    switch (decision.as) {
      case GiveBack::kDone: return fmt::format("{} is done by hand; it is verified next", Name());
      case GiveBack::kHandBack: return fmt::format("{} goes back to the agent with your note", Name());
      case GiveBack::kAsItWas:
        return fmt::format(
            "{} is as it was{}", Name(),
            kept.empty() ? "" : fmt::format("; forge rescue {} --branch NAME brings your work back", kept));
    }
    return "";
  }

  // No decision: the step stays open.
  Json AsJson(const std::optional<WayOut>& decision) const {
    Json files = Json::MakeArray();
    for (const std::string& file : shell_.kept().files) files.Append(ValidUtf8(file));
    return Json::MakeObject()
        .Set("run", shell_.run().value)
        .Set("step", shell_.step().value)
        .Set("as", OrNull(decision ? std::string(::forge::Name(decision->as)) : ""))
        .Set("note", OrNull(decision ? decision->note : ""))
        .Set("directory", shell_.directory())
        .Set("kept", OrNull(shell_.kept().name))
        .Set("files", std::move(files))
        .Set("ignored", JsonArray(shell_.kept().ignored, ValidUtf8));
  }

  Context& context_;
  const Args& args_;
  StepShell shell_;
};

Result<Exit> RunShell(Context& context, const Args& args) {
  const RunAndStep chosen = TRY(ChosenRunAndStep(context, args));
  if (chosen.step.empty())
    return Fail(Code::kInvalid, "shell: STEP is missing",
                fmt::format("forge status {} lists the steps", chosen.run.value));
  const std::optional<WayOut> decided = TRY(WayOutOf(args));
  if (!decided && !CanAskPerson(context)) {
    return Fail(Code::kInvalid, "shell: without a terminal Forge cannot ask what your work is",
                "say it: --done, --hand-back NOTE or --as-it-was");
  }
  StepShell shell =
      TRY(StepShell::Open(context.forge(), chosen.run, StepId{chosen.step}, context.user(), args.Has("take-over")));
  return ShellVisit(context, args, std::move(shell)).Run(decided);
}

}  // namespace

constinit const Command kShellCommand = {
    "shell", "work on a step yourself, in its worktree", Group::kSteer, Needs::kStore, ShellForm, RunShell};

}  // namespace forge::cli
