#include "service/memory/known_risks.h"

#include <algorithm>

#include "workspace/git.h"

namespace forge {
namespace {

constexpr std::string_view kAboutWorking = "forge workflow failure";
constexpr std::size_t kMostRecalled = 5;
constexpr std::int64_t kMostOfProject = 3;

void Add(std::vector<std::string>& risks, const std::string& text) {
  if (std::find(risks.begin(), risks.end(), text) == risks.end()) risks.push_back(text);
}

Status Gather(Memory& memory, TimePoint now, std::vector<std::string>& risks) {
  if (memory.global() != nullptr) {
    RecallRequest request;
    request.query = std::string(kAboutWorking);
    request.scope = FactScope::kGlobal;
    request.limit = kMostRecalled;
    for (const Hit& hit : TRY(memory.Recall(request, now))) {
      if (hit.fact.category == FactCategory::kFailurePattern) Add(risks, hit.fact.text);
    }
  }
  if (memory.project() == nullptr) return {};
  FactFilter filter;
  filter.category = FactCategory::kFailurePattern;
  filter.surest_first = true;
  filter.limit = kMostOfProject;
  for (const Fact& fact : TRY(memory.List(FactScope::kProject, filter))) Add(risks, fact.text);
  return {};
}

}  // namespace

std::vector<std::string> KnownRisks(Memory& memory, TimePoint now) {
  std::vector<std::string> risks;
  if (Status gathered = Gather(memory, now, risks); !gathered)
    risks.push_back("(the memory cannot be read: " + gathered.error().message + ")");
  return risks;
}

std::vector<std::string> KnownRisks(const Machine& machine, const Project& project, TimePoint now) {
  auto memory = Memory::Open(machine, project, false);
  if (!memory) return {"(the memory cannot be read: " + memory.error().message + ")"};
  return KnownRisks(*memory, now);
}

std::vector<std::string> UncommittedFiles(const Project& project) {
  std::vector<std::string> files;
  if (!project.is_git) return files;
  const auto said = Git(project.root).Run({"status", "--porcelain=v1", "-z", "--untracked-files=normal"});
  if (!said) return files;
  const std::vector<std::string> fields = NulFields(*said);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    constexpr std::size_t kMarks = 3;  // "XY "
    if (fields[i].size() <= kMarks) continue;
    const bool renamed = fields[i][0] == 'R' || fields[i][0] == 'C';
    const std::string path = fields[i].substr(kMarks);
    if (!path.starts_with(".forge/")) files.push_back(path);
    if (renamed) ++i;  // its old name follows
  }
  return files;
}

}  // namespace forge
