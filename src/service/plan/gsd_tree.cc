#include "service/plan/gsd_tree.h"

#include <fmt/core.h>

#include <algorithm>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/plan/plan_file.h"
#include "text/lines.h"
#include "text/plan/plan_print.h"

namespace forge {
namespace {

constexpr std::size_t kLargestDocument = std::size_t{1} << 20;
constexpr std::size_t kMostDecisions = 8000;
constexpr std::string_view kBegun = "\n\nWork on it had begun";

std::string TextOf(const std::string& path) {
  const auto text = ReadFileIfThere(path, kLargestDocument);
  return text && *text ? **text : "";
}

// Rows and items that name the milestone, with the head of their table.
std::string DecisionsOf(std::string_view text, const std::string& id) {
  std::string all, own;
  bool found = false;
  for (std::string_view line : Lines(text)) {
    const std::string_view said = Trim(line);
    if (said.empty() || said.starts_with('#') || said.starts_with("<!--")) continue;
    const bool row = said.starts_with('|') || said.starts_with("- ") || said.starts_with("* ");
    if (!row) continue;
    const bool head = said.starts_with("|-") || said.starts_with("| -") || said.starts_with("|:") ||
                      (said.starts_with('|') && all.empty());
    const bool names = ContainsWord(said, id);
    found = found || names;
    all += std::string(said) + "\n";
    if (head || names) own += std::string(said) + "\n";
  }
  return KeepHeadAndTail(Trim(found ? own : all), kMostDecisions, 0);
}

bool HoldsFragments(const std::string& directory) {
  const auto names = ListDirectory(directory);
  return names && std::ranges::any_of(*names, [](const std::string& name) { return name.ends_with(".json"); });
}

// Empty: that is no key.
std::string DocumentsPath(const Project& project, std::string_view key) {
  const bool hex = key.find_first_not_of("0123456789abcdef") == std::string_view::npos;
  return key.empty() || !hex ? "" : fmt::format("{}/imported/{}.json", project.state, key);
}

Json DocumentsOf(const Project& project, std::string_view key) {
  const std::string path = DocumentsPath(project, key);
  const auto text = path.empty() ? std::nullopt : ReadFileIfThere(path).value_or(std::nullopt);
  return text ? ParseJson(*text).value_or(Json()) : Json();
}

// What `**Imported:** KEY/S02` of a step names. No slice: that is no such word.
struct ImportedSlice {
  std::string documents, slice;
};

ImportedSlice SliceOf(const StepSpec& step) {
  const std::string word = step.extra[kImportedDocuments].AsString();
  const std::size_t slash = word.find('/');
  if (slash == std::string::npos) return {};
  return {word.substr(0, slash), word.substr(slash + 1)};
}

// Only what says which work it is.
StepSpec WorkOf(const StepSpec& step) {
  StepSpec work = step;
  work.id = StepId{"S01"};
  work.depends.clear();
  work.verify.clear();
  work.complexity.clear();
  work.estimate_ms = 0;
  work.tier.clear();
  work.effort.clear();
  work.role.clear();
  work.checkpoint = false;
  work.max_tokens = 0;
  work.max_retries = 0;
  work.extra = Json();
  for (const auto& [name, value] : step.extra.AsObject()) {
    if (name == "risk" || name == "priority" || name == kImportedDocuments) continue;
    if (!work.extra.is_object()) work.extra = Json::MakeObject();
    work.extra.Set(name, value);
  }
  // Where the slice had been left, which is a single line behind the rest, is not in its documents.
  const std::size_t begun = work.what.rfind(kBegun);
  if (begun != std::string::npos && work.what.find('\n', begun + kBegun.size()) == std::string::npos)
    work.what.erase(begun);
  return work;
}

}  // namespace

ImportedAs FindImported(const PlanHeader& header) {
  for (const auto& [name, value] : header.other) {
    const std::size_t space = value.find(' ');
    if (EqualsIgnoreCase(name, kImportedDocuments) && space != std::string::npos)
      return {value.substr(0, space), std::string(Trim(value.substr(space)))};
  }
  return {};
}

Status KeepDocuments(const Project& project, const PlanSource& plan) {
  if (!plan.documents.is_object()) return {};
  const std::string path = DocumentsPath(project, FindImported(plan.document.header).documents);
  if (path.empty()) return {};
  TRY(MakeDirectories(DirName(path)));
  return WriteFileAtomic(path, plan.documents.Dump() + "\n");
}

Status AddDocuments(const std::optional<Project>& project, const std::string& to, bool over, PlanSource& plan) {
  const ImportedAs as = FindImported(plan.document.header);
  if (project) plan.documents = DocumentsOf(*project, as.documents);
  if (!over || !IsDirectory(to)) return {};
  const TextFiles there = TRY(ReadPlanFolder(to));
  const std::string other = MilestoneIn(there);
  if (!other.empty() && !as.milestone.empty() && other != as.milestone) {
    return Fail(Code::kConflict, fmt::format("{} holds milestone {}, and the plan is {}", to, other, as.milestone),
                "write it elsewhere: --to DIR");
  }
  if (!plan.documents.is_object()) plan.documents = Json::MakeObject();
  for (const auto& [path, text] : there) plan.documents.Set(path, text);
  return {};
}

std::optional<std::string> ImportedTasks(const Project& project, const StepSpec& step) {
  const ImportedSlice from = SliceOf(step);
  if (from.slice.empty()) return std::nullopt;
  const std::string folder = fmt::format("slices/{}/", from.slice);
  TextFiles files;
  const Json documents = DocumentsOf(project, from.documents);
  for (const auto& [path, text] : documents.AsObject()) {
    if (path.starts_with(folder)) files[path.substr(folder.size())] = text.AsString();
  }
  if (files.empty()) return std::nullopt;
  return SliceAsPlan(files, step.title);
}

bool IsAsImported(const Project& project, const StepSpec& step) {
  const ImportedSlice from = SliceOf(step);
  TextFiles files;
  const Json documents = DocumentsOf(project, from.documents);
  for (const auto& [path, text] : documents.AsObject()) files[path] = text.AsString();
  const ForeignPlan plan = ReadMilestoneFolder(files);
  const auto made = std::ranges::find(plan.steps, StepId{from.slice}, &StepSpec::id);
  if (made == plan.steps.end()) return false;
  // As a plan says it: that may join lines.
  const auto read = ReadPlanText("# Plan: x\n\n## Steps\n\n" + PrintStep(WorkOf(*made)), "the imported slice");
  return read && WorkOf(read->steps.front()) == WorkOf(step);
}

std::optional<GsdTree> FindGsdTree(const std::string& milestone, const std::string& id, const std::string& home) {
  std::string path = milestone;
  while (path.size() > 1 && path.ends_with('/')) path.pop_back();
  const std::string above = DirName(path);
  if (BaseName(above) != "milestones") return std::nullopt;
  GsdTree tree;
  tree.root = DirName(above);
  tree.state = ReadGsdState(TextOf(JoinPath(path, id + "-STATE.md")));
  if (tree.state.phase.empty() && tree.state.slice.empty()) {
    const std::string shared = TextOf(JoinPath(tree.root, "STATE.md"));
    // The newer one is a page of all runs that is made anew, and says nothing of one of them.
    if (shared.find("AUTO-GENERATED") == std::string::npos) tree.state = ReadGsdState(shared);
    if (!tree.state.milestone.empty() && !ContainsWord(tree.state.milestone, id)) tree.state = {};
  }
  tree.decisions = DecisionsOf(TextOf(JoinPath(tree.root, "DECISIONS.md")), id);
  std::vector<std::pair<std::string, std::string>> files;
  const std::string name = BaseName(tree.root);
  if (!home.empty())
    files.emplace_back("~/.claude/forge-agent-prefs.md", TextOf(home + "/.claude/forge-agent-prefs.md"));
  for (const char* file : {"claude-agent-prefs.md", "prefs.local.md"})
    files.emplace_back(name + "/" + file, TextOf(JoinPath(tree.root, file)));
  tree.preferences = ReadGsdPreferences(files);
  for (const char* directory : {"memory", "forge/memory", "memory/fragments"}) {
    if (HoldsFragments(JoinPath(tree.root, directory))) tree.memory.push_back(JoinPath(tree.root, directory));
  }
  const std::string projection = JoinPath(tree.root, "AUTO-MEMORY.md");
  if (tree.memory.empty() && IsRegularFile(projection)) tree.memory.push_back(projection);
  return tree;
}

void AddTree(const GsdTree& tree, ForeignPlan& plan) {
  if (!tree.decisions.empty()) plan.sections.emplace_back("Decisions", tree.decisions);
  const std::string slice = tree.state.slice.substr(0, tree.state.slice.find_first_of(" :"));
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    if (plan.steps[i].id.value != slice || plan.states[i] == "done") continue;
    plan.states[i] = "running";
    std::string at = tree.state.task.empty() ? "" : " at " + tree.state.task;
    if (!tree.state.phase.empty()) at += fmt::format(" (phase {})", tree.state.phase);
    plan.steps[i].what += fmt::format("{}{}.", kBegun, Excerpt(at, 200).empty() ? "" : " " + Excerpt(at, 200));
    if (!tree.state.next.empty()) plan.steps[i].what += " Next was: " + Excerpt(tree.state.next, 400);
  }
}

}  // namespace forge
