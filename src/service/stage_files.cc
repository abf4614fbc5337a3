#include "service/stage_files.h"

#include "os/files/files.h"

namespace forge {

FileFact FilesOf(const Project& project, const std::string& plan_file) {
  return [root = project.root, plan_file](const std::string& path) {
    if (path == "plan") return !plan_file.empty() && Exists(plan_file);
    if (path.starts_with('/') || path.find("..") != std::string::npos) return false;
    return Exists(root + "/" + path);
  };
}

}  // namespace forge
