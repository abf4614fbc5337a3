#include "text/symbols/symbols.h"

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "model/path_kinds.h"
#include "text/code_spans.h"
#include "text/lines.h"
#include "text/markdown.h"
#include "text/path_words.h"
#include "text/plan/plan_fields.h"
#include "text/plan/plan_sections.h"
#include "text/prose.h"
#include "text/symbols/symbols_said.h"
#include "text/symbols/symbols_spans.h"
#include "text/symbols/symbols_words.h"

namespace forge {
namespace {

struct Place {
  std::string file;
  int indent = 0;
};

// "`f` in `a.cc`"
struct SaidIn {
  std::size_t symbol = 0;  // its place among the symbols
  std::string file;
  bool written_out = false;  // with its arguments
};

constexpr int kNoLead = 1000;  // more than any indent

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
    std::sort(out_.promised.begin(), out_.promised.end());
    out_.promised.erase(std::unique(out_.promised.begin(), out_.promised.end()), out_.promised.end());
    MarkSaidIn();
    MarkMade();
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

  // "`f` in `a.cc`" says that it is there. Not of tests and pages, and not of `f(x)` in a file that the plan writes.
  void MarkSaidIn() {
    for (const SaidIn& said : said_in_) {
      const bool promised = std::binary_search(out_.promised.begin(), out_.promised.end(), said.file);
      if (IsTestPath(said.file) || LanguageOf(said.file) == Language::kUnknown || (promised && said.written_out))
        continue;
      out_.symbols[said.symbol].said_here = true;
    }
  }

  // `module.name` and `Type::name` are made when the plan makes `name` or `Type`. What only code declares may be code
  // of today that the plan shows.
  void MarkMade() {
    for (const NamedSymbol& symbol : out_.symbols) {
      if (symbol.is_new) made_.insert(symbol.name);
    }
    for (const StepSpec& step : steps_) {
      for (const MustHaves::Artifact& artifact : step.must_haves.artifacts) {
        const std::string provides = ReplaceAll(artifact.provides, "`", " ");
        for (std::string_view word : Split(provides, ' ')) {
          if (const auto symbol = ParseSymbol(word)) declared_.insert(symbol->name);
        }
      }
    }
    for (NamedSymbol& symbol : out_.symbols) {
      const bool declared = !symbol.said_here && declared_.contains(symbol.name);
      symbol.is_new = symbol.is_new || declared || made_.contains(symbol.name);
      symbol.owner_is_new = made_.contains(symbol.qualifier) || declared_.contains(symbol.qualifier);
    }
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
      const std::string_view text = document_.Line(line);
      if (code_[static_cast<std::size_t>(line)]) {
        FindDeclaredNames(text, [&](std::string_view name) { declared_.emplace(name); });
        continue;
      }
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
    lead_indent_ = kNoLead;
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
    if (LeadsItems(heading.text)) lead_indent_ = 0;
    heading_file_ = places_.empty() ? "" : places_.back().file;
    places_.clear();
  }

  // "New functions"
  static bool LeadsItems(std::string_view heading) {
    const std::size_t blank = std::min(heading.find(' '), heading.size());
    const std::size_t last = heading.rfind(' ') == std::string_view::npos ? 0 : heading.rfind(' ') + 1;
    return IsOneOf(Lower(heading.substr(0, blank)), {"new", "added", "add", "create"}) &&
           IsSymbolNoun(Lower(heading.substr(last)));
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
    if (!item || indent < lead_indent_) lead_indent_ = kNoLead;
    const bool below_lead = lead_indent_ != kNoLead;
    const LineSaid said = ReadSentences(text, below_lead, field_ == "claims");
    if (said.leads_in) lead_indent_ = item ? indent + 1 : indent;
    std::string file;
    for (const NameSaid& name : said.names) {
      if (!name.is_code || !LooksLikeFile(name.span.text)) continue;
      if (in_changes_) out_.promised.emplace_back(FilePartOf(name.span.text));
      if (file.empty()) file = FilePartOf(name.span.text);
    }
    if (!file.empty()) {
      places_.push_back({file, indent});
    } else {
      file = !places_.empty() ? places_.back().file : heading_file_;
    }
    if (file.empty()) file = OnlyFileOfStep();
    for (const NameSaid& name : said.names) {
      if (name.is_code) {
        Span(text, name, file, line);
      } else if (const auto plain = name.made ? ParseSymbol(name.span.text) : std::nullopt) {
        made_.insert(plain->name);
      }
    }
  }

  std::string OnlyFileOfStep() const {
    if (!step_) return {};
    const std::vector<std::string>& files = step_->writes.empty() ? step_->files : step_->writes;
    return files.size() == 1 && LooksLikeFile(files[0]) ? files[0] : std::string();
  }

  void Span(std::string_view text, const NameSaid& said, const std::string& file, int line) {
    const CodeSpan& span = said.span;
    if (LooksLikeFile(span.text) || step_of_.contains(std::string(span.text))) return;
    FindDeclaredNames(span.text, [&](std::string_view name) { declared_.emplace(name); });
    std::optional<NamedSymbol> symbol = ParseSymbol(span.text);
    if (!symbol) return;
    if (symbol->tentative && BesideNoun(text, span)) symbol->tentative = false;
    symbol->said_here = said.here;
    symbol->is_new = (symbol->is_new && !said.here) || said.made;
    symbol->file = file;
    symbol->line = line;
    if (step_) symbol->step = step_->id;
    auto [entry, added] = known_.emplace(symbol->written, out_.symbols.size());
    const bool declares = symbol->is_new;
    const bool written_out = span.text.find('(') != std::string_view::npos;
    if (!said.here_in.empty() && !declares) said_in_.push_back({entry->second, said.here_in, written_out});
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

  // "function `parse`", "`parse` function": not a plain word.
  static bool BesideNoun(std::string_view text, const CodeSpan& span) {
    std::string_view before = TrimRight(text.substr(0, span.begin)), after = Trim(text.substr(span.end));
    std::size_t begin = before.size(), end = 0;
    while (begin > 0 && IsLetterOrDigit(before[begin - 1])) --begin;
    while (end < after.size() && IsLetterOrDigit(after[end])) ++end;
    return IsSymbolNoun(Lower(before.substr(begin))) || IsSymbolNoun(Lower(after.substr(0, end)));
  }

  const Markdown& document_;
  const std::vector<StepSpec>& steps_;
  PlanSymbols& out_;
  std::unordered_map<std::string, std::size_t> step_of_;
  std::unordered_map<std::string, std::size_t> known_;
  std::unordered_set<std::string> made_, declared_;  // names
  std::vector<SaidIn> said_in_;
  int lead_indent_ = kNoLead;  // items from here are what the line above them makes
  std::vector<bool> code_;
  std::vector<Place> places_;
  std::string heading_file_;
  std::string field_;
  const StepSpec* step_ = nullptr;
  bool in_changes_ = false;
};

}  // namespace

PlanSymbols FindPlanSymbols(std::string_view plan, const std::vector<StepSpec>& steps) {
  PlanSymbols found;
  if (plan.size() > (std::size_t{4} << 20U)) return found;
  const std::string text = ReplaceAll(plan, std::string_view("\0", 1), "\xEF\xBF\xBD");
  const Markdown document(text);
  PlanReading(document, steps, found).Run();
  return found;
}

}  // namespace forge
