#include "text/decompose/decompose_changes.h"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "text/code_spans.h"
#include "text/decompose/line_paths.h"
#include "text/lines.h"
#include "text/path_words.h"
#include "text/plan/plan_check.h"
#include "text/plan/plan_fields.h"
#include "text/prose.h"

namespace forge {
namespace {

bool IsTableRule(std::string_view line) {
  return line.find('|') != std::string_view::npos && line.find("--") != std::string_view::npos &&
         line.find_first_not_of("|-: \t") == std::string_view::npos;
}

// At bars outside code.
std::vector<std::string_view> CellsOutsideCode(std::string_view row) {
  row = Trim(row);
  if (row.starts_with('|')) row.remove_prefix(1);
  if (row.ends_with('|') && !row.ends_with("\\|")) row.remove_suffix(1);
  const std::vector<CodeSpan> spans = CodeSpansOf(row);
  std::vector<std::string_view> cells;
  std::size_t begin = 0;
  std::size_t span = 0;
  for (std::size_t at = 0; at <= row.size(); ++at) {
    while (span < spans.size() && spans[span].end <= at) ++span;
    const bool code = span < spans.size() && at >= spans[span].begin;
    const bool bar = at < row.size() && row[at] == '|' && !code && (at == 0 || row[at - 1] != '\\');
    if (at < row.size() && !bar) continue;
    cells.push_back(Trim(row.substr(begin, at - begin)));
    begin = at + 1;
  }
  return cells;
}

class ChangesReader {
 public:
  ChangesReader(const Markdown& document, const PlanSection& section)
      : document_(document), section_(section), blocks_(document.blocks()) {}

  Changes Read() {
    for (std::size_t at = section_.begin; at < section_.end; ++at) {
      const MarkdownBlock& block = blocks_[at];
      if (block.kind == Kind::kQuote) {
        at = EndOf(at) - 1;  // a quotation
        continue;
      }
      while (!open_.empty() && changes_.specs[open_.back()].last_line < block.line) open_.pop_back();
      if (block.kind == Kind::kHeading) ReadHeading(at);
      if (block.kind == Kind::kItem) ReadItem(at);
      if (block.kind == Kind::kParagraph) ReadParagraph(at);
    }
    DropCoveringDirectories();
    CollectNotes();
    NoteMentioned();
    return std::move(changes_);
  }

 private:
  using Kind = MarkdownBlock::Kind;

  // One past the last block inside this one.
  std::size_t EndOf(std::size_t at) const {
    std::size_t end = at + 1;
    while (end < section_.end && blocks_[end].depth > blocks_[at].depth) ++end;
    return end;
  }

  void ReadHeading(std::size_t at) {
    const MarkdownBlock& block = blocks_[at];
    LinePaths paths = ReadLinePaths(document_.HeadingText(block));
    NoteOthers(paths, block.line);
    if (!paths.any()) return;
    std::size_t end = at + 1;
    while (end < section_.end && !(blocks_[end].kind == Kind::kHeading && blocks_[end].level <= block.level)) ++end;
    const int last = end < section_.end ? blocks_[end].line - 1 : section_.last_line;
    Open({block.line, last, block.column, 0, paths.described || HasText(block.last_line + 1, last), 0}, paths);
  }

  void ReadItem(std::size_t at) {
    if (at + 1 >= section_.end || blocks_[at + 1].kind != Kind::kParagraph ||
        blocks_[at + 1].depth <= blocks_[at].depth)
      return;
    const MarkdownBlock& paragraph = blocks_[at + 1];
    const std::vector<std::string_view> lines = document_.ParagraphLines(paragraph);
    if (lines.empty() || ReadField(lines[0], paragraph.line)) return;
    LinePaths paths = ReadLinePaths(lines[0]);
    NoteOthers(paths, blocks_[at].line);
    if (!paths.any()) return;
    const int last = std::max(blocks_[at].last_line, CodeBehind(at));
    const bool described = paths.described || HasText(blocks_[at].line + 1, last);
    Open({blocks_[at].line, last, blocks_[at].column, 0, described, 0}, paths);
  }

  // Code that follows a list without being indented was meant for its last item.
  int CodeBehind(std::size_t at) const {
    if (blocks_[at].depth != 1) return 0;
    const std::size_t end = EndOf(at);
    int last = 0;
    for (std::size_t next = end; next < section_.end && blocks_[next].kind == Kind::kCode && blocks_[next].depth == 0;
         ++next) {
      last = blocks_[next].last_line;
    }
    return last;
  }

  void ReadParagraph(std::size_t at) {
    const MarkdownBlock& block = blocks_[at];
    const bool first_in_item = at > 0 && blocks_[at - 1].kind == Kind::kItem && blocks_[at - 1].depth < block.depth;
    const std::vector<std::string_view> lines = document_.ParagraphLines(block);
    for (std::size_t i = first_in_item ? 1 : 0; i < lines.size(); ++i) {
      const int line = block.line + static_cast<int>(i);
      if (i + 1 < lines.size() && IsTableRule(lines[i + 1]) && lines[i].find('|') != std::string_view::npos) {
        return ReadTable(lines, i, line);
      }
      if (ReadField(lines[i], line) || first_in_item || !IsNamingLine(lines[i])) continue;
      LinePaths paths = ReadLinePaths(lines[i]);
      NoteOthers(paths, line);
      if (!paths.any()) continue;
      const int last = EndOfNamed(at, lines, i);
      Open({line, last, block.column, 0, paths.described || HasText(line + 1, last), 0}, paths);
    }
  }

  // "**src/a.cc**: ...", "**`a.cc`**", "`a.cc`: ..."; other prose only mentions files.
  static bool IsNamingLine(std::string_view line) {
    if (line.starts_with("**") || line.starts_with("__")) return true;
    if (!line.starts_with('`')) return false;
    const std::vector<CodeSpan> spans = CodeSpansOf(line);
    if (spans.empty() || spans[0].begin != 0) return false;
    const std::string_view rest = Trim(line.substr(spans[0].end));
    return rest.empty() || rest[0] == ':' || rest[0] == '-' || rest[0] == '(' || rest.starts_with(kEnDash) ||
           rest.starts_with(kEmDash);
  }

  // What follows belongs to the bold line up to the next one, a heading, a rule, or a list of other files.
  int EndOfNamed(std::size_t at, const std::vector<std::string_view>& lines, std::size_t index) const {
    const MarkdownBlock& block = blocks_[at];
    for (std::size_t i = index + 1; i < lines.size(); ++i) {
      if (IsNamingLine(lines[i]) && ReadLinePaths(lines[i]).any()) return block.line + static_cast<int>(i) - 1;
    }
    int last = block.last_line;
    for (std::size_t next = EndOf(at); next < section_.end && blocks_[next].depth >= block.depth; next = EndOf(next)) {
      const MarkdownBlock& follower = blocks_[next];
      if (follower.depth != block.depth || follower.kind == Kind::kHeading || follower.kind == Kind::kRule) break;
      if (follower.kind == Kind::kParagraph) {
        const auto texts = document_.ParagraphLines(follower);
        const bool names = !texts.empty() && (IsNamingLine(texts[0]) || texts[0].find('|') != std::string_view::npos);
        if (names) break;
      }
      if (follower.kind == Kind::kList && next + 2 < section_.end && blocks_[next + 2].kind == Kind::kParagraph) {
        const auto texts = document_.ParagraphLines(blocks_[next + 2]);
        if (!texts.empty() && ReadLinePaths(texts[0]).leads) break;
      }
      last = follower.last_line;
    }
    return last;
  }

  void ReadTable(const std::vector<std::string_view>& lines, std::size_t head, int head_line) {
    const std::vector<std::string_view> names = CellsOutsideCode(lines[head]);
    for (std::size_t i = head + 2; i < lines.size(); ++i) {
      const int line = head_line + static_cast<int>(i - head);
      const std::vector<std::string_view> cells = CellsOutsideCode(lines[i]);
      LinePaths row;
      for (std::size_t column = 0; column < cells.size(); ++column) {
        const bool waits = column < names.size() && FieldName(names[column]) == "depends";
        LinePaths cell = ReadLinePaths(cells[column]);
        for (const std::string& path : cell.mentioned) mentioned_.emplace_back(path, line);
        if (!waits && !row.any()) NoteOutside(cell, line);
        if (waits) {
          row.depends.insert(row.depends.end(), cell.files.begin(), cell.files.end());
        } else if (!row.any() && cell.any()) {
          row.files = std::move(cell.files);
          row.directories = std::move(cell.directories);
        } else {
          row.described |= SaysSomething(cells[column]);
        }
      }
      if (!row.any()) continue;
      Open({line, line, 1, head_line, row.described, 0}, row);
      covered_.push_back(head_line);
    }
  }

  // "Depends on: `a`" and "Verify: `make`" below a file are fields of it.
  bool ReadField(std::string_view text, int line) {
    const FieldLabel label = ParseFieldLabel(WithoutCheckbox(Trim(text)));
    if (label.name != "depends" && label.name != "verify") return false;
    if (open_.empty()) return label.name == "depends";
    const SaidCommands said = label.name == "verify" ? SplitCommands(label.value) : SaidCommands{};
    for (const auto& [code, why] : said.cited) {
      AddPlanProblem(changes_.mentioned,
                     {line, fmt::format("`## Changes`: `{}` is not run: {}", Excerpt(code, 60), AdviceFor(why, code)),
                      0, "verify"});
    }
    for (std::size_t file : named_by_[open_.back()]) {
      ChangedFile& changed = changes_.files[file];
      for (const std::string& command : said.commands) AddOnce(changed.verify, command);
      if (label.name == "verify") continue;
      for (const std::string& word : SplitPaths(label.value)) {
        for (std::string& path : ReadPathWord(word, true).paths) AddOnce(changed.depends, std::move(path));
      }
    }
    return true;
  }

  static void AddOnce(std::vector<std::string>& list, std::string item) {
    constexpr std::size_t kMost = 256;
    if (list.size() < kMost && std::find(list.begin(), list.end(), item) == list.end()) list.push_back(std::move(item));
  }

  void NoteOutside(const LinePaths& paths, int line) {
    for (const std::string& path : paths.outside) {
      changes_.problems.push_back({line, "`## Changes`: " + PathProblem(path), 0, "path"});
    }
  }

  void NoteOthers(const LinePaths& paths, int line) {
    NoteOutside(paths, line);
    for (const std::string& path : paths.mentioned) mentioned_.emplace_back(path, line);
    for (const std::string& name : paths.unclear) {
      AddPlanProblem(changes_.mentioned,
                     {line,
                      fmt::format("`## Changes`: `{0}` is not written: it may be a command; if it is a file, write "
                                  "`./{0}`",
                                  Excerpt(name, 60)),
                      0, "changes"});
    }
  }

  void NoteMentioned() {
    std::unordered_set<std::string_view> told;
    for (const ChangedFile& file : changes_.files) told.insert(file.path);
    for (const auto& [path, line] : mentioned_) {
      if (!told.insert(path).second) continue;
      AddPlanProblem(changes_.mentioned,
                     {line,
                      fmt::format("`## Changes`: {} is not written: the line only mentions it; give it a line of its "
                                  "own if it changes",
                                  path),
                      0, "changes"});
    }
  }

  bool HasText(int first, int last) const {
    for (int line = first; line <= last; ++line) {
      const std::string_view text = Trim(document_.Line(line));
      if (!text.empty() && (text.size() > 64 || SaysSomething(text))) return true;
    }
    return false;
  }

  void Open(ChangeSpec spec, const LinePaths& paths) {
    while (spec.last_line > spec.line && Trim(document_.Line(spec.last_line)).empty()) --spec.last_line;
    const std::size_t place = changes_.specs.size();
    open_.push_back(place);
    named_by_.emplace_back();
    for (const auto* list : {&paths.files, &paths.directories}) {
      for (const std::string& path : *list) {
        const std::size_t file = FileAt(path, spec.line);
        ChangedFile& changed = changes_.files[file];
        if (!changed.specs.empty() && changed.specs.back() == place) continue;
        changed.specs.push_back(place);
        for (const std::string& need : paths.depends) AddOnce(changed.depends, need);
        named_by_.back().push_back(file);
        if (list == &paths.directories) directories_.insert(path);
      }
    }
    spec.files = named_by_.back().size();
    changes_.specs.push_back(spec);
  }

  std::size_t FileAt(const std::string& path, int line) {
    auto [it, added] = places_.emplace(path, changes_.files.size());
    if (added) changes_.files.push_back({path, line, {}, {}, {}});
    return it->second;
  }

  // A directory that is named beside files in it says where they are; alone it is what changes.
  void DropCoveringDirectories() {
    if (directories_.empty()) return;
    std::unordered_set<std::string> above;
    for (const ChangedFile& file : changes_.files) {
      std::string_view path = file.path;
      if (path.ends_with('/')) path.remove_suffix(1);
      for (std::size_t slash = path.rfind('/'); slash != std::string_view::npos; slash = path.rfind('/')) {
        path = path.substr(0, slash);
        if (!above.emplace(path).second) break;
      }
    }
    std::erase_if(changes_.files, [&](const ChangedFile& file) {
      std::string_view path = file.path;
      if (path.ends_with('/')) path.remove_suffix(1);
      return directories_.contains(file.path) && above.contains(std::string(path));
    });
  }

  void CollectNotes() {
    std::vector<bool> covered(static_cast<std::size_t>(document_.line_count()) + 2, false);
    for (int line : covered_)
      covered[static_cast<std::size_t>(line)] = covered[static_cast<std::size_t>(line) + 1] = true;
    int done = 0;  // lines up to here are marked: specs come in order and lie in each other
    for (const ChangedFile& file : changes_.files) {
      for (std::size_t place : file.specs) {
        const ChangeSpec& spec = changes_.specs[place];
        for (int line = std::max(spec.line, done + 1); line <= spec.last_line; ++line) {
          covered[static_cast<std::size_t>(line)] = true;
        }
        if (spec.line <= done + 1) done = std::max(done, spec.last_line);
      }
    }
    for (std::size_t at = section_.begin; at < section_.end; ++at) {
      const MarkdownBlock& block = blocks_[at];
      const bool text = block.kind == Kind::kParagraph || block.kind == Kind::kCode || block.kind == Kind::kQuote;
      if (!text) continue;
      bool any = false;
      for (int line = block.line; line <= block.last_line; ++line) {
        if (covered[static_cast<std::size_t>(line)]) continue;
        changes_.notes += any || changes_.notes.empty() ? "" : "\n";
        changes_.notes += TrimRight(document_.Line(line));
        changes_.notes += '\n';
        any = true;
      }
      if (block.kind == Kind::kQuote) at = EndOf(at) - 1;
    }
    changes_.notes = TrimRight(changes_.notes);
  }

  const Markdown& document_;
  const PlanSection& section_;
  const std::vector<MarkdownBlock>& blocks_;
  Changes changes_;
  std::vector<std::size_t> open_;                   // specs that continue here, the innermost last
  std::vector<std::vector<std::size_t>> named_by_;  // files by spec
  std::unordered_map<std::string, std::size_t> places_;
  std::unordered_set<std::string> directories_;
  std::vector<std::pair<std::string, int>> mentioned_;  // with their lines
  std::vector<int> covered_;                            // head lines of tables that were read
};

}  // namespace

Changes ReadChanges(const Markdown& document, const PlanSection& section) {
  return ChangesReader(document, section).Read();
}

std::string SpecText(const Markdown& document, const ChangeSpec& spec) {
  std::string text;
  auto add = [&](int number, int column) {
    std::string_view line = document.Line(number);
    for (int i = 1; i < column && !line.empty() && IsBlank(line.front()); ++i) line.remove_prefix(1);
    text += TrimRight(line);
    text += '\n';
  };
  for (int line = 0; spec.head_line > 0 && line < 2; ++line) add(spec.head_line + line, 1);
  for (int line = spec.line; line <= spec.last_line; ++line) add(line, spec.column);
  text.pop_back();
  return text;
}

}  // namespace forge
