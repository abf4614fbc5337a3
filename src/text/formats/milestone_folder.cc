// A milestone's folder: a roadmap of slices with boxes, and a folder for each slice. Its documents are kept as they
// are, so that they can be given back.
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/strings.h"
#include "text/formats/foreign_plan.h"
#include "text/formats/roadmap_line.h"
#include "text/prose.h"

namespace forge {
namespace {

constexpr std::size_t kLongestPiece = 4000;  // of a document in the text of a step
constexpr std::size_t kMostDocuments = std::size_t{16} << 20U;
constexpr std::size_t kDocumentsKey = 16;  // of their hash

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
    // The run of the slice takes these as its plan. What cannot be read whole is planned anew.
    if (!tasks.empty() && slice.problems.empty()) planned_.insert(step.id);
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
    const std::string key = Sha256(documents.Dump()).substr(0, kDocumentsKey);
    plan_.extra.Set("documents", std::move(documents)).Set(kImportedDocuments, key);
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
      StepSpec& step = plan_.steps[i];
      if (plan_.states[i] == "done" || !planned_.contains(step.id)) continue;
      if (!step.extra.is_object()) step.extra = Json::MakeObject();
      step.extra.Set(kImportedDocuments, key + "/" + step.id.value);
    }
  }

  const TextFiles& files_;
  std::string id_;
  ForeignPlan plan_;
  std::set<StepId> planned_;  // their tasks can be read
};

// A line for each, so that none of them reads as a slice or a heading.
std::string Vision(const ForeignPlan& plan) {
  std::string text;
  for (std::string_view line : Lines(plan.objective)) {
    if (!Trim(line).empty()) text += fmt::format("**Vision:** {}\n", Trim(line));
  }
  return text.empty() ? "" : text + "\n";
}

// A roadmap with the slices of today: what the plan says as the roadmap did stays as it was written.
class RoadmapWriter {
 public:
  RoadmapWriter(const ForeignPlan& plan, std::string_view before, const TextFiles& files) : plan_(plan) {
    std::int64_t last = 0;
    const auto is_taken = [&](std::string_view id) {
      if (IsSlice(id)) last = std::max(last, ParseInt(id.substr(1)).value_or(0));
    };
    for (std::string_view line : Lines(before)) {
      if (const auto slice = ReadRoadmapLine(line)) is_taken(slice->id);
    }
    for (const StepSpec& step : plan.steps) is_taken(step.id.value);
    // The folder of a slice that was dropped stays: another slice must not take its tasks or its SUMMARY.
    constexpr std::string_view kSlices = "slices/";
    for (const auto& [path, text] : files) {
      if (path.starts_with(kSlices)) is_taken(Split(path.substr(kSlices.size()), '/').front());
    }
    for (const StepSpec& step : plan.steps)
      names_.emplace(step.id, IsSlice(step.id.value) ? step.id.value : fmt::format("S{:02}", ++last));
  }

  bool IsDone(std::size_t place) const { return place < plan_.states.size() && plan_.states[place] == "done"; }
  const std::string& NameOf(std::size_t place) const { return names_.at(plan_.steps[place].id); }

  std::string Write(std::string_view before) {
    const std::vector<std::string_view> lines = Lines(before);
    std::vector<bool> written(plan_.steps.size());
    for (std::size_t at = 0; at < lines.size();) {
      const auto slice = ReadRoadmapLine(lines[at]);
      if (!slice) {
        text_ += std::string(lines[at++]) + "\n";
        continue;
      }
      const std::size_t end = EndOfSlice(lines, at);
      const auto step = std::ranges::find(plan_.steps, StepId{slice->id}, &StepSpec::id);
      if (step != plan_.steps.end()) {
        const auto place = static_cast<std::size_t>(step - plan_.steps.begin());
        WriteSlice(place, *slice,
                   {lines.begin() + static_cast<std::ptrdiff_t>(at), lines.begin() + static_cast<std::ptrdiff_t>(end)});
        written[place] = true;
      }
      before_ = slice->id;
      at = end;
      behind_last_ = text_.size();
    }
    std::string added;
    for (std::size_t i = 0; i < plan_.steps.size(); ++i) {
      if (!written[i]) added += SliceLine(i, "") + DemoLines(plan_.steps[i]);
    }
    text_.insert(behind_last_ == 0 ? text_.size() : behind_last_, added);
    return AsWritten(before);
  }

 private:
  // With the line ends of the roadmap that was there. Where it says the same, it stays as it is.
  std::string AsWritten(std::string_view before) {
    std::string plain;
    for (std::string_view line : Lines(before)) plain += std::string(line) + "\n";
    if (text_ == plain) return std::string(before);
    return before.contains("\r\n") ? ReplaceAll(text_, "\n", "\r\n") : std::move(text_);
  }

  // Behind what is said of the slice; blank lines at the end are not its own.
  static std::size_t EndOfSlice(const std::vector<std::string_view>& lines, std::size_t at) {
    std::size_t end = at + 1;
    for (std::size_t i = at + 1; i < lines.size(); ++i) {
      if (ParseHeading(lines[i]).level > 0 || ReadRoadmapLine(lines[i])) break;
      if (!Trim(lines[i]).empty()) end = i + 1;
    }
    return end;
  }

  static std::string Words(std::string_view text) {
    std::string words;
    for (std::string_view line : Lines(text)) {
      std::string_view said = Trim(line);
      if (said.starts_with('>')) said = Trim(said.substr(1));
      if (!said.empty()) words += (words.empty() ? "" : " ") + std::string(said);
    }
    return words;
  }

  std::vector<std::string> NeedsOf(const StepSpec& step) const {
    std::vector<std::string> needs;
    for (const StepId& need : step.depends) {
      const auto known = names_.find(need);
      needs.push_back(known == names_.end() ? need.value : known->second);
    }
    return needs;
  }

  bool SaysTheSame(const StepSpec& step, const RoadmapLine& line) const {
    std::vector<std::string> needs = NeedsOf(step);
    std::vector<std::string> written = line.depends.value_or(std::vector<std::string>());
    if (!line.depends && !before_.empty()) written.push_back(before_);
    std::ranges::sort(needs);
    std::ranges::sort(written);
    return needs == written && Words(step.title) == (line.title.empty() ? line.id : Words(line.title)) &&
           Lower(step.extra["risk"].AsString()) == line.risk;
  }

  void WriteSlice(std::size_t place, const RoadmapLine& line, const std::vector<std::string_view>& lines) {
    const StepSpec& step = plan_.steps[place];
    std::string first(lines.front());
    if (!SaysTheSame(step, line)) {
      first = TrimRight(SliceLine(place, first.substr(0, first.find_first_not_of(" \t"))));
    } else if (IsDone(place) != line.done) {
      first[first.find('[') + 1] = IsDone(place) ? 'x' : ' ';
    }
    text_ += first + "\n";
    const std::vector<std::string> demo(lines.begin() + 1, lines.end());
    const bool same = step.done_when.empty() || Words(Join(demo, "\n")) == Words(step.done_when);
    if (!same) text_ += DemoLines(step);
    for (std::size_t i = 0; same && i < demo.size(); ++i) text_ += demo[i] + "\n";
  }

  std::string SliceLine(std::size_t place, std::string_view indent) const {
    const StepSpec& step = plan_.steps[place];
    const std::string risk = step.extra["risk"].AsString();
    return fmt::format("{}- [{}] **{}: {}** `risk:{}` `depends:[{}]`\n", indent, IsDone(place) ? 'x' : ' ',
                       NameOf(place), ReplaceAll(step.title, "\n", " "), risk.empty() ? "medium" : risk,
                       Join(NeedsOf(step), ","));
  }

  static std::string DemoLines(const StepSpec& step) {
    const std::string words = Words(step.done_when);
    return words.empty() ? "" : "  > " + words + "\n";
  }

  const ForeignPlan& plan_;
  std::map<StepId, std::string> names_;  // slices that came from elsewhere get the numbers behind the last
  std::string text_, before_;            // the slice of the line above
  std::size_t behind_last_ = 0;
};

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
    const bool leaves = path.starts_with('/') || path.find("..") != std::string::npos;
    if (!leaves && path.find('\0') == std::string::npos && !path.empty() && text.is_string())
      files[path] = text.AsString();
  }
  std::string id = MilestoneIn(files);
  if (id.empty()) id = plan.extra["milestone"].AsString();
  if (!id.starts_with('M') || id.find('/') != std::string::npos) id = "M001";
  std::string& roadmap = files[id + "-ROADMAP.md"];
  if (roadmap.empty())
    roadmap = fmt::format("# {}: {}\n\n{}## Slices\n\n", id, ReplaceAll(plan.title, "\n", " "), Vision(plan));
  RoadmapWriter writer(plan, roadmap, files);
  roadmap = writer.Write(std::string(roadmap));
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    if (!writer.IsDone(i)) continue;
    std::string& summary = files[fmt::format("slices/{0}/{0}-SUMMARY.md", writer.NameOf(i))];
    if (summary.empty()) summary = fmt::format("# {}: done\n", writer.NameOf(i));
  }
  return files;
}

}  // namespace forge
