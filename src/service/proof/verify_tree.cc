#include "service/proof/verify_tree.h"

#include <vector>

#include "base/strings.h"
#include "os/files/files.h"
#include "service/unit/unit_temp.h"
#include "workspace/capture.h"
#include "workspace/git.h"

namespace forge {

Result<std::optional<std::string>> WorkingTreeHash(const std::string& directory) {
  const auto places = TRY(Git(directory).Try({"rev-parse", "--path-format=absolute", "--show-toplevel",
                                              "--absolute-git-dir", "--git-path", "objects", "--git-path", "index"}));
  if (places.exit_code != 0) return std::nullopt;
  const std::vector<std::string_view> lines = Lines(places.out);
  // A file name with a newline: better no evidence than evidence about another tree.
  if (lines.size() != 4) return std::nullopt;
  const std::string top(lines[0]), git_directory(lines[1]), objects(lines[2]), index(lines[3]);
  const auto head = TRY(Git(directory).Try({"rev-parse", "--quiet", "--verify", "HEAD^{commit}"}));
  const UnitTemp temp = TRY(UnitTemp::Make());
  const Git git = Git(top)
                      .With("GIT_DIR", git_directory)
                      .With("GIT_OBJECT_DIRECTORY", JoinPath(temp.path(), "objects"))
                      .With("GIT_ALTERNATE_OBJECT_DIRECTORIES", objects);
  TRY(MakeDirectories(JoinPath(temp.path(), "objects")));
  TempIndex copy(JoinPath(temp.path(), "index"));
  if (Exists(index)) TRY(copy.CopyFrom(index));
  const std::string base = head.exit_code == 0 ? std::string(Trim(head.out)) : "";
  return TRY_WITH("name the tree of " + top, CaptureTree(git, top, copy, base)).tree;
}

}  // namespace forge
