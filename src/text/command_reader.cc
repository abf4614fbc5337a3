#include "text/command_reader.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kDeepestBrackets = 64;
constexpr int kMostGuesses = 64;  // whether "((" is arithmetic: each may read the line to its end

bool IsShellBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

class CommandReader {
 public:
  // `shells`: where its commands run; `next`: the number of the next subshell.
  CommandReader(std::string_view line, int depth, std::vector<int> shells, int& next, std::vector<LineCommand>& out)
      : line_(line), depth_(depth), out_(out), shells_(std::move(shells)), base_(shells_.size()), next_(next) {
    levels_.push_back({out_.size(), out_.size()});
  }

  void Read() {
    while (at_ < line_.size() && !closed_ && out_.size() < kMostLineCommands) Step();
    EndCommand();
    if (levels_.back().piped) Enclose(levels_.back().pipe);
  }

  // Only what is substituted in it runs.
  void ReadText() {
    while (at_ < line_.size() && out_.size() < kMostLineCommands) {
      if (line_[at_] == '`') {
        Backquote();
      } else if (line_[at_] == '$') {
        Dollar(true);
      } else {
        at_ += line_[at_] == '\\' ? 2 : 1;
      }
    }
  }

 private:
  struct Here {
    std::string end;
    bool tabs = false;      // <<-
    std::size_t place = 0;  // of its command in out_; npos while that is being read
    bool runs = true;       // what is substituted in it: its end is not quoted
  };

  // What stands in one pair of brackets: where in out_ its list and its pipeline begin.
  struct Level {
    std::size_t list = 0, pipe = 0;
    bool piped = false;  // behind a `|`
    int cases = 0;       // `case` without its `esac`: `)` ends a pattern
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
    if (c == '(') return Open();
    if (c == ')') return Close();
    if (c == '\n' || c == ';' || c == '&' || c == '|') return Separator(c);
    Add(c);
    ++at_;
  }

  void Separator(char c) {
    const bool twice = c != '\n' && Next(1) == c;
    at_ += twice ? 2 : 1;
    EndCommand();
    Level& level = levels_.back();
    const bool goes_on = c == '\n' && out_.size() == level.pipe;  // "a |", and b on the next line
    const bool pipes = c == '|' && !twice;
    if (!goes_on) {
      if (pipes && out_.size() > level.pipe) out_.back().pipes = true;
      if (pipes || level.piped) Enclose(level.pipe);
      if (pipes && Next() == '&') ++at_;
      if (c == '&' && !twice) Enclose(level.list);
      level.pipe = out_.size();
      level.piped = pipes;
      if (c == ';' || c == '\n' || (c == '&' && !twice)) level.list = out_.size();
    }
    if (c == '\n') ReadHeres();
  }

  void Open() {
    if (command_.words.empty() && !in_word_ && Next(1) == '(' && Arithmetic(2)) return;
    ++at_;
    EndCommand();
    levels_.push_back({out_.size(), out_.size()});
    if (shells_.size() < kDeepestBrackets) shells_.push_back(next_++);
  }

  void Close() {
    ++at_;
    EndCommand();
    if (levels_.back().cases > 0) return;
    if (levels_.back().piped) Enclose(levels_.back().pipe);
    if (levels_.size() == 1) {
      levels_.back().piped = false;
      levels_.back().pipe = out_.size();
      closed_ = nested_;
      return;
    }
    levels_.pop_back();
    if (shells_.size() > base_ + levels_.size() - 1) shells_.resize(base_ + levels_.size() - 1);
  }

  // The commands from this one on run in a subshell: they are part of a pipeline, or run in the background.
  void Enclose(std::size_t from) {
    const int shell = next_++;
    for (std::size_t i = from; i < out_.size(); ++i) {
      const std::size_t at = std::min(shells_.size(), out_[i].shells.size());
      out_[i].shells.insert(out_[i].shells.begin() + static_cast<std::ptrdiff_t>(at), shell);
    }
  }

  // `((1 << 2))`; false: these are brackets of subshells.
  bool Arithmetic(std::size_t skip) {
    const std::size_t begin = at_;
    if (guesses_ >= kMostGuesses) return false;
    const std::string_view inside = Bracketed(skip, '(', ')');
    if (Next() != ')') {
      ++guesses_;
      at_ = begin;
      return false;
    }
    ++at_;
    if (depth_ < kDeepestShell) CommandReader(inside, depth_ + 1, shells_, next_, out_).ReadText();
    return true;
  }

  void Add(char c) {
    word_ += c;
    in_word_ = true;
  }

  void Escape() {
    quoted_ = Next(1) != '\n' && at_ + 1 < line_.size();
    if (quoted_) Add(Next(1));
    at_ += 2;
  }

  void Quote() {
    quoted_ = in_word_ = true;
    const std::size_t end = line_.find('\'', at_ + 1);
    word_ += line_.substr(at_ + 1, end == std::string_view::npos ? end : end - at_ - 1);
    at_ = end == std::string_view::npos ? line_.size() : end + 1;
  }

  void DoubleQuote() {
    quoted_ = in_word_ = true;
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
    if (Next(1) == '(') {
      if (Next(2) != '(' || !Arithmetic(3)) Substitution();
      word_ += "$(...)";
      in_word_ = true;
      return;
    }
    if (Next(1) == '{') return Braces(quoted);
    Add('$');
    ++at_;
  }

  // `$(...)`, `<(...)`: its here-documents and comments hide brackets and quotes.
  void Substitution() {
    if (depth_ >= kDeepestShell) {
      Bracketed(2, '(', ')');
      return;
    }
    std::vector<int> shells = shells_;
    shells.push_back(next_++);
    CommandReader inner(line_, depth_ + 1, std::move(shells), next_, out_);
    inner.at_ = at_ + 2;
    inner.nested_ = true;
    inner.Read();
    at_ = inner.at_;
  }

  // `${x:-$(command)}`
  void Braces(bool quoted) {
    std::string before = std::exchange(word_, "");
    const std::size_t begin = at_;
    int depth = 0;
    ++braces_;
    while (at_ < line_.size()) {
      const char c = line_[at_];
      if (c == '\\') {
        at_ += 2;
      } else if (c == '\'' && (!quoted || IsQuoteInQuotes())) {
        SkipQuoted(c);
      } else if (c == '"' && braces_ < kDeepestBrackets) {
        DoubleQuote();
      } else if (c == '`') {
        Backquote();
      } else if (Begins("${")) {
        ++depth;
        at_ += 2;
      } else if (c == '$') {
        Dollar(quoted);
      } else {
        ++at_;
        if (c == '}' && --depth == 0) break;
      }
    }
    --braces_;
    at_ = std::min(at_, line_.size());
    word_ = std::move(before) + std::string(line_.substr(begin, at_ - begin));
    in_word_ = true;
  }

  // In `"${x#'}'}"` the quote hides a bracket, in `"${x#'}"` it is one character.
  bool IsQuoteInQuotes() const {
    const std::size_t end = line_.find_first_of("'\"\n", at_ + 1);
    return end != std::string_view::npos && line_[end] == '\'';
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
    if (depth_ < kDeepestShell) {
      std::vector<int> shells = shells_;
      shells.push_back(next_++);
      CommandReader(inside, depth_ + 1, std::move(shells), next_, out_).Read();
    }
    word_ += "$(...)";
    in_word_ = true;
  }

  void Redirect(std::string_view before) {
    // "2>": the word is a number of a descriptor.
    if (IsDigits(word_)) {
      word_.clear();
      in_word_ = false;
    }
    EndWord();
    if (Begins("<(") || Begins(">(")) {
      Substitution();
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
    const bool quoted = std::exchange(quoted_, false);
    std::string word = std::exchange(word_, "");
    if (const std::string op = std::exchange(pending_, ""); !op.empty()) {
      if (op == "<<" || op == "<<-") {
        heres_.push_back({std::move(word), op == "<<-", std::string_view::npos, !quoted});
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
    const bool timed = std::exchange(timed_, false);
    if (command_.words.empty() && std::ranges::find(kKeywords, word) != std::end(kKeywords)) {
      timed_ = word == "time";
      int& cases = levels_.back().cases;
      if (word == "case") ++cases;
      if (word == "esac" && cases > 0) --cases;
      subject_ = word == "case";
      return;
    }
    if (std::exchange(subject_, false) && command_.words.empty()) return;  // of `case`: what follows is `in`
    if (timed && word.starts_with('-')) command_.words.emplace_back("time");
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
    command_.shells = shells_;
    out_.push_back(std::exchange(command_, {}));
  }

  void ReadHeres() {
    for (const Here& here : std::exchange(heres_, {})) {
      std::string all;
      while (at_ < line_.size()) {
        const std::size_t end = std::min(line_.find('\n', at_), line_.size());
        std::string_view text = line_.substr(at_, end - at_);
        at_ = std::min(end + 1, line_.size());
        if (here.tabs) {
          while (text.starts_with('\t')) text.remove_prefix(1);
        }
        if (text == here.end) break;
        if (nested_ && text.starts_with(here.end) && text.find(')') != std::string_view::npos) {  // "EOF)"
          at_ = end - (text.size() - here.end.size());
          break;
        }
        all += std::string(text) + "\n";
      }
      if (here.place < out_.size()) out_[here.place].here += all;
      if (here.runs && depth_ < kDeepestShell) CommandReader(all, depth_ + 1, shells_, next_, out_).ReadText();
    }
  }

  std::string_view line_;
  int depth_;
  std::vector<LineCommand>& out_;
  std::size_t at_ = 0;
  LineCommand command_;
  std::string word_;
  bool in_word_ = false, quoted_ = false;
  std::string pending_;  // a redirection that waits for its target
  std::vector<Here> heres_;
  std::vector<int> shells_;  // its own, and those of brackets that are open
  std::size_t base_;         // how many of these are its own
  int& next_;
  std::vector<Level> levels_;
  bool nested_ = false, closed_ = false;  // it ends at a `)`
  bool timed_ = false, subject_ = false;  // behind `time`, `case`
  int guesses_ = 0;
  std::size_t braces_ = 0;
};

}  // namespace

bool IsShellAssignment(std::string_view word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0 || IsDigit(word[0])) return false;
  return std::ranges::all_of(word.substr(0, equals), [](char c) { return IsLetterOrDigit(c) || c == '_'; });
}

void ReadCommands(std::string_view line, int depth, std::vector<int> shells, int& next, std::vector<LineCommand>& out) {
  CommandReader(line, depth, std::move(shells), next, out).Read();
}

}  // namespace forge
