#include "workspace/index_file.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace forge {
namespace {

constexpr std::size_t kHeader = 12;
constexpr std::size_t kStat = 40;  // of an entry, before the object name; the mode is at 24
constexpr std::size_t kModeAt = 24;
constexpr std::uint32_t kModeType = 0170000;
constexpr std::uint32_t kGitlink = 0160000;
constexpr std::uint32_t kDirectory = 0040000;  // of a sparse index
constexpr std::uint32_t kAssumeUnchanged = 0x8000;
constexpr std::uint32_t kExtended = 0x4000;
constexpr std::uint32_t kSkipWorktree = 0x4000;  // of the extended flags

// Big-endian numbers, one after the other. Past the end everything is zero and `is_good` false.
class IndexBytes {
 public:
  explicit IndexBytes(std::string_view bytes) : bytes_(bytes) {}

  std::string_view Take(std::size_t count) {
    if (count > bytes_.size() - at_) {
      is_good_ = false;
      return {};
    }
    at_ += count;
    return bytes_.substr(at_ - count, count);
  }
  std::uint32_t Number(std::size_t count) {
    std::uint32_t value = 0;
    for (char byte : Take(count)) value = value << 8U | static_cast<unsigned char>(byte);
    return value;
  }
  // As git writes offsets: seven bits each, most significant first, plus one for each byte that continues.
  std::size_t Offset() {
    std::uint32_t byte = Number(1);
    std::size_t value = byte & 0x7FU;
    for (int count = 1; (byte & 0x80U) != 0 && count < 5; ++count) {
      byte = Number(1);
      value = (value + 1) << 7U | (byte & 0x7FU);
    }
    return value;
  }
  std::string_view UntilNul() {
    const std::size_t end = bytes_.find('\0', at_);
    if (end == std::string_view::npos) {
      is_good_ = false;
      return {};
    }
    const std::string_view text = Take(end - at_);
    ++at_;
    return text;
  }
  void Skip(std::size_t count) { (void)Take(count); }
  std::size_t at() const { return at_; }
  std::size_t left() const { return bytes_.size() - at_; }
  bool is_good() const { return is_good_; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool is_good_ = true;
};

// Extensions with a small first letter change the meaning of the entries.
bool HasStrangeExtension(IndexBytes& bytes, std::size_t id_size) {
  while (bytes.is_good() && bytes.left() > id_size) {
    const std::string_view name = bytes.Take(4);
    if (name.empty() || name[0] < 'A' || name[0] > 'Z') return true;
    bytes.Skip(bytes.Number(4));
  }
  return !bytes.is_good() || bytes.left() != id_size;
}

FileMarks ReadMarks(std::string_view stat) {
  IndexBytes in(stat);
  FileMarks marks;
  marks.changed_s = in.Number(4);
  marks.changed_ns = in.Number(4);
  marks.modified_s = in.Number(4);
  marks.modified_ns = in.Number(4);
  in.Skip(4);  // the device: git does not compare it, because it can change when the machine starts
  marks.inode = in.Number(4);
  in.Skip(4);  // the mode: who changes it changes the time of the inode
  marks.user = in.Number(4);
  marks.group = in.Number(4);
  marks.size = in.Number(4);
  return marks;
}

struct IndexEntry {
  const std::string& name;
  std::string_view stat;  // kStat bytes
  std::uint32_t type = 0;
  bool is_hidden = false;
};

// Calls `take` for each entry. False: git must be asked.
template <typename Take>
bool ReadEntries(std::string_view bytes, std::size_t id_size, Take take) {
  IndexBytes in(bytes);
  if (bytes.size() < kHeader + id_size || in.Take(4) != "DIRC") return false;
  const std::uint32_t version = in.Number(4);
  if (version < 2 || version > 4) return false;
  std::string name;  // version 4 gives only what differs from the entry before
  for (std::uint32_t count = in.Number(4); count > 0 && in.is_good(); --count) {
    const std::size_t start = in.at();
    const std::string_view stat = in.Take(kStat);
    const std::uint32_t type = IndexBytes(stat.substr(std::min(kModeAt, stat.size()))).Number(4) & kModeType;
    in.Skip(id_size);
    const std::uint32_t flags = in.Number(2);
    const std::uint32_t more = (flags & kExtended) != 0 ? in.Number(2) : 0;
    if (version < 3 && (flags & kExtended) != 0) return false;
    if (version == 4) {
      const std::size_t dropped = in.Offset();
      if (dropped > name.size()) return false;
      name.resize(name.size() - dropped);
      name += in.UntilNul();
    } else {
      name = in.UntilNul();
      // Padded with one to eight NULs to a multiple of eight; one is taken already.
      in.Skip((8 - (in.at() - start) % 8) % 8);
    }
    if (type == kDirectory) return false;
    if (in.is_good()) take({name, stat, type, (flags & kAssumeUnchanged) != 0 || (more & kSkipWorktree) != 0});
  }
  return in.is_good() && !HasStrangeExtension(in, id_size);
}

}  // namespace

std::optional<IndexListing> ReadIndexListing(std::string_view bytes, std::size_t id_size) {
  IndexListing listing;
  const bool is_read = ReadEntries(bytes, id_size, [&listing](const IndexEntry& entry) {
    if (entry.is_hidden) listing.hidden.push_back(entry.name);
    if (entry.type == kGitlink) listing.gitlinks.push_back(entry.name);
  });
  return is_read ? std::optional(std::move(listing)) : std::nullopt;
}

std::optional<std::vector<MarkedFile>> ReadIndexedFiles(std::string_view bytes, std::size_t id_size) {
  std::vector<MarkedFile> files;
  const bool is_read = ReadEntries(
      bytes, id_size, [&files](const IndexEntry& entry) { files.push_back({entry.name, ReadMarks(entry.stat)}); });
  return is_read ? std::optional(std::move(files)) : std::nullopt;
}

}  // namespace forge
