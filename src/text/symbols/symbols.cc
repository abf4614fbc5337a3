#include "text/symbols/symbols.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/lines.h"
#include "text/markdown.h"
#include "text/path_words.h"
#include "text/plan/plan_fields.h"
#include "text/plan/plan_sections.h"
#include "text/prose.h"
#include "text/symbols/symbols_words.h"

namespace forge {
namespace {

constexpr std::size_t kLongestSymbol = 200;

bool IsIdentifier(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return std::all_of(text.begin(), text.end(), [](char c) { return IsLetterOrDigit(c) || c == '_'; });
}

// "Foo<T>::bar(int)" -> "Foo::bar": arguments are not part of the name.
std::string WithoutArguments(std::string_view text) {
  std::string kept;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool arrow = c == '>' && i > 0 && text[i - 1] == '-';
    if (c == '(' || (c == '<' && depth == 0 && i > 0) || (c == '<' && depth > 0)) ++depth;
    if (depth == 0) kept += c;
    if (depth > 0 && (c == ')' || (c == '>' && !arrow))) --depth;
  }
  return depth == 0 ? kept : std::string();
}

// "async def read(file)" -> "read(file)"; the same text when it does not begin with a declaration.
std::string_view AfterDeclaringWords(std::string_view text) {
  while (true) {
    const std::size_t blank = text.find(' ');
    if (blank == std::string_view::npos || !IsDeclaringWord(text.substr(0, blank))) return text;
    text = Trim(text.substr(blank));
  }
}

// "read(file: TextIO) -> list[Entry]:" -> "read(file: TextIO)", "Box: Base {" -> "Box".
std::string_view DeclaredName(std::string_view text) {
  std::size_t end = 0;
  int depth = 0;
  for (; end < text.size() && (depth > 0 || text.substr(end).find_first_of(" :={") != 0); ++end) {
    if (text[end] == '(') ++depth;
    if (text[end] == ')' && --depth == 0) return text.substr(0, end + 1);
  }
  return text.substr(0, end);
}

// At `::`, `.`, `->` and `#`; nothing when it is not a chain of identifiers.
std::vector<std::string> ChainOf(std::string_view text) {
  std::vector<std::string> parts;
  while (true) {
    std::size_t end = 0;
    while (end < text.size() && (IsLetterOrDigit(text[end]) || text[end] == '_')) ++end;
    if (!IsIdentifier(text.substr(0, end))) return {};
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
    if (text.empty() || text == "?" || text == "!") return parts;
    if (text.starts_with("::") || text.starts_with("->") || text.starts_with("?.")) {
      text.remove_prefix(2);
    } else if (text[0] == '.' || text[0] == '#') {
      text.remove_prefix(1);
    } else {
      return {};
    }
  }
}

// snake_case, camelCase, PascalCase, CONSTANT: prose does not look like that.
bool HasShapeOfCode(std::string_view word) {
  if (word.find('_') != std::string_view::npos) return word.find_first_not_of('_') != std::string_view::npos;
  const bool upper = std::any_of(word.begin(), word.end(), IsUpper);
  return upper && word.size() > 1;
}

struct Place {
  std::string file;
  int indent = 0;
};

class PlanReading {
 public:
  PlanReading(const Markdown& document, const std::vector<StepSpec>& steps, PlanSymbols& out)
      : document_(document), steps_(steps), out_(out) {
    for (std::size_t i = 0; i < steps.size(); ++i) step_of_.emplace(steps[i].id.value, i);
  }

  void Run() {
    const std::vector<PlanSection> sections = FindPlanSections(document_);
    MarkCode();
    for (const PlanSection& section : sections) {
      const bool about_others =
          EqualsIgnoreCase(section.name, "Audit Log") || EqualsIgnoreCase(section.name, "Implementation Notes");
      if (!about_others) Section(section);
    }
    for (const StepSpec& step : steps_) Promise(step.writes);
    for (const StepSpec& step : steps_) Promise(step.must_haves.expected_output);
    MarkMade();
    std::sort(out_.promised.begin(), out_.promised.end());
    out_.promised.erase(std::unique(out_.promised.begin(), out_.promised.end()), out_.promised.end());
  }

 private:
  void MarkCode() {
    code_.resize(static_cast<std::size_t>(document_.line_count()) + 1);
    for (const MarkdownBlock& block : document_.blocks()) {
      if (block.kind != MarkdownBlock::Kind::kCode) continue;
      for (int line = block.line; line <= std::min(block.last_line, document_.line_count()); ++line)
        code_[static_cast<std::size_t>(line)] = true;
    }
  }

  // `module.name` and `Type::name` are made when the plan makes `name` or `Type`.
  void MarkMade() {
    std::unordered_set<std::string> made;
    for (const NamedSymbol& symbol : out_.symbols) {
      if (symbol.is_new) made.insert(symbol.name);
    }
    for (NamedSymbol& symbol : out_.symbols)
      symbol.is_new = symbol.is_new || made.contains(symbol.name) || made.contains(symbol.qualifier);
  }

  void Promise(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) out_.promised.emplace_back(FilePartOf(path));
  }

  void Section(const PlanSection& section) {
    const bool in_steps = EqualsIgnoreCase(section.name, "Steps");
    in_changes_ = EqualsIgnoreCase(section.name, "Changes") || EqualsIgnoreCase(section.name, "Change Manifest");
    heading_file_.clear();
    places_.clear();
    step_ = nullptr;
    field_.clear();
    for (int line = section.body_line; line <= section.last_line; ++line) {
      if (code_[static_cast<std::size_t>(line)]) continue;
      const std::string_view text = document_.Line(line);
      if (const HeadingLine heading = ParseHeading(text); heading.level > 0) {
        Heading(heading, in_steps, line);
      } else if (!Trim(text).empty()) {
        if (in_steps) FollowField(text);
        if (!OfPathsOrCommands()) Line(text, line);
      }
    }
  }

  void Heading(const HeadingLine& heading, bool in_steps, int line) {
    places_.clear();
    heading_file_.clear();
    field_.clear();
    if (in_steps && heading.level == 3) {
      const StepHeading parsed = ParseStepHeading(heading.text);
      auto found = step_of_.find(parsed.id);
      step_ = found == step_of_.end() ? nullptr : &steps_[found->second];
    } else if (in_steps && heading.level > 3) {
      field_ = FieldName(heading.text);
      return;
    }
    Line(heading.text, line);
    heading_file_ = places_.empty() ? "" : places_.back().file;
    places_.clear();
  }

  void FollowField(std::string_view text) {
    const FieldLabel label = ParseFieldLabel(AfterListMarkers(text));
    if (label.name.empty()) return;
    field_ = label.name;
  }
  bool OfPathsOrCommands() const {
    for (std::string_view name : {"files", "writes", "depends", "verify", "complexity", "estimate", "disallowed",
                                  "disallowed changes", "expected output", "tier", "effort", "kind"}) {
      if (field_ == name) return true;
    }
    return false;
  }

  // The file named in this item, or in the one it is part of.
  std::string FileFor(int indent) {
    while (!places_.empty() && places_.back().indent >= indent) places_.pop_back();
    if (!places_.empty()) return places_.back().file;
    return heading_file_;
  }

  void Line(std::string_view text, int line) {
    const bool item = IsListItem(text);
    const int indent = Indent(text);
    if (item || indent == 0) FileFor(indent);
    const std::vector<CodeSpan> spans = CodeSpansOf(text);
    std::string file;
    for (const CodeSpan& span : spans) {
      if (!LooksLikeFile(span.text)) continue;
      if (in_changes_) out_.promised.emplace_back(FilePartOf(span.text));
      if (file.empty()) file = FilePartOf(span.text);
    }
    if (!file.empty()) {
      places_.push_back({file, indent});
    } else {
      file = !places_.empty() ? places_.back().file : heading_file_;
    }
    if (file.empty()) file = OnlyFileOfStep();
    for (const CodeSpan& span : spans) Span(text, span, file, line);
  }

  std::string OnlyFileOfStep() const {
    if (!step_) return {};
    const std::vector<std::string>& files = step_->writes.empty() ? step_->files : step_->writes;
    return files.size() == 1 && LooksLikeFile(files[0]) ? files[0] : std::string();
  }

  void Span(std::string_view text, const CodeSpan& span, const std::string& file, int line) {
    if (LooksLikeFile(span.text) || step_of_.contains(std::string(span.text))) return;
    std::optional<NamedSymbol> symbol = ParseSymbol(span.text);
    if (!symbol) return;
    if (symbol->tentative && BesideNoun(text, span)) symbol->tentative = false;
    symbol->said_here = IsSaidHere(text, span);
    symbol->is_new = (symbol->is_new && !symbol->said_here) || IsMade(text, span);
    symbol->file = file;
    symbol->line = line;
    if (step_) symbol->step = step_->id;
    auto [entry, added] = known_.emplace(symbol->written, out_.symbols.size());
    if (added) {
      out_.symbols.push_back(*std::move(symbol));
      return;
    }
    NamedSymbol& first = out_.symbols[entry->second];
    first.is_new = first.is_new || symbol->is_new;
    first.said_here = first.said_here || symbol->said_here;
    first.tentative = first.tentative && symbol->tentative;
    if (first.file.empty()) first.file = symbol->file;
  }

  static std::vector<std::string> WordsOf(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    for (char c : text) {
      if (IsLetterOrDigit(c)) {
        word += c;
        continue;
      }
      if (!word.empty()) words.push_back(Lower(word));
      word.clear();
      if (c == '.' || c == ';' || c == '|') words.clear();  // another sentence or cell
    }
    if (!word.empty()) words.push_back(Lower(word));
    return words;
  }
  static bool BesideNoun(std::string_view text, const CodeSpan& span) {
    const std::vector<std::string> before = WordsOf(text.substr(0, span.begin));
    if (!before.empty() && IsSymbolNoun(before.back())) return true;
    std::string_view after = Trim(text.substr(span.end));
    std::size_t end = 0;
    while (end < after.size() && IsLetterOrDigit(after[end])) ++end;
    return IsSymbolNoun(Lower(after.substr(0, end)));
  }
  // The words of the sentence before the span. Other code spans are not prose.
  static std::vector<std::string> ProseBefore(std::string_view text, const CodeSpan& span) {
    std::string prose(text.substr(0, span.begin));
    bool in_code = false;
    for (char& c : prose) {
      if (c == '`') in_code = !in_code;
      if (in_code) c = '_';
    }
    return WordsOf(prose);
  }
  // "the existing `f`", "change `f`", "`f` in `a.cc`", "`f` ... `a.cc:12`". "replace `f` with `g`" says it of `f` only.
  static bool IsSaidHere(std::string_view text, const CodeSpan& span) {
    constexpr std::size_t kNear = 4;
    const std::vector<std::string> before = ProseBefore(text, span);
    for (std::size_t i = before.size(); i-- > (before.size() > kNear ? before.size() - kNear : 0);) {
      if (IsExistingWord(before[i])) return true;
      if (IsOneOf(before[i],
                  {"with", "by", "to", "into", "as", "use", "uses", "using", "via", "like", "call", "calls"}))
        break;
    }
    std::string_view after = Trim(text.substr(span.end));
    for (std::string_view word : {"exists", "already", "is defined", "lives in", "stays", "remains"}) {
      if (after.starts_with(word)) return true;
    }
    const bool in_file = after.starts_with("in `") || after.starts_with("from `") || after.starts_with("of `");
    for (const CodeSpan& other : CodeSpansOf(text)) {
      if (!LooksLikeFile(other.text)) continue;
      if (FilePartOf(other.text) != other.text) return true;  // with a line
      if (in_file && other.begin >= span.end && text.substr(span.end, other.begin - span.end).size() <= 7) return true;
    }
    return false;
  }
  // "add a function `f`", "`f` (new)", "rename `a` to `f`".
  static bool IsMade(std::string_view text, const CodeSpan& span) {
    constexpr std::size_t kNear = 6;
    std::string_view after = Trim(text.substr(span.end));
    if (after.starts_with("(new") || after.starts_with("(added") || after.starts_with("(to be")) return true;
    bool renames = false;
    const std::vector<std::string> before = ProseBefore(text, span);
    const std::size_t from = before.size() > kNear ? before.size() - kNear : 0;
    for (std::size_t i = from; i < before.size(); ++i) renames = renames || before[i] == "rename";
    if (renames) return !before.empty() && (before.back() == "to" || before.back() == "into");
    for (std::size_t i = before.size(); i-- > from;) {
      // "add a call to `f`", "add `a` next to `f`": `f` is there already.
      for (std::string_view word :
           {"call", "calls", "to", "from", "of", "use", "uses", "using", "before", "after", "via"}) {
        if (before[i] == word) return false;
      }
      if (IsMakingWord(before[i])) return true;
    }
    return false;
  }

  const Markdown& document_;
  const std::vector<StepSpec>& steps_;
  PlanSymbols& out_;
  std::unordered_map<std::string, std::size_t> step_of_;
  std::unordered_map<std::string, std::size_t> known_;
  std::vector<bool> code_;
  std::vector<Place> places_;
  std::string heading_file_;
  std::string field_;
  const StepSpec* step_ = nullptr;
  bool in_changes_ = false;
};

}  // namespace

std::optional<NamedSymbol> ParseSymbol(std::string_view span) {
  if (span.size() > kLongestSymbol || LooksLikeFile(span)) return std::nullopt;
  const std::string_view declared = AfterDeclaringWords(span);
  const bool declares = declared.size() < span.size();
  if (declares) span = DeclaredName(declared);
  const bool called = span.find('(') != std::string_view::npos && span.ends_with(')');
  if (!called && span.find_first_of(" \t") != std::string_view::npos) return std::nullopt;
  const std::string text = WithoutArguments(span);
  const std::vector<std::string> chain = ChainOf(text);
  if (chain.empty()) return std::nullopt;
  NamedSymbol symbol;
  symbol.name = chain.back();
  if (chain.size() > 1) symbol.qualifier = chain[chain.size() - 2];
  // example.com, foo.org
  for (std::string_view domain : {"com", "org", "net", "io", "dev"}) {
    if (chain.size() > 1 && !called && symbol.name == domain) return std::nullopt;
  }
  if (IsNoSymbol(symbol.name) && (chain.size() == 1 || symbol.name == symbol.qualifier)) return std::nullopt;
  if (symbol.name.size() < 3) return std::nullopt;  // too short to be looked for
  symbol.is_new = declares;
  symbol.written = text;
  while (symbol.written.ends_with('?') || symbol.written.ends_with('!')) symbol.written.pop_back();
  symbol.tentative = chain.size() == 1 && !called && !HasShapeOfCode(symbol.name);
  return symbol;
}

PlanSymbols FindPlanSymbols(std::string_view plan, const std::vector<StepSpec>& steps) {
  PlanSymbols found;
  if (plan.size() > (std::size_t{4} << 20U)) return found;
  const std::string text = ReplaceAll(plan, std::string_view("\0", 1), "\xEF\xBF\xBD");
  const Markdown document(text);
  PlanReading(document, steps, found).Run();
  return found;
}

}  // namespace forge
