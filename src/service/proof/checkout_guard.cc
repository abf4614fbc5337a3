#include "service/proof/checkout_guard.h"

#include <algorithm>
#include <string_view>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/unit/unit_temp.h"
#include "workspace/capture.h"
#include "workspace/git.h"

namespace forge {
namespace {

constexpr std::string_view kOurs = ".forge";
constexpr std::string_view kInOurs = ".forge/";

bool IsNone(std::string_view object) { return object.find_first_not_of('0') == std::string_view::npos; }

// One file that differs: its objects there and here; all zeros where it is not.
struct Change {
  std::string path, before, after;
};

// `:100644 100644 OLD NEW M\0path\0`
Result<std::vector<Change>> ChangesBetween(const Git& git, const std::string& before, const std::string& after) {
  std::vector<Change> changes;
  const std::string raw = TRY(git.Run({"diff-tree", "-r", "-z", "--no-renames", before, after}));
  const std::vector<std::string> fields = NulFields(raw);
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
    const std::vector<std::string_view> words = Split(fields[i], ' ');
    constexpr std::size_t kWords = 5;
    if (words.size() != kWords) return Fail(Code::kInternal, "git diff-tree says: " + fields[i]);
    changes.push_back({fields[i + 1], std::string(words[2]), std::string(words[3])});
  }
  return changes;
}

Result<Git> GitOf(const Project& project) {
  const std::string directory = TRY(Git(project.root).Line({"rev-parse", "--absolute-git-dir"}));
  return Git(project.root).With("GIT_DIR", directory).With("GIT_WORK_TREE", project.root);
}

void RemoveEmptyParents(const std::string& root, const std::string& file) {
  for (std::string directory = DirName(file); directory.size() > root.size() + 1; directory = DirName(directory)) {
    const auto inside = ListDirectory(directory);
    if (!inside || !inside->empty() || !RemoveTree(directory)) return;
  }
}

}  // namespace

Json ToJson(const CheckoutRecord& record) {
  return Json::MakeObject()
      .Set("stage", record.stage)
      .Set("base", record.base)
      .Set("before", record.before)
      .Set("after", record.after)
      .Set("failed", record.failed);
}

CheckoutRecord CheckoutRecordFromJson(const Json& json) {
  return {json["stage"].AsString(), json["base"].AsString(), json["before"].AsString(), json["after"].AsString(),
          json["failed"].AsBool()};
}

Result<std::string> CaptureCheckout(const Project& project) {
  const Git git = TRY(GitOf(project));
  const std::string index = TRY(git.Line({"rev-parse", "--path-format=absolute", "--git-path", "index"}));
  const auto head = TRY(git.Try({"rev-parse", "--quiet", "--verify", "HEAD^{commit}"}));
  const UnitTemp temp = TRY(UnitTemp::Make());
  TempIndex copy(JoinPath(temp.path(), "index"));
  if (Exists(index)) TRY(copy.CopyFrom(index));
  const std::string base = head.exit_code == 0 ? std::string(Trim(head.out)) : "";
  return CaptureTree(git, project.root, copy, base, {std::string(kOurs)});
}

Result<Reverted> RevertCheckout(const Project& project, const std::string& before, const std::string& after) {
  const Git git = TRY(GitOf(project));
  const std::vector<Change> changes = TRY(ChangesBetween(git, before, after));
  // The checkout now, by the same rules: a file that differs from `after` was changed by the user.
  const std::vector<Change> since = TRY(ChangesBetween(git, after, TRY(CaptureCheckout(project))));
  Reverted reverted;
  std::string restore;
  for (const Change& change : changes) {
    if (change.path.starts_with(kInOurs)) continue;
    const bool touched = std::ranges::find(since, change.path, &Change::path) != since.end();
    (touched ? reverted.kept : reverted.files).push_back(change.path);
    if (touched) continue;
    const std::string path = JoinPath(project.root, change.path);
    if (IsNone(change.before)) {
      TRY(RemoveFile(path));
      RemoveEmptyParents(project.root, path);
    } else {
      restore.append(change.path).push_back('\0');
    }
  }
  if (restore.empty()) return reverted;
  const UnitTemp temp = TRY(UnitTemp::Make());
  const TempIndex index(JoinPath(temp.path(), "index"));
  const Git with = git.With("GIT_INDEX_FILE", index.path());
  TRY(with.Run({"read-tree", before}));
  TRY(with.Run({"checkout-index", "--force", "-z", "--stdin"}, restore));
  return reverted;
}

}  // namespace forge
