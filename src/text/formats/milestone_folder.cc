// A milestone's folder: a roadmap of slices with boxes, and a folder for each slice. Its documents are kept as they
// are, so that they can be given back.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/strings.h"
#include "text/formats/foreign_plan.h"
#include "text/prose.h"

namespace forge {
namespace {

constexpr std::size_t kLongestPiece = 4000;  // of a document in the text of a step
constexpr std::size_t kMostDocuments = std::size_t{16} << 20U;

bool IsSlice(std::string_view text) {
  return text.size() > 1 && text.size() < 12 && text[0] == 'S' && IsDigits(text.substr(1));
}

// "- [x] **S01: Title** `risk:high` `depends:[S02]`"
struct RoadmapLine {
  bool done = false;
  std::string id, title, risk;
  std::optional<std::vector<std::string>> depends;  // none: it does not say
};

std::optional<RoadmapLine> ReadRoadmapLine(std::string_view line) {
  line = Trim(line);
  if (!line.starts_with("- [") && !line.starts_with("* [")) return std::nullopt;
  if (line.size() < 6 || line[4] != ']') return std::nullopt;
  RoadmapLine read;
  read.done = line[3] == 'x' || line[3] == 'X';
  std::string_view rest = Trim(line.substr(5));
  const bool bold = rest.starts_with("**");
  if (bold) rest.remove_prefix(2);
  std::size_t end = 0;
  while (end < rest.size() && IsLetterOrDigit(rest[end])) ++end;
  read.id = std::string(rest.substr(0, end));
  if (!IsSlice(read.id)) return std::nullopt;
  rest.remove_prefix(end);
  std::string_view title = rest.substr(0, bold ? rest.find("**") : rest.find('`'));
  while (!title.empty() && (title.front() == ':' || title.front() == '-' || title.front() == ' ' ||
                            static_cast<unsigned char>(title.front()) >= 0x80)) {
    // A dash of another script ends where letters begin.
    const std::size_t length = std::max<std::size_t>(Utf8Length(title), 1);
    if (static_cast<unsigned char>(title.front()) >= 0x80 && !title.starts_with("\xe2\x80\x93") &&
        !title.starts_with("\xe2\x80\x94"))
      break;
    title.remove_prefix(length);
  }
  read.title = std::string(Trim(title));
  for (std::size_t at = rest.find('`'); at != std::string_view::npos;) {
    const std::size_t close = rest.find('`', at + 1);
    if (close == std::string_view::npos) break;
    const std::string_view span = Trim(rest.substr(at + 1, close - at - 1));
    if (span.starts_with("risk:")) read.risk = Lower(Trim(span.substr(5)));
    if (span.starts_with("depends:")) {
      std::string_view list = Trim(span.substr(8));
      if (list.starts_with('[')) list.remove_prefix(1);
      if (list.ends_with(']')) list.remove_suffix(1);
      read.depends.emplace();
      for (std::string_view one : SplitList(list)) {
        if (!Trim(one).empty()) read.depends->emplace_back(Trim(one));
      }
    }
    at = rest.find('`', close + 1);
  }
  return read;
}

// "M001-ROADMAP.md" -> "M001"; empty: it is none.
std::string_view PrefixOf(std::string_view path, std::string_view kind) {
  if (path.find('/') != std::string_view::npos || !path.ends_with(kind)) return "";
  path.remove_suffix(kind.size());
  return path.ends_with('-') ? path.substr(0, path.size() - 1) : "";
}

class MilestoneReader {
 public:
  explicit MilestoneReader(const TextFiles& files) : files_(files), id_(MilestoneIn(files)) {}

  ForeignPlan Read() {
    plan_.extra = Json::MakeObject().Set("milestone", id_);
    ReadRoadmap(ValidUtf8(Own("ROADMAP")));
    if (plan_.steps.empty()) plan_.problems.push_back({fmt::format("{}-ROADMAP.md names no slice", id_), {}});
    for (const char* kind : {"CONTEXT", "SCOPE"}) {
      if (const std::string& text = Own(kind); !Trim(text).empty())
        plan_.sections.emplace_back(std::string(kind == std::string_view("SCOPE") ? "Scope" : "Context"), Body(text));
    }
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) ReadSlice(i);
    CheckNeeds();
    KeepDocuments();
    return std::move(plan_);
  }

 private:
  const std::string& Own(std::string_view kind) const { return Text(fmt::format("{}-{}.md", id_, kind)); }

  const std::string& Text(const std::string& path) const {
    static const std::string none;
    const auto found = files_.find(path);
    return found == files_.end() ? none : found->second;
  }

  // Without its first heading, and with headings that stay below one of ours.
  static std::string Body(std::string_view text) {
    std::string body;
    bool first = true;
    bool fence = false;
    for (std::string_view line : Lines(text)) {
      fence = fence != (Trim(line).starts_with("```") || Trim(line).starts_with("~~~"));
      const int level = fence ? 0 : ParseHeading(line).level;
      if (level == 1 && std::exchange(first, false)) continue;
      if (level > 0 && level < 3) body += level == 1 ? "##" : "#";
      body += std::string(line) + "\n";
    }
    return std::string(Trim(body));
  }

  void ReadRoadmap(std::string_view text) {
    std::string objective;
    bool head = true;  // before the first slice and section
    StepSpec* open = nullptr;
    for (std::string_view line : Lines(text)) {
      const HeadingLine heading = ParseHeading(line);
      if (heading.level == 1 && plan_.title.empty()) {
        plan_.title = std::string(WithoutId(heading.text));
        continue;
      }
      if (heading.level > 0) {
        head = heading.level == 2 && IsOneOf(Lower(heading.text), {"vision", "objective", "goal"});
        open = nullptr;
        continue;
      }
      if (auto slice = ReadRoadmapLine(line)) {
        open = AddSlice(*std::move(slice));
        head = false;
        continue;
      }
      const std::string_view said = Trim(line);
      if (open != nullptr && !said.empty()) {
        std::string_view demo = said.starts_with('>') ? Trim(said.substr(1)) : said;
        open->what += (open->what.empty() ? "" : "\n") + std::string(demo);
      } else if (head && !said.empty()) {
        std::string_view plain = said;
        if (constexpr std::string_view kVision = "**Vision:**"; plain.starts_with(kVision))
          plain = Trim(plain.substr(kVision.size()));
        objective += (objective.empty() ? "" : "\n") + std::string(plain);
      }
    }
    plan_.objective = objective.empty() ? plan_.title : objective;
  }

  std::string_view WithoutId(std::string_view title) const {
    if (!title.starts_with(id_)) return Trim(title);
    title.remove_prefix(id_.size());
    while (title.starts_with(':') || title.starts_with('-') || title.starts_with(' ')) title.remove_prefix(1);
    return Trim(title);
  }

  StepSpec* AddSlice(RoadmapLine line) {
    const auto known = std::ranges::find(plan_.steps, StepId{line.id}, &StepSpec::id);
    if (known != plan_.steps.end()) {
      plan_.problems.push_back({fmt::format("slice {} stands twice in the roadmap", line.id), StepId{line.id}});
      return nullptr;
    }
    StepSpec step;
    step.id = StepId{line.id};
    step.title = line.title.empty() ? line.id : line.title;
    // Who says nothing of it works slice by slice.
    if (!line.depends && !plan_.steps.empty()) step.depends.push_back(plan_.steps.back().id);
    for (std::string& need : line.depends.value_or(std::vector<std::string>()))
      step.depends.push_back(StepId{std::move(need)});
    if (!line.risk.empty()) step.extra = Json::MakeObject().Set("risk", line.risk);
    plan_.steps.push_back(std::move(step));
    plan_.states.emplace_back(line.done ? "done" : "pending");
    return &plan_.steps.back();
  }

  void ReadSlice(std::size_t place) {
    StepSpec& step = plan_.steps[place];
    const std::string& id = step.id.value;
    const std::string folder = fmt::format("slices/{}/", id);
    step.done_when = step.what;
    const bool summary = files_.contains(fmt::format("{0}{1}-SUMMARY.md", folder, id));
    if (summary != (plan_.states[place] == "done")) {
      Note(step.id, summary ? "its box is open, but it has a SUMMARY: it counts as done"
                            : "its box is ticked, but it has no SUMMARY: it counts as done");
      plan_.states[place] = "done";
    }
    TextFiles below;
    for (const auto& [path, text] : files_) {
      if (path.starts_with(folder)) below[path.substr(folder.size())] = text;
    }
    ReadTasks(step, below);
    for (const char* kind : {"CONTEXT", "RISK"}) {
      const std::string text = Body(Text(fmt::format("{}{}-{}.md", folder, id, kind)));
      if (text.empty()) continue;
      step.what += fmt::format("\n\n{}:\n{}", kind == std::string_view("RISK") ? "Risks" : "Context",
                               KeepHeadAndTail(text, kLongestPiece, 0));
    }
    step.what = Trim(step.what).empty() ? step.title : std::string(Trim(step.what));
  }

  void ReadTasks(StepSpec& step, const TextFiles& below) {
    const bool any = std::ranges::any_of(below, [](const auto& file) { return file.first.starts_with("tasks/"); });
    if (!any) return;
    const ForeignPlan slice = ReadSliceFolder(below);
    std::string tasks;
    for (std::size_t i = 0; i < slice.steps.size(); ++i)
      tasks += fmt::format("- [{}] {}: {}\n", slice.states[i] == "done" ? 'x' : ' ', slice.steps[i].id.value,
                           slice.steps[i].title);
    if (!tasks.empty())
      step.what += "\n\nTasks that were planned before, with what is done of them:\n" + std::string(TrimRight(tasks));
    for (const ForeignProblem& problem : slice.problems) Note(step.id, problem.message);
    for (const ForeignProblem& note : slice.notes) Note(step.id, note.message);
  }

  void Note(const StepId& step, std::string_view what) {
    plan_.notes.push_back({fmt::format("slice {}: {}", step.value, what), step});
  }

  void CheckNeeds() {
    for (const StepSpec& step : plan_.steps) {
      for (const StepId& need : step.depends) {
        if (std::ranges::find(plan_.steps, need, &StepSpec::id) == plan_.steps.end())
          plan_.problems.push_back(
              {fmt::format("slice {} depends on {}, which is not a slice", step.id.value, need.value), step.id});
      }
    }
  }

  void KeepDocuments() {
    Json documents = Json::MakeObject();
    std::size_t size = 0;
    std::vector<std::string> left_out;
    for (const auto& [path, text] : files_) {
      if (size + text.size() > kMostDocuments || ValidUtf8(text) != text) {
        left_out.push_back(path);
        continue;
      }
      size += text.size();
      documents.Set(path, text);
    }
    for (const std::string& path : left_out)
      plan_.notes.push_back({path + " is not kept for an export: it is no text, or the documents are too large", {}});
    plan_.extra.Set("documents", std::move(documents));
  }

  const TextFiles& files_;
  std::string id_;
  ForeignPlan plan_;
};

// The line with its box as the state says; others as they are.
std::string WithBox(std::string_view line, const ForeignPlan& plan, std::vector<bool>& written) {
  const auto slice = ReadRoadmapLine(line);
  if (!slice) return std::string(line);
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    if (plan.steps[i].id.value != slice->id) continue;
    written[i] = true;
    const bool done = i < plan.states.size() && plan.states[i] == "done";
    if (done == slice->done) return std::string(line);
    std::string changed(line);
    changed[changed.find('[') + 1] = done ? 'x' : ' ';
    return changed;
  }
  return std::string(line);
}

// A line for each, so that none of them reads as a slice or a heading.
std::string Vision(const ForeignPlan& plan) {
  std::string text;
  for (std::string_view line : Lines(plan.objective)) {
    if (!Trim(line).empty()) text += fmt::format("**Vision:** {}\n", Trim(line));
  }
  return text.empty() ? "" : text + "\n";
}

}  // namespace

std::string MilestoneIn(const TextFiles& files) {
  for (const auto& [path, text] : files) {
    if (const std::string_view id = PrefixOf(path, "ROADMAP.md"); id.starts_with('M')) return std::string(id);
  }
  return "";
}

ForeignPlan ReadMilestoneFolder(const TextFiles& files) { return MilestoneReader(files).Read(); }

TextFiles WriteMilestoneFolder(const ForeignPlan& plan) {
  TextFiles files;
  for (const auto& [path, text] : plan.extra["documents"].AsObject()) {
    const bool outside =
        path.starts_with('/') || path.find("..") != std::string::npos || path.find('\0') != std::string::npos;
    if (!outside && !path.empty() && text.is_string()) files[path] = text.AsString();
  }
  std::string id = MilestoneIn(files);
  if (id.empty()) id = plan.extra["milestone"].AsString();
  if (!id.starts_with('M') || id.find('/') != std::string::npos) id = "M001";
  std::string& roadmap = files[id + "-ROADMAP.md"];
  if (roadmap.empty())
    roadmap = fmt::format("# {}: {}\n\n{}## Slices\n\n", id, ReplaceAll(plan.title, "\n", " "), Vision(plan));
  std::vector<bool> written(plan.steps.size());
  std::string text;
  for (std::string_view line : Lines(roadmap)) text += WithBox(line, plan, written) + "\n";
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const StepSpec& step = plan.steps[i];
    const bool done = i < plan.states.size() && plan.states[i] == "done";
    if (IsSlice(step.id.value) && done) {
      std::string& summary = files[fmt::format("slices/{0}/{0}-SUMMARY.md", step.id.value)];
      if (summary.empty()) summary = fmt::format("# {}: done\n", step.id.value);
    }
    if (written[i]) continue;
    const std::string slice = IsSlice(step.id.value) ? step.id.value : fmt::format("S{:02}", i + 1);
    std::vector<std::string> needs;
    for (const StepId& need : step.depends) needs.push_back(need.value);
    const std::string risk = step.extra["risk"].AsString();
    text += fmt::format("- [{}] **{}: {}** `risk:{}` `depends:[{}]`\n", done ? 'x' : ' ', slice,
                        ReplaceAll(step.title, "\n", " "), risk.empty() ? "medium" : risk, Join(needs, ","));
    if (!step.done_when.empty()) text += "  > " + ReplaceAll(step.done_when, "\n", " ") + "\n";
  }
  roadmap = text;
  return files;
}

}  // namespace forge
