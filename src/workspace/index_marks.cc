#include "workspace/index_marks.h"

#include <algorithm>
#include <cstdint>

#include "os/files/file_marks.h"
#include "workspace/index_file.h"

namespace forge {
namespace {

std::int64_t LastChange(const FileMarks& marks) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  return std::max(marks.changed_s * kSecond + marks.changed_ns, marks.modified_s * kSecond + marks.modified_ns);
}

}  // namespace

bool AreAsIndexed(const std::string& directory, const std::string& index, const FileVersion& version,
                  std::size_t id_size) {
  const auto bytes = ReadFile(index);
  const auto files = bytes ? ReadIndexedFiles(*bytes, id_size) : std::nullopt;
  // A file that changed as the index was written may have changed again in the same moment, and look the same.
  const auto is_older = [&version](const MarkedFile& file) { return LastChange(file.marks) < version.modified_ns; };
  return files && std::ranges::all_of(*files, is_older) && HaveTheirMarks(directory, *files);
}

}  // namespace forge
