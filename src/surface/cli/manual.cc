#include "surface/cli/manual.h"

#include <fmt/core.h>

#include <string_view>

#include "base/strings.h"
#include "surface/cli/commands.h"
#include "surface/cli/help_parts.h"
#include "surface/cli/version.h"

namespace forge::cli {
namespace {

// roff turns plain -, ', ` and friends into typographic ones, which cannot be pasted into a shell.
std::string Roff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\': out += "\\e"; break;
      case '-': out += "\\-"; break;
      case '\'': out += "\\(aq"; break;
      case '`': out += "\\(ga"; break;
      case '^': out += "\\(ha"; break;
      case '~': out += "\\(ti"; break;
      default: out += c;
    }
  }
  return out.starts_with('.') ? "\\&" + out : out;
}

// Paragraphs; each line is escaped on its own, because a line that begins with a dot is a request.
std::string Prose(std::string_view text) {
  std::string out;
  for (const std::string_view line : Split(text, '\n')) {
    out += Trim(line).empty() ? ".PP\n" : Roff(Trim(line)) + "\n";
  }
  return out;
}

std::string Capitals(std::string_view text) {
  std::string out;
  for (const char c : text) out += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return out;
}

std::string Bold(std::string_view text) { return "\\fB" + Roff(text) + "\\fR"; }

std::string Item(std::string_view head, std::string_view body) {
  return fmt::format(".TP\n{}\n{}", Bold(head), Prose(body));
}

std::string CommandSection(const Command& command) {
  const Form form = command.form();
  std::string text = fmt::format(".SS {}\n{}", Bold(UsageLine(command, form)), Prose(std::string(command.about) + "."));
  if (!form.notes.empty()) text += ".PP\n" + Prose(form.notes);
  for (const HelpRow& row : PositionalRows(form)) text += Item(row.first, row.second);
  for (const HelpRow& row : OptionRows(form)) text += Item(row.first, row.second);
  if (form.examples.empty()) return text;
  text += ".PP\nExamples:\n";
  for (const Example& example : form.examples) {
    text += fmt::format(".PP\n.RS 4\n.nf\n{}\n.fi\n.RE\n.RS 8\n{}.RE\n", Roff(example.line), Prose(example.about));
  }
  return text;
}

std::string Opening() {
  return fmt::format(
             ".\\\" Made by forge help --man from the table of commands.\n"
             ".TH FORGE 1 \"\" \"Forge {}\" \"User Commands\"\n"
             ".nh\n.ad l\n"
             ".SH NAME\nforge \\- take an objective in a git repository to verified commits\n"
             ".SH SYNOPSIS\n.B forge\n.I COMMAND\n[arguments] [options]\n"
             ".br\n.B forge\n.I \"OBJECTIVE\"\n[options]\n.br\n.B forge\n",
             VersionText()) +
         ".SH DESCRIPTION\n" +
         Prose(
             "Forge takes an objective in a git repository through a pipeline and returns verified commits. Agents "
             "plan, write and review. The program does the rest: order, gates, retries, budgets, approvals and "
             "merging, recorded in a journal before they take effect.\n\nAn objective of more than one word in the "
             "place of a command means forge run. forge alone shows open runs and what to type next.\n\nName a run by "
             "its number (17, 017, run-17, plan-17) or its slug. Where RUN is optional, the default is the current "
             "run: " +
             std::string(kCurrentRunMeaning) +
             ". Errors go to standard error with a hint. With --json, standard output then holds an object with the "
             "member \"error\".\n\nTo watch a complete run, with a scripted agent and in a temporary directory:") +
         ".PP\n.RS 4\n.B forge demo\n.RE\n";
}

std::string Closing() {
  std::string text = ".SH EXIT STATUS\n";
  for (const ExitMeaning& row : ExitMeanings()) text += Item(std::to_string(static_cast<int>(row.exit)), row.meaning);
  text += ".SH ENVIRONMENT\n";
  text += Item("FORGE_KEY", "a setting, its key in capitals with underscores for dots: FORGE_BUDGET_USD=5");
  text += Item("ANTHROPIC_API_KEY, OPENAI_API_KEY", "keys of the agents `anthropic` and `openai`; never stored");
  text += Item("NO_COLOR", "disables colours");
  text += ".SH FILES\n";
  text += Item(".forge/config.toml", "settings of the project; config.local.toml beside it is for this checkout only");
  text += Item(".forge/plans, .forge/pipelines, .forge/roles", "plans, and the project's own pipelines and roles");
  text += Item(".forge/state", "the journal and the results of runs; do not edit");
  text += Item("~/.config/forge/config.toml", "your settings, for all projects");
  text += Item("/usr/share/doc/forge", "the guide and the reference pages, if Forge was installed as a package");
  return text + ".SH SEE ALSO\n.BR git (1)\n";
}

}  // namespace

std::string ManualText() {
  std::string text = Opening();
  for (const Group group : Groups()) {
    text += fmt::format(".SH {}\n", Roff(Capitals(Title(group))));
    for (const Command* command : CommandsOf(group)) text += CommandSection(*command);
  }
  return text + Closing();
}

}  // namespace forge::cli
