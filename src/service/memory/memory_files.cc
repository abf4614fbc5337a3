#include "service/memory/memory_files.h"

#include "memory/export.h"
#include "os/files/files.h"

namespace forge {

Status WriteExport(const std::string& path, std::string_view text, bool section) {
  if (const std::string directory = DirName(path); !directory.empty()) TRY(MakeDirectories(directory));
  if (!section) return WriteFileAtomic(path, text);
  const std::string before = Exists(path) ? TRY(ReadFile(path)) : "";
  return WriteFileAtomic(path, WithAgentsSection(before, text));
}

}  // namespace forge
