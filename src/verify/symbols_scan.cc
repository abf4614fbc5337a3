#include "verify/symbols_scan.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstring>
#include <map>
#include <thread>
#include <utility>

#include "os/files/tree_reader.h"
#include "os/thread.h"
#include "text/symbols/symbols_imports.h"

namespace forge {
namespace {

constexpr std::size_t kBatch = 32;  // files a thread takes at a time
constexpr std::size_t kMostThreads = 16;
constexpr std::size_t kLooksBinary = 8000;             // bytes in which git looks for a NUL
constexpr std::size_t kMostPlacesOfAll = 1000 * 1000;  // of one thread: more than a person reads, less than memory

constexpr std::array<bool, 256> kInWord = [] {
  std::array<bool, 256> table{};
  for (std::size_t c = 0; c < 256; ++c) {
    table[c] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 0x80;
  }
  return table;
}();

constexpr std::size_t kShortestName = 3;
constexpr std::size_t kLargestWindow = 16;

// Is the word that begins here surely a use? Cheap, so that a file that only uses names is not read for definitions.
bool IsSurelyUse(std::string_view text, std::size_t begin) {
  while (begin > 0 && text[begin - 1] == ' ') --begin;
  if (begin == 0) return false;
  if (std::string_view("(=+/|<[%^").find(text[begin - 1]) != std::string_view::npos) return true;
  return text.substr(0, begin).ends_with("return");
}

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
  std::vector<unsigned> imported;
  std::vector<FoundPlace> places;
};

// Too short to be searched for; an import of `os` counts all the same.
using ShortNames = std::map<std::string_view, std::size_t>;

class FileScan {
 public:
  FileScan(const NameTable& names, const ShortNames& short_names, Part& part)
      : names_(names), short_(short_names), part_(part) {}

  void Run(const std::string& path, std::size_t number, std::string_view text) {
    if (std::memchr(text.data(), '\0', std::min(text.size(), kLooksBinary)) != nullptr) return;
    const Language language = LanguageOf(path);
    std::vector<std::int64_t>& counts = language == Language::kUnknown ? part_.elsewhere : part_.uses;
    bool any = false, mentioned = false;
    names_.ForEach(text, [&](int name, std::size_t begin) {
      ++counts[static_cast<std::size_t>(name)];
      mentioned = true;
      any = any || !IsSurelyUse(text, begin);
    });
    if ((!mentioned && short_.empty()) || language == Language::kUnknown) return;
    FindImports(language, text, [&](std::string_view word) {
      if (const auto found = short_.find(word); found != short_.end())
        part_.imported[found->second] |= 1U << static_cast<unsigned>(language);
      if (const int name = names_.Find(word); name >= 0)
        part_.imported[static_cast<std::size_t>(name)] |= 1U << static_cast<unsigned>(language);
    });
    if (!any) return;
    FindDefinitions(language, text, [&](const Definition& definition) {
      const int name = names_.Find(definition.name);
      if (name < 0 || part_.places.size() >= kMostPlacesOfAll) return;
      part_.places.push_back(
          {name, number, {path, definition.line, definition.kind, std::string(definition.container)}});
    });
  }

 private:
  const NameTable& names_;
  const ShortNames& short_;
  Part& part_;
};

}  // namespace

NameTable::NameTable(const std::vector<std::string>& names) : names_(names) {
  slots_.resize(std::bit_ceil(names_.size() * 4 + 1));
  window_ = kLargestWindow;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const std::string& name = names_[i];
    if (name.size() < kShortestName) continue;
    window_ = std::min(window_, name.size());
    std::size_t slot = HashOf(name) & (slots_.size() - 1);
    while (slots_[slot].place >= 0 && slots_[slot].name != name) slot = (slot + 1) & (slots_.size() - 1);
    if (slots_[slot].place < 0) slots_[slot] = {name, static_cast<int>(i)};
  }
  steps_.assign(std::size_t{1} << 16U, static_cast<std::uint8_t>(window_ - 2));
  for (const std::string& name : names_) {
    if (name.size() < kShortestName) continue;
    for (std::size_t last = 2; last < window_; ++last) {
      std::uint8_t& step = steps_[Three(name.data() + last - 2)];
      step = std::min(step, static_cast<std::uint8_t>(window_ - 1 - last));
    }
  }
}

bool NameTable::InWord(char c) { return kInWord[static_cast<unsigned char>(c)]; }

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
  ShortNames short_names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].size() < kShortestName) short_names.emplace(names[i], i);
  }
  const std::size_t wanted = (files.size() + kBatch - 1) / kBatch;
  // More than cores: a thread that waits for the disk leaves its core to another.
  const std::size_t useful = std::clamp<std::size_t>(std::thread::hardware_concurrency(), 8, kMostThreads);
  const std::size_t threads = std::clamp<std::size_t>(wanted, 1, useful);
  std::vector<TreeReader> readers;
  std::vector<Part> parts(threads);
  for (std::size_t i = 0; i < threads; ++i) {
    readers.push_back(TRY(TreeReader::Open(root)));
    parts[i].uses.resize(names.size());
    parts[i].elsewhere.resize(names.size());
    parts[i].imported.resize(names.size());
  }
  std::atomic<std::size_t> next{0};
  auto work = [&](std::size_t thread) {
    FileScan scan(table, short_names, parts[thread]);
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
    for (std::size_t i = 1; i < threads; ++i) {
      auto other = StartThread([&work, i] { work(i); });
      if (!other) break;  // the others do the rest
      others.push_back(*std::move(other));
    }
    work(0);
  }
  if (stop.stop_requested()) return Fail(Code::kCancelled, "the symbol check was stopped");
  std::vector<SymbolFinds> finds(names.size());
  std::vector<FoundPlace> places;
  for (Part& part : parts) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      finds[i].uses += part.uses[i];
      finds[i].elsewhere += part.elsewhere[i];
      finds[i].imported |= part.imported[i];
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
