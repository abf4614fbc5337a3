#include "graph/programs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr int kDeepest = 16;  // command substitutions in each other

bool IsBuiltin(std::string_view word) {
  return IsOneOf(
      word, {"cd",    "test",   "[",     "[[",       "true",    "false",   "echo",     "printf", "export",  "set",
             "unset", "source", ".",     ":",        "eval",    "read",    "exit",     "return", "shift",   "trap",
             "umask", "ulimit", "wait",  "local",    "declare", "typeset", "readonly", "alias",  "unalias", "pushd",
             "popd",  "dirs",   "type",  "hash",     "jobs",    "fg",      "bg",       "kill",   "let",     "getopts",
             "pwd",   "times",  "break", "continue", "shopt",   "enable",  "mapfile"});
}

// Words that a command follows.
bool IsOpening(std::string_view word) {
  return IsOneOf(word, {"if", "then", "elif", "else", "while", "until", "do", "!", "{", "(", "coproc"});
}

bool IsClosing(std::string_view word) { return IsOneOf(word, {"fi", "done", "esac", "}", ")"}); }

// Programs that start another: it is named after their options.
struct Prefix {
  std::string_view name;
  std::string_view with_value;  // options whose value is the next word
  int operands;                 // before the program
  bool builtin;
};
constexpr Prefix kPrefixes[] = {{"env", "-u -C -S", 0, false},    {"sudo", "-u -g -C -h -p", 0, false},
                                {"time", "-f -o", 0, true},       {"exec", "-a", 0, true},
                                {"command", "", 0, true},         {"builtin", "", 0, true},
                                {"nohup", "", 0, false},          {"nice", "-n", 0, false},
                                {"ionice", "-c -n -p", 0, false}, {"timeout", "-k -s", 1, false},
                                {"stdbuf", "-i -o -e", 0, false}, {"xargs", "-n -I -P -d -L -s -a", 0, false},
                                {"setsid", "", 0, false},         {"doas", "-u", 0, false},
                                {"unbuffer", "", 0, false},       {"chronic", "", 0, false}};

const Prefix* FindPrefix(std::string_view word) {
  for (const Prefix& prefix : kPrefixes) {
    if (prefix.name == word) return &prefix;
  }
  return nullptr;
}

bool IsAssignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == 0 || equals == std::string_view::npos) return false;
  std::string_view name = word.substr(0, equals);
  if (name.ends_with('+')) name.remove_suffix(1);
  name = name.substr(0, name.find('['));
  const bool digit = !name.empty() && name[0] >= '0' && name[0] <= '9';
  return !name.empty() && !digit &&
         std::all_of(name.begin(), name.end(), [](char c) { return IsLetterOrDigit(c) || c == '_'; });
}

class ShellLine {
 public:
  ShellLine(std::string_view text, int depth, std::vector<std::string>& programs)
      : text_(text), depth_(depth), programs_(programs) {}

  void Read() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ' ' || c == '\t' || c == '\r') {
        ++at_;
      } else if (c == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n') {
        at_ += 2;
      } else if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '<' || c == '>' || (c == '&' && at_ + 1 < text_.size() && text_[at_ + 1] == '>')) {
        ReadRedirection();
      } else if (c == '\n' || c == ';' || c == '&' || c == '|') {
        const bool clause_ends = in_case_ && text_.substr(at_).starts_with(";;");
        at_ += clause_ends ? 2 : 1;
        if (c == '\n' && !here_ends_.empty()) SkipHereDocuments();
        in_pattern_ |= clause_ends;
        if (!in_pattern_) BeginCommand();
      } else if (c == '(' || c == ')') {
        ++at_;
        if (c == ')') in_pattern_ = false;
        if (!in_pattern_) BeginCommand();
      } else {
        ReadWord();
      }
    }
  }

 private:
  void BeginCommand() {
    wants_program_ = true;
    prefix_ = nullptr;
    skip_ = 0;
  }

  void ReadRedirection() {
    const bool here = text_.substr(at_).starts_with("<<") && !text_.substr(at_).starts_with("<<<");
    const bool process = (text_.substr(at_).starts_with("<(") || text_.substr(at_).starts_with(">("));
    if (process) {
      at_ += 2;
      const bool wanted = std::exchange(wants_program_, true);
      Substitute(')');
      wants_program_ = wanted;
      return;
    }
    while (at_ < text_.size() && std::string_view("<>&|-").find(text_[at_]) != std::string_view::npos) ++at_;
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    Word word = TakeWord();
    if (here) here_ends_.push_back(std::move(word.text));
  }

  void SkipHereDocuments() {
    for (const std::string& end : std::exchange(here_ends_, {})) {
      while (at_ < text_.size()) {
        const std::size_t line_end = std::min(text_.find('\n', at_), text_.size());
        const std::string_view line = Trim(text_.substr(at_, line_end - at_));
        at_ = std::min(line_end + 1, text_.size());
        if (line == end) break;
      }
    }
  }

  struct Word {
    std::string text;
    bool unknown = false;  // only the shell knows what it is
    bool quoted = false;
  };

  // Everything up to a space or an operator, without its quotes.
  Word TakeWord() {
    Word word;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (std::string_view(" \t\r\n;&|<>()").find(c) != std::string_view::npos) break;
      if (c == '\\') {
        if (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') word.text += text_[at_ + 1];
        at_ = std::min(at_ + 2, text_.size());
      } else if (c == '\'') {
        const std::size_t end = std::min(text_.find('\'', at_ + 1), text_.size());
        word.text += text_.substr(at_ + 1, end - at_ - 1);
        word.quoted = true;
        at_ = std::min(end + 1, text_.size());
      } else if (c == '"') {
        TakeDoubleQuoted(word);
      } else if (c == '$' || c == '`') {
        TakeExpansion(word);
      } else {
        word.unknown |= c == '*' || c == '?';
        word.text += c;
        ++at_;
      }
    }
    return word;
  }

  void TakeDoubleQuoted(Word& word) {
    word.quoted = true;
    for (++at_; at_ < text_.size() && text_[at_] != '"';) {
      const char c = text_[at_];
      if (c == '\\' && at_ + 1 < text_.size()) {
        word.text += text_[at_ + 1];
        at_ += 2;
      } else if (c == '$' || c == '`') {
        TakeExpansion(word);
      } else {
        word.text += c;
        ++at_;
      }
    }
    if (at_ < text_.size()) ++at_;
  }

  void TakeExpansion(Word& word) {
    word.unknown = true;
    if (text_[at_] == '`') {
      ++at_;
      return Substitute('`');
    }
    ++at_;
    if (at_ >= text_.size()) return;
    if (text_.substr(at_).starts_with("((")) {
      at_ = std::min(text_.find("))", at_), text_.size() - 2) + 2;
    } else if (text_[at_] == '(') {
      ++at_;
      Substitute(')');
    } else if (text_[at_] == '{') {
      at_ = std::min(text_.find('}', at_), text_.size() - 1) + 1;
    } else {
      if (text_[at_] == '\'' || text_[at_] == '"') return;
      ++at_;
      while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_'))
        ++at_;
    }
  }

  // The text up to the closing mark is a separate command line.
  void Substitute(char close) {
    const std::size_t begin = at_;
    int open = 1;
    char quote = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\\') {
        ++at_;
      } else if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == close) {
        if (--open == 0) break;
      } else if (c == '(' && close == ')') {
        ++open;
      }
    }
    at_ = std::min(at_, text_.size());
    if (depth_ < kDeepest) ShellLine(text_.substr(begin, at_ - begin), depth_ + 1, programs_).Read();
    if (at_ < text_.size()) ++at_;
  }

  void ReadWord() {
    const std::size_t begin = at_;
    Word word = TakeWord();
    if (at_ == begin) ++at_;
    // 2>file: the number belongs to the redirection.
    if (at_ < text_.size() && (text_[at_] == '<' || text_[at_] == '>') && !word.text.empty() &&
        word.text.find_first_not_of("0123456789") == std::string::npos) {
      return;
    }
    if (in_pattern_) {
      if (word.text == "esac") in_case_ = in_pattern_ = wants_program_ = false;
      return;
    }
    if (wants_program_) Judge(word);
  }

  void Judge(const Word& word) {
    const std::string& text = word.text;
    if (!word.quoted && !word.unknown && JudgeKeyword(text)) return;
    const std::size_t name_end = text_.find_first_not_of(" \t", at_);
    const bool defines = text_.substr(std::min(name_end, text_.size())).starts_with("()");
    if (defines && !word.quoted) {
      functions_.push_back(text);
      at_ = name_end + 2;
      return BeginCommand();
    }
    if (IsAssignment(text) && (!word.quoted || !text.starts_with('='))) return;
    if (prefix_ != nullptr && SkipsFor(text)) return;
    if (const Prefix* prefix = FindPrefix(text); prefix != nullptr && !word.unknown) {
      if (!prefix->builtin) Add(text);
      prefix_ = prefix;
      skip_ = prefix->operands;
      skip_value_ = false;
      return;
    }
    wants_program_ = false;
    prefix_ = nullptr;
    if (!word.unknown && !text.empty() && !IsBuiltin(text)) Add(text);
  }

  // Words of the language at the place of a command.
  bool JudgeKeyword(const std::string& text) {
    if (IsOpening(text)) return true;
    if (text == "for" || text == "select" || text == "function") {
      // The name, and for loops their list; the command follows `do` or `{`.
      if (text == "function") {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
        functions_.push_back(TakeWord().text);
        return true;
      }
      wants_program_ = false;
      return true;
    }
    if (text == "case") {
      in_case_ = in_pattern_ = true;
      wants_program_ = false;
      return true;
    }
    if (text == "esac") in_case_ = false;
    if (!IsClosing(text)) return false;
    wants_program_ = false;
    return true;
  }

  // Options and operands between `timeout` and what it starts.
  bool SkipsFor(std::string_view text) {
    if (std::exchange(skip_value_, false)) return true;
    if (text.starts_with('-') && text.size() > 1) {
      const auto options = Split(prefix_->with_value, ' ');
      skip_value_ = std::find(options.begin(), options.end(), text) != options.end();
      return true;
    }
    if (skip_ == 0) return false;
    --skip_;
    return true;
  }

  void Add(const std::string& name) {
    if (std::find(functions_.begin(), functions_.end(), name) != functions_.end()) return;
    if (std::find(programs_.begin(), programs_.end(), name) == programs_.end()) programs_.push_back(name);
  }

  std::string_view text_;
  int depth_;
  std::vector<std::string>& programs_;
  std::vector<std::string> functions_;
  std::vector<std::string> here_ends_;
  std::size_t at_ = 0;
  const Prefix* prefix_ = nullptr;
  int skip_ = 0;
  bool skip_value_ = false;
  bool wants_program_ = true;
  bool in_case_ = false;
  bool in_pattern_ = false;  // of a case, where words are not commands
};

}  // namespace

std::string_view WordThatDecides(std::string_view command) {
  constexpr auto kPlain = [] {
    std::array<bool, 256> plain{};
    for (int c = 0; c < 256; ++c) plain[static_cast<std::size_t>(c)] = IsLetterOrDigit(static_cast<char>(c));
    for (char c : std::string_view(" \t_./-+,:@%")) plain[static_cast<unsigned char>(c)] = true;
    return plain;
  }();
  if (!std::ranges::all_of(command, [&](char c) { return kPlain[static_cast<unsigned char>(c)]; })) return {};
  const std::size_t begin = command.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  const std::string_view word = command.substr(begin, command.find_first_of(" \t", begin) - begin);
  const bool leads_on = IsOpening(word) || IsOneOf(word, {"for", "select", "function", "case"});
  return leads_on || FindPrefix(word) != nullptr ? std::string_view() : word;
}

std::vector<std::string> ProgramsOf(std::string_view command) {
  std::vector<std::string> programs;
  ShellLine(command, 0, programs).Read();
  return programs;
}

}  // namespace forge
