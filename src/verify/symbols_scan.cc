#include "verify/symbols_scan.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <functional>
#include <thread>
#include <utility>

#include "os/tree_reader.h"

namespace forge {
namespace {

constexpr std::size_t kBatch = 32;  // files a thread takes at a time
constexpr std::size_t kMostThreads = 16;
constexpr std::size_t kLooksBinary = 8000;             // bytes in which git looks for a NUL
constexpr std::size_t kMostPlacesOfAll = 1000 * 1000;  // of one thread: more than anybody reads, less than memory

constexpr std::array<bool, 256> kInWord = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < 256; ++c) {
    table[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
  }
  return table;
}();

bool InWord(const char* at) { return kInWord[static_cast<unsigned char>(*at)]; }

std::uint64_t HashOf(std::string_view word) {
  std::uint64_t hash = 1469598103934665603ULL;
  for (char c : word) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash ^ (hash >> 29U);
}

struct FoundPlace {
  int name = 0;
  std::size_t file = 0;
  SymbolPlace place;
};

// What one thread found.
struct Part {
  std::vector<std::int64_t> uses, elsewhere;
  std::vector<FoundPlace> places;
};

class FileScan {
 public:
  FileScan(const NameTable& names, Part& part) : names_(names), part_(part) {}

  void Run(const std::string& path, std::size_t number, std::string_view text) {
    if (std::memchr(text.data(), '\0', std::min(text.size(), kLooksBinary)) != nullptr) return;
    const Language language = LanguageOf(path);
    std::vector<std::int64_t>& counts = language == Language::kUnknown ? part_.elsewhere : part_.uses;
    bool any = false;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
      while (at < end && !InWord(at)) ++at;
      const char* const word = at;
      while (at < end && InWord(at)) ++at;
      const auto length = static_cast<std::size_t>(at - word);
      if (length < 2 || !names_.MayHold(word)) continue;
      const int name = names_.Find({word, length});
      if (name < 0) continue;
      ++counts[static_cast<std::size_t>(name)];
      any = true;
    }
    if (!any || language == Language::kUnknown) return;
    FindDefinitions(language, text, [&](const Definition& definition) {
      const int name = definition.name.size() < 2 ? -1 : names_.Find(definition.name);
      if (name < 0 || part_.places.size() >= kMostPlacesOfAll) return;
      part_.places.push_back(
          {name, number, {path, definition.line, definition.kind, std::string(definition.container)}});
    });
  }

 private:
  const NameTable& names_;
  Part& part_;
};

}  // namespace

NameTable::NameTable(const std::vector<std::string>& names) : names_(names), begins_(std::size_t{256} * 256) {
  slots_.resize(std::bit_ceil(names_.size() * 4 + 1));
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::string& name = names_[i];
    if (name.size() < 2) continue;
    begins_[static_cast<unsigned char>(name[0]) * std::size_t{256} + static_cast<unsigned char>(name[1])] = true;
    std::size_t slot = HashOf(name) & (slots_.size() - 1);
    while (slots_[slot].place >= 0 && slots_[slot].name != name) slot = (slot + 1) & (slots_.size() - 1);
    if (slots_[slot].place < 0) slots_[slot] = {name, static_cast<int>(i)};
  }
}

int NameTable::Find(std::string_view word) const {
  std::size_t slot = HashOf(word) & (slots_.size() - 1);
  while (slots_[slot].place >= 0) {
    if (slots_[slot].name == word) return slots_[slot].place;
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return -1;
}

Result<std::vector<SymbolFinds>> ScanTree(const std::string& root, const std::vector<std::string>& files,
                                          const std::vector<std::string>& names, std::size_t largest_file,
                                          std::stop_token stop) {
  const NameTable table(names);
  const std::size_t wanted = (files.size() + kBatch - 1) / kBatch;
  const std::size_t threads =
      std::clamp<std::size_t>(std::min<std::size_t>(std::thread::hardware_concurrency(), wanted), 1, kMostThreads);
  std::vector<TreeReader> readers;
  std::vector<Part> parts(threads);
  for (std::size_t i = 0; i < threads; ++i) {
    readers.push_back(TRY(TreeReader::Open(root)));
    parts[i].uses.resize(names.size());
    parts[i].elsewhere.resize(names.size());
  }
  std::atomic<std::size_t> next{0};
  auto work = [&](std::size_t thread) {
    FileScan scan(table, parts[thread]);
    while (!stop.stop_requested()) {
      const std::size_t first = next.fetch_add(kBatch);
      if (first >= files.size()) return;
      for (std::size_t i = first; i < std::min(first + kBatch, files.size()); ++i) {
        if (auto text = readers[thread].Read(files[i], largest_file)) scan.Run(files[i], i, *text);
      }
    }
  };
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work, i);
    work(0);
  }
  if (stop.stop_requested()) return Fail(Code::kCancelled, "the symbol check was stopped");
  std::vector<SymbolFinds> finds(names.size());
  std::vector<FoundPlace> places;
  for (Part& part : parts) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      finds[i].uses += part.uses[i];
      finds[i].elsewhere += part.elsewhere[i];
    }
    std::move(part.places.begin(), part.places.end(), std::back_inserter(places));
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const FoundPlace& a, const FoundPlace& b) { return a.file < b.file; });
  for (FoundPlace& found : places)
    finds[static_cast<std::size_t>(found.name)].definitions.push_back(std::move(found.place));
  return finds;
}

}  // namespace forge
