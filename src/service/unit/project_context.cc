#include "service/unit/project_context.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/plan/plans.h"
#include "service/run_settings.h"
#include "text/plan/plan.h"

namespace forge {
namespace {

constexpr std::size_t kDeepest = 16;

// The directories of the paths and those above them, the deepest first, the root ("") last.
std::vector<std::string> DirectoriesOf(const std::vector<std::string>& paths) {
  std::set<std::string> found = {""};
  for (const std::string& path : paths) {
    // Of a pattern only what stands before its first wildcard is a directory.
    std::string directory = path.substr(0, path.find_first_of("*?["));
    for (std::size_t depth = 0; depth < kDeepest; ++depth) {
      const std::size_t slash = directory.rfind('/');
      if (slash == std::string::npos || slash == 0) break;
      directory.resize(slash);
      if (directory.find("..") == std::string::npos) found.insert(directory);
    }
  }
  std::vector<std::string> directories(found.begin(), found.end());
  const auto depth = [](const std::string& one) { return one.empty() ? -1 : std::count(one.begin(), one.end(), '/'); };
  std::stable_sort(directories.begin(), directories.end(),
                   [&](const std::string& a, const std::string& b) { return depth(a) > depth(b); });
  return directories;
}

std::vector<std::string> RuleFiles(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& directory : DirectoriesOf(paths)) {
    for (const char* name : {"AGENTS.md", "CLAUDE.md"})
      files.push_back(directory.empty() ? name : directory + "/" + name);
  }
  files.emplace_back(".context/project.md");
  return files;
}

// A file that only points to another one: `@AGENTS.md`.
bool IsReference(std::string_view text) { return text.starts_with("@") && text.find('\n') == std::string_view::npos; }

// The whole lines of a text that goes on, at most so many bytes.
std::string HeadOf(const std::string& text, std::size_t most) {
  const std::size_t end = text.substr(0, most).rfind('\n');
  return end == std::string::npos ? "" : text.substr(0, end + 1);
}

// So much of each that all together have `most`: the short ones are whole, and the others are cut at one length.
std::size_t ShareOfEach(std::vector<std::size_t> sizes, std::size_t most) {
  std::ranges::sort(sizes);
  std::size_t share = most;
  for (std::size_t place = 0; place < sizes.size(); ++place) {
    share = most / (sizes.size() - place);
    if (sizes[place] > share) break;
    most -= sizes[place];
    share = most + sizes[place];  // all are whole so far
  }
  return share;
}

// What an author fills in; none when the project has no template of its own.
std::vector<PlanPart> TemplateParts(const Project& project) {
  const Plans plans(project);
  const auto own = plans.OwnTemplate();
  if (!own || Trim(*own).empty()) return {};
  NewPlan plan;
  plan.title = "TITLE";
  const auto filled = plans.FillIn(plan, "plan-NNN");
  if (!filled) return {};
  std::vector<PlanPart> parts = ParsePlan(*filled).sections;
  std::erase_if(parts, [](const PlanPart& part) {
    return EqualsIgnoreCase(part.name, "Audit Log") || EqualsIgnoreCase(part.name, "Implementation Notes");
  });
  return parts;
}

}  // namespace

std::string ReadRuleFile(const std::string& path, std::size_t most) {
  if (!IsRegularFile(path)) return "";
  // One byte more than is ever shown: what is cut can be seen.
  const auto read = ReadFileHead(path, most + 1);
  if (!read) return "";
  const std::string text = ValidUtf8(*read);
  // Trimmed at its end, a text that goes on could look whole.
  return std::string(read->size() > most ? std::string_view(text) : Trim(text));
}

std::vector<PromptBlock> ProjectRules(const Project& project, const std::vector<std::string>& paths,
                                      const RuleReader& read, std::size_t most) {
  std::vector<PromptBlock> rules;
  std::set<std::string> seen = {""};
  for (const std::string& name : RuleFiles(paths)) {
    std::string text = read(JoinPath(project.root, name));
    if (!IsReference(text) && seen.insert(text).second) rules.push_back({name, std::move(text)});
  }
  std::vector<std::size_t> sizes;
  for (const PromptBlock& rule : rules) sizes.push_back(rule.text.size());
  const std::size_t share = ShareOfEach(std::move(sizes), most);
  for (PromptBlock& rule : rules) {
    const bool whole = rule.text.size() <= share;
    const std::string rest = fmt::format("(cut here: read the rest of {} yourself)\n", rule.label);
    rule.text = whole ? rule.text + "\n" : HeadOf(rule.text, share) + rest;
    rule.budget = static_cast<std::int64_t>(most) / kBytesOfAToken;  // they share it
    if (!whole) rule.left_out = {"the rest of " + rule.label};
  }
  return rules;
}

std::vector<PromptBlock> ProjectRules(const Project& project, const std::vector<std::string>& paths) {
  return ProjectRules(project, paths, [](const std::string& path) { return ReadRuleFile(path); });
}

std::string PlanTemplateSections(const Project& project) {
  std::string text;
  for (const PlanPart& part : TemplateParts(project))
    text += fmt::format("{}## {}\n{}", text.empty() ? "" : "\n", part.name,
                        part.body.empty() ? "" : fmt::format("\n{}\n", Trim(part.body)));
  return text;
}

std::vector<std::string> MissingTemplateSections(const Project& project, std::string_view plan) {
  std::vector<std::string> missing;
  const std::vector<PlanPart> parts = TemplateParts(project);
  if (parts.empty()) return missing;
  const std::vector<PlanPart> own = ParsePlan(plan).sections;
  for (const PlanPart& part : parts) {
    // A plan may have no steps of its own; what must have them says so.
    const bool there = EqualsIgnoreCase(part.name, "Steps") || std::ranges::any_of(own, [&](const PlanPart& one) {
                         return EqualsIgnoreCase(one.name, part.name);
                       });
    if (!there) missing.push_back(part.name);
  }
  return missing;
}

}  // namespace forge
