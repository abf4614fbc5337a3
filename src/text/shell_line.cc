#include "text/shell_line.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr int kDeepestShell = 8;
constexpr std::size_t kMostLineCommands = 400;

bool IsShellBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool IsShellAssignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0 || IsDigit(word[0])) return false;
  return std::ranges::all_of(word.substr(0, equals), [](char c) { return IsLetterOrDigit(c) || c == '_'; });
}

class CommandReader {
 public:
  CommandReader(std::string_view line, int depth, std::vector<LineCommand>& out)
      : line_(line), depth_(depth), out_(out) {}

  void Read() {
    while (at_ < line_.size() && out_.size() < kMostLineCommands) Step();
    EndCommand();
    ReadHeres();
  }

 private:
  struct Here {
    std::string end;
    bool tabs = false;      // <<-
    std::size_t place = 0;  // of its command in out_; npos while that is being read
  };

  char Next(std::size_t ahead = 0) const { return at_ + ahead < line_.size() ? line_[at_ + ahead] : '\0'; }
  bool Begins(std::string_view text) const { return line_.substr(at_).starts_with(text); }

  void Step() {
    const char c = line_[at_];
    if (c == '\\') return Escape();
    if (c == '\'') return Quote();
    if (c == '"') return DoubleQuote();
    if (c == '`') return Backquote();
    if (c == '$') return Dollar();
    if (c == '<' || c == '>') return Redirect("");
    if (c == '&' && Next(1) == '>') {
      ++at_;
      EndWord();
      return Redirect("&");
    }
    if (c == '#' && !in_word_) {
      while (at_ < line_.size() && line_[at_] != '\n') ++at_;
      return;
    }
    if (IsShellBlank(c)) {
      ++at_;
      return EndWord();
    }
    if (c == '\n') {
      ++at_;
      EndCommand();
      return ReadHeres();
    }
    if (c == ';' || c == '&' || c == '|' || c == '(' || c == ')') {
      ++at_;
      return EndCommand();
    }
    Add(c);
    ++at_;
  }

  void Add(char c) {
    word_ += c;
    in_word_ = true;
  }

  void Escape() {
    if (Next(1) != '\n' && at_ + 1 < line_.size()) Add(Next(1));
    at_ += 2;
  }

  void Quote() {
    in_word_ = true;
    const std::size_t end = line_.find('\'', at_ + 1);
    word_ += line_.substr(at_ + 1, end == std::string_view::npos ? end : end - at_ - 1);
    at_ = end == std::string_view::npos ? line_.size() : end + 1;
  }

  void DoubleQuote() {
    in_word_ = true;
    ++at_;
    while (at_ < line_.size() && line_[at_] != '"') {
      const char c = line_[at_];
      if (c == '\\' && std::string_view("$`\"\\\n").find(Next(1)) != std::string_view::npos) {
        Escape();
      } else if (c == '`') {
        Backquote();
      } else if (c == '$') {
        Dollar(true);
      } else {
        word_ += c;
        ++at_;
      }
    }
    ++at_;
  }

  // $'a\nb'
  void AnsiQuote() {
    in_word_ = true;
    at_ += 2;
    while (at_ < line_.size() && line_[at_] != '\'') {
      if (line_[at_] == '\\' && at_ + 1 < line_.size()) {
        const char c = line_[at_ + 1];
        word_ += c == 'n' ? '\n' : c == 't' ? '\t' : c;
        at_ += 2;
      } else {
        word_ += line_[at_++];
      }
    }
    ++at_;
  }

  void Dollar(bool quoted = false) {
    if (!quoted && Next(1) == '\'') return AnsiQuote();
    if (!quoted && Next(1) == '"') {  // $"translated"
      ++at_;
      return DoubleQuote();
    }
    if (Begins("$((")) {  // arithmetic, and what it contains runs as well
      const std::string_view inside = Bracketed(2, '(', ')');
      Nested(inside);
      word_ += "$(...)";
      in_word_ = true;
      return;
    }
    if (Next(1) == '(') {
      Nested(Bracketed(2, '(', ')'));
      word_ += "$(...)";
      in_word_ = true;
      return;
    }
    if (Next(1) == '{') {
      const std::string_view inside = Bracketed(2, '{', '}');
      // `${x:-$(command)}`
      if (inside.find("$(") != std::string_view::npos || inside.find('`') != std::string_view::npos)
        Nested(inside, Outer::kIsText);
      word_ += "${" + std::string(inside) + "}";
      in_word_ = true;
      return;
    }
    Add('$');
    ++at_;
  }

  // What stands up to the bracket that closes the one before at_ + skip; quotes inside hide brackets.
  std::string_view Bracketed(std::size_t skip, char open, char close) {
    at_ += skip;
    const std::size_t begin = std::min(at_, line_.size());
    int depth = 1;
    while (at_ < line_.size()) {
      const char c = line_[at_];
      if (c == '\\') {
        at_ += 2;
        continue;
      }
      if (c == '\'' || c == '"') {
        SkipQuoted(c);
        continue;
      }
      if (c == open) ++depth;
      if (c == close && --depth == 0) break;
      ++at_;
    }
    at_ = std::min(at_, line_.size());
    const std::string_view inside = line_.substr(begin, at_ - begin);
    if (at_ < line_.size()) ++at_;
    return inside;
  }

  void SkipQuoted(char quote) {
    ++at_;
    while (at_ < line_.size() && line_[at_] != quote) at_ += quote == '"' && line_[at_] == '\\' ? 2 : 1;
    ++at_;
  }

  void Backquote() {
    ++at_;
    std::string inside;
    while (at_ < line_.size() && line_[at_] != '`') {
      if (line_[at_] == '\\' && at_ + 1 < line_.size()) ++at_;
      inside += line_[at_++];
    }
    ++at_;
    Nested(inside);
    word_ += "$(...)";
    in_word_ = true;
  }

  enum class Outer { kRuns, kIsText };

  // `kIsText`: only what is substituted in it runs.
  void Nested(std::string_view text, Outer outer = Outer::kRuns) {
    if (depth_ >= kDeepestShell) return;
    std::vector<LineCommand> inner;
    CommandReader(text, depth_ + 1, inner).Read();
    if (outer == Outer::kIsText && !inner.empty()) inner.pop_back();
    for (LineCommand& one : inner) {
      if (out_.size() < kMostLineCommands) out_.push_back(std::move(one));
    }
  }

  void Redirect(std::string_view before) {
    // "2>": the word is a number of a descriptor.
    if (IsDigits(word_)) {
      word_.clear();
      in_word_ = false;
    }
    EndWord();
    if (Begins("<(") || Begins(">(")) {
      Nested(Bracketed(2, '(', ')'));
      Add('-');
      return;
    }
    constexpr std::string_view kOps[] = {"<<<", "<<-", "<<", ">>", ">|", "<>", ">&", "<&", "<", ">"};
    for (std::string_view op : kOps) {
      if (!Begins(op)) continue;
      at_ += op.size();
      pending_ = std::string(before) + std::string(op);
      return;
    }
  }

  void EndWord() {
    if (!in_word_) return;
    in_word_ = false;
    std::string word = std::exchange(word_, "");
    if (const std::string op = std::exchange(pending_, ""); !op.empty()) {
      if (op == "<<" || op == "<<-") {
        heres_.push_back({std::move(word), op == "<<-", std::string_view::npos});
      } else if (op == ">&" && !IsDigits(word) && word != "-") {
        command_.redirects.push_back({"&>", std::move(word)});
      } else if (op != ">&" && op != "<&") {
        command_.redirects.push_back({op, std::move(word)});
      }
      return;
    }
    if (command_.words.empty() && IsShellAssignment(word)) {
      command_.assignments.push_back(std::move(word));
      return;
    }
    constexpr std::string_view kKeywords[] = {"if",  "then", "else", "elif", "fi", "do", "done", "while", "until",
                                              "for", "case", "esac", "!",    "{",  "}",  "time", "in",    "function"};
    if (command_.words.empty() && std::ranges::find(kKeywords, word) != std::end(kKeywords)) return;
    command_.words.push_back(std::move(word));
  }

  void EndCommand() {
    EndWord();
    pending_.clear();
    const bool waits =
        std::ranges::any_of(heres_, [](const Here& here) { return here.place == std::string_view::npos; });
    if (command_.words.empty() && command_.redirects.empty() && command_.assignments.empty() && !waits) return;
    for (Here& here : heres_) {
      if (here.place == std::string_view::npos) here.place = out_.size();
    }
    out_.push_back(std::exchange(command_, {}));
  }

  void ReadHeres() {
    for (const Here& here : std::exchange(heres_, {})) {
      while (at_ < line_.size()) {
        const std::size_t end = std::min(line_.find('\n', at_), line_.size());
        std::string_view text = line_.substr(at_, end - at_);
        at_ = std::min(end + 1, line_.size());
        if (here.tabs) {
          while (text.starts_with('\t')) text.remove_prefix(1);
        }
        if (text == here.end) break;
        if (here.place < out_.size()) out_[here.place].here += std::string(text) + "\n";
      }
    }
  }

  std::string_view line_;
  int depth_;
  std::vector<LineCommand>& out_;
  std::size_t at_ = 0;
  LineCommand command_;
  std::string word_;
  bool in_word_ = false;
  std::string pending_;  // a redirection that waits for its target
  std::vector<Here> heres_;
};

// What each wrapper's options with a value are; all others stand alone.
struct ShellWrapper {
  std::string_view name, valued;
  int operands = 0;  // its own, before the command: `timeout 5 git ...`
};

constexpr ShellWrapper kShellWrappers[] = {
    {"sudo", "ugpCDhRrtT"}, {"doas", "uC"},  {"env", "uCS"},       {"command", ""},       {"exec", "a"},
    {"builtin", ""},        {"nohup", ""},   {"nice", "n"},        {"ionice", "cn"},      {"setsid", ""},
    {"stdbuf", "ioe"},      {"busybox", ""}, {"timeout", "ks", 1}, {"xargs", "IdEnLPsa"}, {"time", "fo"},
    {"unbuffer", ""},       {"chronic", ""},
};

constexpr std::string_view kShells[] = {"sh", "bash", "dash", "zsh", "ksh", "ash"};

// Behind "sudo -u ada", "env A=b": where the command begins; words.size() if none does.
std::size_t AfterWrapper(const ShellWrapper& wrapper, const std::vector<std::string>& words) {
  std::size_t at = 1;
  int operands = wrapper.operands;
  for (; at < words.size(); ++at) {
    const std::string& word = words[at];
    if (word == "--") return at + 1 + static_cast<std::size_t>(operands);
    if (word.size() > 1 && word[0] == '-') {
      const bool takes = word[1] != '-' && wrapper.valued.find(word.back()) != std::string_view::npos;
      if (takes && (word.size() == 2 || wrapper.valued.find(word[1]) == std::string_view::npos)) ++at;
      continue;
    }
    if (IsShellAssignment(word)) continue;
    if (operands-- > 0) continue;
    return at;
  }
  return words.size();
}

void Unwrap(LineCommand command, int depth, std::vector<LineCommand>& out) {
  while (!command.words.empty()) {
    const std::string_view program = command.program();
    const auto* wrapper = std::ranges::find(kShellWrappers, program, &ShellWrapper::name);
    if (wrapper == std::end(kShellWrappers)) break;
    const std::size_t at = std::min(AfterWrapper(*wrapper, command.words), command.words.size());
    command.words.erase(command.words.begin(), command.words.begin() + static_cast<std::ptrdiff_t>(at));
  }
  std::string inner;
  if (!command.words.empty() && depth < kDeepestShell) {
    const std::string_view program = command.program();
    if (program == "eval") {
      inner = Join({command.words.begin() + 1, command.words.end()}, " ");
    } else if (std::ranges::find(kShells, program) != std::end(kShells)) {
      for (std::size_t i = 1; i + 1 < command.words.size(); ++i) {
        const std::string& word = command.words[i];
        if (word.size() < 2 || word[0] != '-') break;  // a script
        if (word[1] == '-' || word.find('c') == std::string::npos) continue;
        inner = command.words[i + 1];
        break;
      }
      // `bash <<EOF` and `bash <<< "..."`
      if (inner.empty() && command.words.size() == 1) inner = command.here;
      for (const ShellRedirect& redirect : command.redirects) {
        if (redirect.op == "<<<") inner += "\n" + redirect.target;
      }
    }
  }
  out.push_back(std::move(command));
  if (inner.empty()) return;
  std::vector<LineCommand> read;
  CommandReader(inner, depth + 1, read).Read();
  for (LineCommand& one : read) {
    if (out.size() < kMostLineCommands) Unwrap(std::move(one), depth + 1, out);
  }
}

}  // namespace

std::string_view LineCommand::program() const {
  if (words.empty()) return "";
  const std::string_view word = words[0];
  const std::size_t slash = word.rfind('/');
  return slash == std::string_view::npos ? word : word.substr(slash + 1);
}

std::vector<LineCommand> ReadShellLine(std::string_view line) {
  std::vector<LineCommand> read;
  CommandReader(line, 0, read).Read();
  std::vector<LineCommand> commands;
  for (LineCommand& one : read) {
    if (commands.size() < kMostLineCommands) Unwrap(std::move(one), 0, commands);
  }
  return commands;
}

}  // namespace forge
