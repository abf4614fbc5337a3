#include "text/shell_scan.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "text/lines.h"

namespace forge {
namespace {

bool IsAssignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0 || (word[0] >= '0' && word[0] <= '9')) return false;
  std::string_view name = word.substr(0, equals);
  if (name.ends_with('+')) name.remove_suffix(1);
  return std::ranges::all_of(name, [](char c) { return IsLetterOrDigit(c) || c == '_'; });
}

bool ChangesShell(std::string_view command) {
  return IsOneOf(command, {"cd", "pushd", "popd", "export", "set", "source", ".", "alias", "unalias", "unset", "shopt",
                           "umask", "trap", "eval", "exec", "declare", "typeset", "readonly", "ulimit"});
}

}  // namespace

bool ShellScan::open() const { return quote_ != '\0' || operator_ || !opened_.empty() || !here_.empty(); }

void ShellScan::Add(std::string_view line) {
  comment_ = line.size();
  if (EndHereDocument(line)) return;
  if (!std::exchange(continued_, false) && !open()) unchecked_ = false;
  for (std::size_t at = 0; at < line.size() && !continued_;)
    at = quote_ != '\0' ? ReadQuoted(line, at) : ReadPlain(line, at);
  if (continued_) return;
  if (quote_ != '\0') {
    word_ += '\n';
    return;
  }
  EndWord();
  EndCommand();
}

// A line of a here-document, or its end.
bool ShellScan::EndHereDocument(std::string_view line) {
  if (here_.empty()) return false;
  if (here_.front().tabs) line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
  if (line == here_.front().end) here_.erase(here_.begin());
  return true;
}

std::size_t ShellScan::ReadQuoted(std::string_view line, std::size_t at) {
  const char c = line[at];
  if (c == quote_) {
    quote_ = '\0';
  } else if (c == '\\' && quote_ != '\'') {
    return at + 2;
  } else if (quote_ == '"' && line.substr(at).starts_with("$(")) {
    return Open(line, at + 1);
  }
  word_ += c;
  return at + 1;
}

std::size_t ShellScan::ReadPlain(std::string_view line, std::size_t at) {
  const char c = line[at];
  switch (c) {
    case ' ':
    case '\t': EndWord(); return at + 1;
    case '\\':
      if (at + 1 == line.size()) continued_ = true;
      word_ += at + 1 < line.size() ? line.substr(at, 2) : "";
      return at + 2;
    case '\'':
    case '"':
    case '`':
      quote_ = c;
      word_ += c;
      return at + 1;
    case '#':
      if (!word_.empty()) break;
      comment_ = at;
      return line.size();
    case '&':
    case '|':
    case ';': return ReadOperator(line, at);
    case '(': return Open(line, at);
    case ')': CloseParenthesis(); return at + 1;
    case '<':
      if (line.substr(at).starts_with("<<") && !line.substr(at).starts_with("<<<"))
        return ReadHereDocument(line, at + 2);
      if (line.substr(at).starts_with("<<<")) at += 2;
      EndWord();
      return at + 1;
    default: break;
  }
  word_ += c;
  return at + 1;
}

std::size_t ShellScan::ReadOperator(std::string_view line, std::size_t at) {
  const char c = line[at];
  const std::string_view rest = line.substr(at);
  const bool redirects =
      c == '&' && (rest.starts_with("&>") || (at > 0 && (line[at - 1] == '>' || line[at - 1] == '<')));
  if (redirects) {
    word_ += c;
    return at + 1;
  }
  EndWord();
  EndCommand();
  const bool twice = rest.size() > 1 && rest[1] == c;
  if (c == '&' && twice) unchecked_ = true;
  if (c == '&' && !twice) Carry();  // `kill %1` below it
  operator_ = c == '|' || (c == '&' && twice);
  return at + (twice || rest.starts_with("|&") ? 2 : 1);
}

std::size_t ShellScan::ReadHereDocument(std::string_view line, std::size_t at) {
  EndWord();
  HereDocument document;
  if (at < line.size() && line[at] == '-') document.tabs = ++at > 0;
  while (at < line.size() && IsBlank(line[at])) ++at;
  for (; at < line.size() && std::string_view(" \t;&|<>()").find(line[at]) == std::string_view::npos; ++at) {
    if (std::string_view("'\"\\").find(line[at]) == std::string_view::npos) document.end += line[at];
  }
  if (!document.end.empty() && IsNamePart(document.end[0]) && !(document.end[0] >= '0' && document.end[0] <= '9'))
    here_.push_back(std::move(document));
  return at;
}

// A subshell, a substitution, or the parentheses of a function.
std::size_t ShellScan::Open(std::string_view line, std::size_t at) {
  const bool in_word = !word_.empty() || quote_ != '\0';
  const bool function = quote_ == '\0' && in_word == at_start_ && Trim(line.substr(at + 1)).starts_with(')');
  if (function) {
    Carry();
    word_.clear();
    at_start_ = true;
    return line.find(')', at) + 1;
  }
  if (!in_word) operator_ = false;
  opened_.push_back({'(', quote_, at_start_, assigns_, in_word ? word_ : ""});
  word_.clear();
  quote_ = '\0';
  at_start_ = true;
  assigns_ = false;
  return at + 1;
}

// A parenthesis of a pattern (`a) make;;`) closes nothing.
void ShellScan::CloseParenthesis() {
  EndWord();
  EndCommand();
  if (opened_.empty() || opened_.back().kind != '(') return;
  Opened before = std::move(opened_.back());
  opened_.pop_back();
  quote_ = before.quote;
  at_start_ = before.at_start && !before.word.empty();
  assigns_ = before.assigns;
  word_ = before.word.empty() ? "" : before.word + ")";
}

void ShellScan::EndWord() {
  if (word_.empty()) return;
  operator_ = false;
  const std::string word = std::exchange(word_, "");
  if (at_start_) StartCommand(word);
}

void ShellScan::StartCommand(std::string_view word) {
  if (IsReserved(word)) return;
  if (IsAssignment(word)) {
    assigns_ = true;
    return;
  }
  assigns_ = false;
  if (IsOneOf(word, {"builtin", "command", "time"})) return;
  at_start_ = false;
  if (ChangesShell(word)) Carry();
}

bool ShellScan::IsReserved(std::string_view word) {
  if (word == "!") unchecked_ = true;
  if (IsOneOf(word, {"do", "then", "else", "elif", "!"})) return true;
  if (IsOneOf(word, {"if", "while", "until", "for", "case", "select", "{"})) {
    opened_.push_back({word == "{" ? '{' : 'k'});
    at_start_ = !IsOneOf(word, {"for", "case", "select"});
    return true;
  }
  if (IsOneOf(word, {"fi", "done", "esac", "}"})) {
    if (!opened_.empty() && opened_.back().kind != '(') opened_.pop_back();
    at_start_ = false;
    return true;
  }
  if (word == "function") Carry();
  return false;
}

void ShellScan::EndCommand() {
  if (assigns_) Carry();
  assigns_ = false;
  at_start_ = true;
}

// What a subshell does stays in it.
void ShellScan::Carry() {
  carries_ = carries_ || std::ranges::none_of(opened_, [](const Opened& each) { return each.kind == '('; });
}

}  // namespace forge
