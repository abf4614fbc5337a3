#include "service/plan/plan_source.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/strings.h"
#include "os/files/files.h"
#include "os/large_heap.h"
#include "service/plan/gsd_tree.h"
#include "text/decompose/decompose.h"
#include "text/markdown.h"
#include "text/plan/plan_print.h"
#include "text/plan/plan_sections.h"
#include "text/plan/plan_states.h"

namespace forge {
namespace {

constexpr std::size_t kMostFiles = 2'000;  // of a slice's or a milestone's folder
constexpr int kMostDepth = 4;

constexpr std::array kFormats = {
    std::pair{PlanFormat::kMarkdown, std::string_view("markdown")},
    std::pair{PlanFormat::kMilestone, std::string_view("milestone")},
    std::pair{PlanFormat::kModules, std::string_view("modules")},
    std::pair{PlanFormat::kPhases, std::string_view("phases")},
    std::pair{PlanFormat::kSlice, std::string_view("slice")},
    std::pair{PlanFormat::kSpecKit, std::string_view("speckit")},
    std::pair{PlanFormat::kTaskMaster, std::string_view("taskmaster")},
};

std::string_view WithoutMark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

bool HasTasks(const Json& json) { return json["tasks"].is_array(); }

PlanFormat DetectJson(const Json& json) {
  if (json.Has("modules")) return PlanFormat::kModules;
  if (HasTasks(json)) return PlanFormat::kTaskMaster;
  const Json::Object& tags = json.AsObject();
  const bool tagged = std::any_of(tags.begin(), tags.end(), [](const auto& tag) { return HasTasks(tag.second); });
  return tagged ? PlanFormat::kTaskMaster : PlanFormat::kModules;
}

// "- [ ] T001 ..."
bool IsSpecKitTask(std::string_view line) {
  line = Trim(line);
  if (!line.starts_with("- [") || line.size() < 8 || line[4] != ']') return false;
  line = Trim(line.substr(5));
  return line.size() > 1 && line[0] == 'T' && line[1] >= '0' && line[1] <= '9';
}

// The headings decide: one of our plans may quote another tool's lines.
PlanFormat DetectMarkdown(std::string_view text) {
  const Markdown document(text);
  for (const MarkdownBlock& block : document.blocks()) {
    if (block.kind != MarkdownBlock::Kind::kHeading || block.depth > 0) continue;
    const std::string heading = Lower(document.HeadingText(block));
    if (block.level == 1 && heading.starts_with("phases:")) return PlanFormat::kPhases;
    if (block.level == 1 && heading.starts_with("plan:")) return PlanFormat::kMarkdown;
    if (block.level == 2 && (heading == "steps" || heading == "changes")) return PlanFormat::kMarkdown;
  }
  const std::vector<std::string_view> lines = Lines(text);
  return std::any_of(lines.begin(), lines.end(), IsSpecKitTask) ? PlanFormat::kSpecKit : PlanFormat::kMarkdown;
}

ForeignPlan ReadForeign(PlanFormat format, std::string_view text, const std::string& tag) {
  switch (format) {
    case PlanFormat::kModules: return ReadModulePlan(text);
    case PlanFormat::kMilestone: return ReadMilestoneFolder({{"M001-ROADMAP.md", std::string(text)}});
    case PlanFormat::kPhases: return ReadPhases(text);
    case PlanFormat::kSlice: return ReadSliceFolder({{"S01-PLAN.md", std::string(text)}});
    case PlanFormat::kSpecKit: return ReadSpecKit(text);
    case PlanFormat::kTaskMaster: return ReadTaskMaster(text, tag);
    case PlanFormat::kMarkdown: break;
  }
  return {};
}

PlanSource FromForeign(PlanFormat format, ForeignPlan foreign) {
  PlanSource source;
  source.format = format;
  source.tag = std::move(foreign.tag);
  source.other_tags = std::move(foreign.other_tags);
  PlanDocument& plan = source.document;
  plan.title = std::move(foreign.title);
  plan.objective = std::move(foreign.objective);
  for (auto& [name, value] : foreign.extra.AsObject()) {
    // The documents are too much for a plan: agents read that. Its header names them.
    if (format == PlanFormat::kMilestone && name == "documents") {
      source.documents = value;
    } else if (format == PlanFormat::kMilestone && name == kImportedDocuments) {
      plan.header.other.emplace_back("Imported", foreign.extra["milestone"].AsString() + " " + value.AsString());
    } else {
      plan.front_matter.Set(name, value);
    }
  }
  plan.has_steps = true;
  plan.steps = std::move(foreign.steps);
  plan.step_lines.resize(plan.steps.size());
  plan.step_states = std::move(foreign.states);
  for (std::string& state : plan.step_states) {
    // A step that has not begun needs no state.
    state = state == "pending" ? std::string() : AsImported(state);
  }
  for (auto& [name, body] : foreign.sections) plan.sections.push_back({std::move(name), 0, std::move(body)});
  source.problems = std::move(foreign.problems);
  source.notes = std::move(foreign.notes);
  return source;
}

// Parsed once: plans of machines have many steps. Nothing: it is no JSON.
std::optional<PlanSource> ReadJsonSource(std::string_view text, const std::string& tag) {
  if (auto modules = ReadModules(text)) return FromForeign(PlanFormat::kModules, *std::move(modules));
  auto json = ParseJson(text);
  if (!json) return std::nullopt;
  const PlanFormat format = DetectJson(*json);
  if (format == PlanFormat::kModules) return FromForeign(format, ModulePlanFrom(*std::move(json)));
  return FromForeign(format, TaskMasterFrom(*json, tag));
}

PlanSource FromMarkdown(std::string_view text, std::size_t max_files) {
  PlanSource source;
  source.written = std::string(text);
  source.document = ParsePlan(source.written);
  PlanDocument& plan = source.document;
  if (!plan.has_steps && !plan.steps.empty() && max_files != DecomposeOptions{}.max_files) {
    const Markdown document(source.written);
    Decomposition derived = Decompose(document, FindPlanSections(document), {max_files});
    plan.steps = std::move(derived.steps);
    plan.step_lines = std::move(derived.lines);
    plan.step_states.assign(plan.steps.size(), "");
  }
  return source;
}

ForeignPlan ToForeign(const PlanDocument& plan) {
  ForeignPlan foreign;
  foreign.title = plan.title;
  foreign.objective = plan.objective;
  foreign.steps = plan.steps;
  foreign.states = plan.step_states;
  foreign.states.resize(foreign.steps.size());
  for (std::string& state : foreign.states) state = state.empty() ? "pending" : StateWord(state);
  foreign.extra = plan.front_matter;
  return foreign;
}

// A phases file names the plan that it belongs to, and its hash.
void AddPhasesHead(const PlanSource& source, ForeignPlan& foreign) {
  constexpr std::size_t kShortHash = 16;
  const PlanDocument& plan = source.document;
  if (!plan.header.id.empty()) foreign.title = plan.header.id;
  if (!foreign.extra.Has("plan_hash")) foreign.extra.Set("plan_hash", HashOf(source).substr(0, kShortHash));
  if (!foreign.extra.Has("created") && !plan.header.created.empty()) foreign.extra.Set("created", plan.header.created);
}

// Modules must say when they are done; ours need not.
void AddDoneWhen(ForeignPlan& foreign) {
  for (StepSpec& step : foreign.steps) {
    if (step.done_when.empty() && !step.verify.empty()) step.done_when = "its verify commands pass";
  }
}

Status ReadFolder(const std::string& path, const std::string& below, int depth, TextFiles& files,
                  std::vector<std::string>* links) {
  for (const std::string& name : TRY(ListDirectory(path))) {
    const std::string full = JoinPath(path, name);
    if (name.starts_with('.')) continue;
    const PathKind kind = TRY(LookAtPath(full, false));
    if (kind == PathKind::kLink) {
      if (links != nullptr) links->push_back(below + name);
    } else if (kind == PathKind::kDirectory) {
      if (depth < kMostDepth) TRY(ReadFolder(full, below + name + "/", depth + 1, files, links));
    } else if (name.ends_with(".md") && kind == PathKind::kFile) {
      if (files.size() == kMostFiles) {
        return Fail(Code::kInvalid, fmt::format("{}: more than {} documents", path, kMostFiles),
                    "name the folder of one slice");
      }
      files[below + name] = TRY(ReadFile(full, kLargestPlan));
    }
  }
  return {};
}

// What is written below the folder stays below it.
Status RefuseLinks(const std::string& path, const std::string& name) {
  std::string at = path;
  for (std::string_view part : Split(name, '/')) {
    at = JoinPath(at, part);
    if (IsLink(at))
      return Fail(Code::kConflict, fmt::format("{} is a link; nothing was written", at),
                  "remove the link, or write elsewhere");
  }
  return {};
}

}  // namespace

std::string_view Name(PlanFormat format) {
  for (const auto& [value, name] : kFormats) {
    if (value == format) return name;
  }
  return "";
}

std::optional<PlanFormat> ParsePlanFormat(std::string_view name) {
  for (const auto& [value, text] : kFormats) {
    if (text == name) return value;
  }
  return std::nullopt;
}

std::vector<std::string> PlanFormatNames() {
  std::vector<std::string> names;
  for (const auto& [value, name] : kFormats) names.emplace_back(name);
  return names;
}

PlanFormat DetectPlanFormat(std::string_view text) {
  text = WithoutMark(text);
  const std::string_view trimmed = Trim(text);
  if (trimmed.starts_with('[') && ParseJson(trimmed)) return PlanFormat::kModules;  // and refused as such
  if (!trimmed.starts_with('{')) return DetectMarkdown(text);
  const auto json = ParseJson(trimmed);
  return json ? DetectJson(*json) : PlanFormat::kModules;
}

PlanSource ReadPlanSource(std::string_view text, const PlanSourceOptions& options) {
  if (const std::string_view json = Trim(WithoutMark(text)); json.starts_with('{') && !options.format) {
    if (auto source = ReadJsonSource(json, options.tag)) return *std::move(source);
  }
  const PlanFormat format = options.format.value_or(DetectPlanFormat(text));
  if (format == PlanFormat::kMarkdown) return FromMarkdown(text, options.max_files);
  return FromForeign(format, ReadForeign(format, WithoutMark(text), options.tag));
}

std::string MarkdownOf(const PlanSource& plan) {
  return plan.format == PlanFormat::kMarkdown ? plan.written : PrintPlan(plan.document);
}

std::string HashOf(const PlanSource& plan) {
  return plan.format == PlanFormat::kMarkdown ? plan.document.hash : ParsePlan(MarkdownOf(plan)).hash;
}

Result<PlanSource> LoadPlanSource(const std::string& path, const PlanSourceOptions& options) {
  constexpr std::int64_t kBytesOfOne = 6;  // of the text: its steps, and the graph over them
  if (options.only_one) ExpectAllocations(static_cast<std::size_t>(FileSize(path).value_or(0) * kBytesOfOne));
  if (!IsDirectory(path)) return ReadPlanSource(TRY(ReadFile(path)), options);
  const bool folder =
      !options.format || *options.format == PlanFormat::kSlice || *options.format == PlanFormat::kMilestone;
  if (!folder) {
    return Fail(Code::kInvalid, fmt::format("{} is a directory, but a {} plan is a file", path, Name(*options.format)),
                "name the file");
  }
  std::vector<std::string> links;
  const TextFiles files = TRY(ReadPlanFolder(path, &links));
  const auto noting = [&](PlanSource source) {
    for (const std::string& link : links) source.notes.push_back({link + " is a link and was not read", {}});
    return source;
  };
  if (files.empty()) {
    return Fail(Code::kInvalid, fmt::format("{} holds no Markdown", path),
                "name a plan's file, or the folder of a slice or a milestone");
  }
  const std::string milestone = options.format == PlanFormat::kSlice ? "" : MilestoneIn(files);
  if (!milestone.empty() || options.format == PlanFormat::kMilestone) {
    ForeignPlan plan = ReadMilestoneFolder(files);
    if (const auto tree = FindGsdTree(path, milestone, "")) AddTree(*tree, plan);
    return noting(FromForeign(PlanFormat::kMilestone, std::move(plan)));
  }
  return noting(FromForeign(PlanFormat::kSlice, ReadSliceFolder(files)));
}

Result<TextFiles> ReadPlanFolder(const std::string& path, std::vector<std::string>* links) {
  TextFiles files;
  TRY(ReadFolder(path, "", 0, files, links));
  return files;
}

std::optional<std::string> SliceAsPlan(const TextFiles& files, const std::string& title) {
  PlanSource source = FromForeign(PlanFormat::kSlice, ReadSliceFolder(files));
  if (!source.problems.empty() || source.document.steps.empty()) return std::nullopt;
  if (source.document.title.empty()) source.document.title = title;
  return MarkdownOf(source);
}

Result<std::string> LoadPlanText(const std::string& path) {
  if (!IsDirectory(path)) return ReadFile(path);
  const PlanSource source = TRY(LoadPlanSource(path));
  if (source.problems.empty()) return MarkdownOf(source);
  std::vector<std::string> lines;
  for (const ForeignProblem& problem : source.problems) lines.push_back(fmt::format("{}: {}", path, problem.message));
  return Fail(Code::kInvalid, Join(lines, "\n"));
}

TextFiles WritePlanAs(PlanFormat format, const PlanSource& plan) {
  if (format == PlanFormat::kMarkdown) return {{"", MarkdownOf(plan)}};
  ForeignPlan foreign = ToForeign(plan.document);
  if (format == PlanFormat::kPhases) AddPhasesHead(plan, foreign);
  if (format == PlanFormat::kModules) AddDoneWhen(foreign);
  switch (format) {
    case PlanFormat::kModules: return {{"", WriteModulePlan(foreign)}};
    case PlanFormat::kPhases: return {{"", WritePhases(foreign)}};
    case PlanFormat::kSpecKit: return {{"", WriteSpecKit(foreign)}};
    case PlanFormat::kTaskMaster: return {{"", WriteTaskMaster(foreign)}};
    case PlanFormat::kMilestone:
      if (plan.documents.is_object()) foreign.extra.Set("documents", plan.documents);
      if (const ImportedAs as = FindImported(plan.document.header); !as.milestone.empty())
        foreign.extra.Set("milestone", as.milestone);
      return WriteMilestoneFolder(foreign);
    case PlanFormat::kSlice: return WriteSliceFolder(foreign);
    case PlanFormat::kMarkdown: break;
  }
  return {};
}

Status SavePlanFiles(const std::string& path, const TextFiles& files, bool replace) {
  auto place = [&](const std::string& name) { return name.empty() ? path : JoinPath(path, name); };
  for (const auto& [name, text] : files) {
    if (name.empty() && IsDirectory(path)) {
      return Fail(Code::kInvalid, fmt::format("{} is a directory", path), "name a file in it");
    }
    if (!name.empty()) TRY(RefuseLinks(path, name));
    if (!replace && Exists(place(name))) {
      return Fail(Code::kConflict, fmt::format("{} already exists; nothing was written", place(name)),
                  "replace it with --force");
    }
  }
  for (const auto& [name, text] : files) {
    TRY(MakeDirectories(DirName(place(name))));
    TRY(WriteFileAtomic(place(name), text));
  }
  return {};
}

}  // namespace forge
