// What a mount namespace shows of the machine: nothing but the named places, below covered directories. A socket can be
// connected to wherever its path leads, whatever Landlock says of the path, so paths must not lead there. Makes no
// mounts (process/jail_mounts.h does).
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace forge {

// A directory that an empty one covers, and what is put back into it. All paths are absolute.
struct Cover {
  std::string top;
  std::vector<std::string> directories, files;             // mount points to make, parents first
  std::vector<std::pair<std::string, std::string>> links;  // made as they were: path and target
  std::vector<std::string> kept;                           // real paths: none is below another
  bool operator==(const Cover&) const = default;
};

// Of every directory of "/" that is not the system's, and of /dev/shm. One that is named itself stays as it is.
// `real`: the places, without links; `named`: the same as they were named, through links or not.
std::vector<Cover> FindCovers(const std::vector<std::string>& real, const std::vector<std::string>& named);

// Whether the path leads to what it led to before.
bool IsKept(const std::vector<Cover>& covers, const std::string& path);

}  // namespace forge
