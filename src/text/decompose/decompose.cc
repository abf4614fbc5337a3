#include "text/decompose/decompose.h"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/strings.h"
#include "model/command_paths.h"
#include "model/json.h"
#include "model/path_kinds.h"
#include "text/decompose/decompose_changes.h"
#include "text/decompose/step_ids.h"
#include "text/lines.h"
#include "text/path_words.h"
#include "text/plan/plan_check.h"
#include "text/plan/plan_fields.h"

namespace forge {
namespace {

// Text that many steps share is kept whole as long as all its copies stay below this.
constexpr std::size_t kMostSharedBytes = 1U << 20U;
constexpr std::size_t kLeastSharedBytes = 160;

// --- The manifest. ---

struct Manifest {
  std::vector<std::string> paths;
  std::vector<PlanProblem> problems;  // what is no path in the repository
  std::vector<PlanProblem> notes;     // what is no path at all
  bool found = false;
};

class ManifestReader {
 public:
  explicit ManifestReader(int line) : line_(line) { manifest_.found = true; }

  Manifest Read(const Json& array) {
    for (const Json& item : array.AsArray()) {
      const Json& named = item.is_object() ? (item.Has("path") ? item["path"] : item["file"]) : item;
      Add(named.is_string() ? named.AsString() : item.Dump());
    }
    return std::move(manifest_);
  }

 private:
  void Add(const std::string& name) {
    if (Trim(name).empty()) return Problem("a path is empty");
    PathWord word = ReadPathWord(name, true);
    if (word.kind == PathWord::Kind::kNone) word = ReadPathWithBlanks(name);
    if (word.kind == PathWord::Kind::kNone) {
      // Whatever else it is, it is nothing that a step could write.
      const std::string why = PathProblem(name);
      if (!why.empty()) return Problem(why);
      return AddPlanProblem(
          manifest_.notes,
          {line_, fmt::format("`## Change Manifest`: \"{}\" is not written: it is not a path", Excerpt(name, 60)), 0,
           "changes"});
    }
    for (const std::string& path : word.paths) {
      if (const std::string why = PathProblem(path); !why.empty()) {
        Problem(why);
      } else if (seen_.insert(path).second) {
        manifest_.paths.push_back(path);
      }
    }
  }

  void Problem(const std::string& why) {
    AddPlanProblem(manifest_.problems, {line_, "`## Change Manifest`: " + why, 0, "path"});
  }

  int line_;
  Manifest manifest_;
  std::unordered_set<std::string> seen_;
};

// An array may stand in the text without a fence: from a line that begins with `[` to the last `]`.
Manifest ManifestIn(std::string_view text, int line) {
  const std::size_t open = text.find('[');
  const std::size_t close = text.rfind(']');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return {};
  const auto array = ParseJson(text.substr(open, close - open + 1), 8);
  return array && array->is_array() ? ManifestReader(line).Read(*array) : Manifest{};
}

Manifest ReadManifest(const Markdown& document, const PlanSection& section) {
  for (std::size_t at = section.begin; at < section.end; ++at) {
    const MarkdownBlock& block = document.blocks()[at];
    if (block.kind != MarkdownBlock::Kind::kCode) continue;
    const std::vector<std::string_view> lines = document.CodeLines(block);
    const std::string code = Join(std::vector<std::string>(lines.begin(), lines.end()), "\n");
    Manifest manifest = ManifestIn(code, block.line);
    if (manifest.found) return manifest;
  }
  return ManifestIn(SectionBody(document, section), section.line);
}

// The manifest says which files; what is to be done with them is still said in Changes.
void ApplyManifest(const std::vector<std::string>& manifest, Changes& changes) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < changes.files.size(); ++i) places.emplace(changes.files[i].path, i);
  std::vector<ChangedFile> files;
  for (const std::string& path : manifest) {
    auto it = places.find(path);
    if (it == places.end()) {
      files.push_back({path, 0, {}, {}, {}});
    } else {
      files.push_back(std::move(changes.files[it->second]));
    }
  }
  changes.files = std::move(files);
  changes.mentioned.clear();
}

// --- Groups. ---

using Group = std::vector<std::size_t>;  // places of files

std::string DirectoryOf(std::string_view path) {
  if (path.ends_with('/')) path.remove_suffix(1);
  return std::string(SplitPath(path).directory);
}

class Grouping {
 public:
  Grouping(const std::vector<ChangedFile>& files, const DecomposeOptions& options)
      : files_(files), max_files_(std::max<std::size_t>(options.max_files, 1)), before_(options.before) {}

  std::vector<Group> Run() {
    std::vector<std::string> paths;
    paths.reserve(files_.size());
    for (const ChangedFile& file : files_) paths.push_back(file.path);
    const std::vector<std::size_t> modules = FindModules(paths);
    MarkWaiting();
    grouped_.resize(files_.size(), false);
    AddFormer();
    AddModules(modules);
    AddDirectories();
    std::vector<Group> sliced;
    for (const Group& group : groups_) {
      for (std::size_t at = 0; at < group.size(); at += max_files_) {
        const std::size_t end = std::min(group.size(), at + max_files_);
        sliced.emplace_back(group.begin() + static_cast<std::ptrdiff_t>(at),
                            group.begin() + static_cast<std::ptrdiff_t>(end));
      }
    }
    return sliced;
  }

 private:
  // Files with dependencies get a step of their own: grouped with others, they could form a cycle.
  void MarkWaiting() {
    std::unordered_set<std::string_view> named;
    for (const ChangedFile& file : files_) named.insert(file.depends.begin(), file.depends.end());
    for (const ChangedFile& file : files_) ordered_.push_back(!file.depends.empty() || named.contains(file.path));
  }

  // What was one step stays one, as long as all its files are named.
  void AddFormer() {
    std::unordered_map<std::string_view, std::size_t> places;
    if (!before_.empty()) {
      for (std::size_t place = 0; place < files_.size(); ++place) places.emplace(files_[place].path, place);
    }
    for (const StepSpec& step : before_) {
      Group group;
      for (const std::string& path : step.writes) {
        const auto it = places.find(path);
        if (it == places.end() || grouped_[it->second] || (ordered_[it->second] && step.writes.size() > 1)) break;
        group.push_back(it->second);
      }
      if (group.empty() || group.size() < step.writes.size() || group.size() > max_files_) continue;
      for (std::size_t place : group) grouped_[place] = true;
      groups_.push_back(std::move(group));
    }
  }

  // A module with its tests, a header with its source: ordered by the first test, or else by the first file.
  void AddModules(const std::vector<std::size_t>& modules) {
    std::vector<Group> members(files_.size());
    for (std::size_t place = 0; place < files_.size(); ++place) {
      if (!grouped_[place] && !IsTestPath(files_[place].path)) members[modules[place]].push_back(place);
    }
    std::vector<std::pair<std::size_t, std::size_t>> order;  // where it is met, module
    std::vector<std::size_t> met(files_.size(), files_.size());
    for (std::size_t place = 0; place < files_.size(); ++place) {
      const std::size_t module = modules[place];
      if (grouped_[place] || !IsTestPath(files_[place].path)) continue;
      members[module].push_back(place);
      met[module] = std::min(met[module], place);
    }
    for (std::size_t module = 0; module < files_.size(); ++module) {
      if (members[module].size() < 2) continue;
      order.emplace_back(met[module] < files_.size() ? met[module] : members[module].front(), module);
      for (std::size_t place : members[module]) grouped_[place] = true;
    }
    std::sort(order.begin(), order.end());
    for (const auto& [where, module] : order) groups_.push_back(std::move(members[module]));
  }

  void AddDirectories() {
    std::unordered_map<std::string, std::size_t> directories;
    for (std::size_t place = 0; place < files_.size(); ++place) {
      if (grouped_[place]) continue;
      if (ordered_[place]) {
        groups_.push_back({place});
        continue;
      }
      auto [it, added] = directories.emplace(DirectoryOf(files_[place].path), groups_.size());
      if (added) groups_.emplace_back();
      groups_[it->second].push_back(place);
    }
  }

  const std::vector<ChangedFile>& files_;
  std::size_t max_files_;
  const std::vector<StepSpec>& before_;
  std::vector<Group> groups_;
  std::vector<bool> grouped_;
  std::vector<bool> ordered_;
};

// --- Steps. ---

std::string BaseName(std::string_view path) {
  const bool directory = path.ends_with('/');
  if (directory) path.remove_suffix(1);
  return std::string(SplitPath(path).name) + (directory ? "/" : "");
}

std::string TitleOf(const std::vector<std::string>& files) {
  if (files.size() == 1) return "Implement " + BaseName(files[0]);
  const std::string directory = DirectoryOf(files[0]);
  const bool same =
      std::all_of(files.begin(), files.end(), [&](const std::string& file) { return DirectoryOf(file) == directory; });
  if (!same) return fmt::format("Implement {} files", files.size());
  return fmt::format("Implement {}/ ({} files)", directory.empty() ? "." : directory, files.size());
}

std::string Cut(const std::string& text, std::size_t copies) {
  const std::size_t most = std::max(kLeastSharedBytes, kMostSharedBytes / std::max<std::size_t>(copies, 1));
  return text.size() <= most ? text : KeepHeadAndTail(text, most / 2, most / 2);
}

class StepWriter {
 public:
  StepWriter(const Markdown& document, const std::vector<PlanSection>& sections, Changes changes)
      : document_(document), sections_(sections), changes_(std::move(changes)) {
    result_.notes = std::move(changes_.mentioned);
    const PlanSection* testing = FindPlanSection(sections, "Testing");
    if (testing == nullptr) return;
    TestCommands found = ReadTestCommands(document, *testing);
    verify_ = std::move(found.commands);
    std::ranges::move(found.left_out, std::back_inserter(result_.notes));
  }

  Decomposition Write(const std::vector<Group>& groups) {
    result_.problems = std::move(changes_.problems);
    if (groups.empty()) {
      WriteWithoutFiles();
    } else {
      notes_ = Cut(changes_.notes, groups.size());
      for (const Group& group : groups) WriteGroup(group);
      AddTestCommands(groups.size());
      AddDepends(groups);
    }
    WriteAudit();
    return std::move(result_);
  }

 private:
  StepSpec& AddStep(std::string title, int line) {
    StepSpec step;
    step.id = StepId{fmt::format("phase-{}", result_.steps.size() + 1)};
    step.title = std::move(title);
    result_.steps.push_back(std::move(step));
    result_.lines.push_back(line);
    return result_.steps.back();
  }

  void WriteGroup(const Group& group) {
    std::vector<std::string> files;
    std::vector<std::string> quoted;
    for (std::size_t place : group) {
      files.push_back(changes_.files[place].path);
      quoted.push_back("`" + files.back() + "`");
    }
    StepSpec& step = AddStep(TitleOf(files), changes_.files[group[0]].line);
    step.files = files;
    step.writes = std::move(files);
    step.what = "Implement changes for: " + Join(quoted, ", ");
    AddSpecs(group, step);
    if (!notes_.empty()) step.what += "\n\nFor all changes:\n\n" + notes_;
    for (std::size_t place : group) {
      for (const std::string& command : changes_.files[place].verify) AddVerify(step, command);
    }
  }

  // Of several steps none is the whole: a command may need files that another one writes.
  void AddTestCommands(std::size_t groups) {
    std::unordered_map<std::string_view, std::size_t> writers;
    for (std::size_t step = 0; step < groups; ++step) {
      for (const std::string& path : result_.steps[step].writes) writers.emplace(path, step);
    }
    for (const std::string& command : verify_) {
      std::unordered_set<std::size_t> named;
      if (groups == 1) named.insert(0);
      for (std::string_view path : PathsInCommand(command)) {
        if (const auto it = writers.find(path); it != writers.end()) named.insert(it->second);
      }
      if (named.size() == 1) AddVerify(result_.steps[*named.begin()], command);
    }
  }

  static void AddVerify(StepSpec& step, const std::string& command) {
    if (std::find(step.verify.begin(), step.verify.end(), command) == step.verify.end()) step.verify.push_back(command);
  }

  // Every place that speaks of the group's files, in the order of the document, none twice. A place that only names a
  // file counts when nothing else describes it.
  void AddSpecs(const Group& group, StepSpec& step) {
    std::vector<std::size_t> places;
    std::string missing;
    for (std::size_t place : group) {
      const ChangedFile& file = changes_.files[place];
      const std::size_t before = places.size();
      for (std::size_t spec : file.specs) {
        if (changes_.specs[spec].described) places.push_back(spec);
      }
      if (places.size() > before) continue;
      missing += fmt::format("\n\nFile `{}`: not described in Changes; the Objective says what it is for.", file.path);
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    int covered = 0;
    for (std::size_t place : places) {
      const ChangeSpec& spec = changes_.specs[place];
      if (spec.last_line <= covered) continue;  // inside the one before
      covered = spec.last_line;
      step.what += "\n\n" + Cut(SpecText(document_, spec), spec.files);
    }
    step.what += missing;
  }

  void AddDepends(const std::vector<Group>& groups) {
    std::unordered_map<std::string_view, std::size_t> step_of;
    for (std::size_t step = 0; step < groups.size(); ++step) {
      for (std::size_t place : groups[step]) step_of.emplace(changes_.files[place].path, step);
    }
    for (std::size_t step = 0; step < groups.size(); ++step) {
      std::vector<std::size_t> needs;
      for (std::size_t place : groups[step]) {
        const ChangedFile& file = changes_.files[place];
        for (const std::string& path : file.depends) {
          auto it = step_of.find(path);
          if (it != step_of.end()) {
            if (it->second != step) needs.push_back(it->second);
          } else {
            result_.problems.push_back(
                {file.line, fmt::format("{} depends on {}, which no step changes", file.path, path)});
          }
        }
      }
      std::sort(needs.begin(), needs.end());
      needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
      for (std::size_t need : needs) result_.steps[step].depends.push_back(result_.steps[need].id);
    }
  }

  void WriteWithoutFiles() {
    StepSpec& read = AddStep("Read and analyze plan", 0);
    read.kind = "read";
    read.what = "Read the plan and the code it speaks of. Say which files have to change, and how.";
    const StepId first = read.id;
    const PlanSection* changes = FindPlanSection(sections_, "Changes");
    StepSpec& implement = AddStep("Implement plan", changes ? changes->line : 0);
    implement.depends = {first};
    implement.what = "Implement the plan.";
    for (std::string_view name : {"Objective", "Changes"}) {
      const PlanSection* section = FindPlanSection(sections_, name);
      const std::string body = section ? SectionBody(document_, *section) : std::string();
      if (!body.empty()) implement.what += fmt::format("\n\n{}:\n\n{}", name, body);
    }
    implement.verify = verify_;
  }

  void WriteAudit() {
    std::vector<StepId> all;
    for (const StepSpec& step : result_.steps) all.push_back(step.id);
    StepSpec& audit = AddStep("Post-implementation audit", 0);
    audit.kind = "audit";
    audit.what = "Compare what was done with the plan: every change it asks for, nothing it does not ask for.";
    audit.depends = std::move(all);
    for (const ChangedFile& file : changes_.files) audit.files.push_back(file.path);
    audit.verify = verify_;
  }

  const Markdown& document_;
  const std::vector<PlanSection>& sections_;
  Changes changes_;
  std::vector<std::string> verify_;
  std::string notes_;
  Decomposition result_;
};

}  // namespace

Decomposition Decompose(const Markdown& document, const std::vector<PlanSection>& sections,
                        const DecomposeOptions& options) {
  Changes changes;
  if (const PlanSection* section = FindPlanSection(sections, "Changes")) changes = ReadChanges(document, *section);
  if (const PlanSection* section = FindPlanSection(sections, "Change Manifest")) {
    Manifest manifest = ReadManifest(document, *section);
    if (!manifest.paths.empty()) ApplyManifest(manifest.paths, changes);
    for (PlanProblem& problem : manifest.problems) changes.problems.push_back(std::move(problem));
    for (PlanProblem& note : manifest.notes) changes.mentioned.push_back(std::move(note));
  }
  const std::vector<Group> groups = Grouping(changes.files, options).Run();
  Decomposition derived = StepWriter(document, sections, std::move(changes)).Write(groups);
  if (!options.before.empty()) KeepStepIds(options.before, derived.steps);
  return derived;
}

}  // namespace forge
