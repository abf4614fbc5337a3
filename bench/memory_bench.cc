// Memory at size: how long saving and recalling take, what the process and the file grow to. Prints; asserts nothing.
// forge_memory_bench DIRECTORY [FACTS...]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "base/strings.h"
#include "memory/rank.h"
#include "memory/selection.h"
#include "memory/terms.h"
#include "os/files.h"
#include "store/sqlite_memory.h"

namespace forge {
namespace {

constexpr std::size_t kWords = 40'000;
constexpr std::size_t kBatch = 2'000;
constexpr int kQueries = 400;
constexpr int kSaves = 200;

double Now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Words as people use them: a few everywhere, most hardly ever.
class Language {
 public:
  explicit Language(unsigned seed) : random_(seed) {
    constexpr std::string_view kSyllables[] = {"ba",  "ke",  "lo",  "mi",  "nu",  "par",
                                               "qui", "ros", "ste", "tor", "ven", "zor"};
    for (std::size_t i = 0; i < kWords; ++i) {
      std::string word;
      for (std::size_t n = i + 12; n > 0; n /= 12) word += kSyllables[n % 12];
      words_.push_back(std::move(word));
    }
  }

  std::string Word() {
    // Zipf: the n-th word comes up 1/n as often as the first.
    const double share = std::uniform_real_distribution<double>(0, 1)(random_);
    return words_[static_cast<std::size_t>(std::pow(static_cast<double>(kWords), share)) - 1];
  }

  std::string Sentence(int words) {
    std::string text = Word();
    for (int i = 1; i < words; ++i) text += " " + Word();
    return text;
  }

  std::mt19937& random() { return random_; }

 private:
  std::mt19937 random_;
  std::vector<std::string> words_;
};

struct Times {
  std::vector<double> ms;
  double At(double share) {
    std::sort(ms.begin(), ms.end());
    return ms.empty() ? 0
                      : ms[std::min(ms.size() - 1, static_cast<std::size_t>(share * static_cast<double>(ms.size())))];
  }
};

double ResidentMb() {
  const std::string text = ReadFile("/proc/self/status").value_or("");
  const std::size_t at = text.find("VmRSS:");
  return at == std::string::npos ? 0 : static_cast<double>(std::strtol(text.c_str() + at + 6, nullptr, 10)) / 1024;
}

NewFact Fact(Language& language) {
  NewFact fact;
  fact.text = language.Sentence(8 + static_cast<int>(language.random()() % 10));
  fact.category = static_cast<FactCategory>(language.random()() % kFactCategories);
  return fact;
}

Status Measure(const std::string& directory, std::size_t count) {
  const std::string path = directory + "/memory-" + std::to_string(count) + ".db";
  TRY(RemoveFile(path));
  Language language(1);
  auto store = TRY(OpenSqliteMemory(path, FactScope::kProject));
  const TimePoint now{1'000 * kDayMs};
  const double before = Now();
  for (std::size_t done = 0; done < count; done += kBatch) {
    std::vector<NewFact> facts;
    for (std::size_t i = done; i < std::min(count, done + kBatch); ++i) facts.push_back(Fact(language));
    TRY(store->facts().Save(facts, now));
  }
  const double filling = Now() - before;
  Times saves;
  for (int i = 0; i < kSaves; ++i) {
    const NewFact fact = Fact(language);
    const double start = Now();
    TRY(store->facts().Save({&fact, 1}, now));
    saves.ms.push_back(Now() - start);
  }
  store.reset();
  store = TRY(OpenSqliteMemory(path, FactScope::kProject));
  Times recalls;
  std::size_t found = 0;
  const std::clock_t cpu = std::clock();
  for (int i = 0; i < kQueries; ++i) {
    const std::string query = language.Sentence(1 + i % 8);
    const double start = Now();
    const auto findings = TRY(store->facts().Search(DistinctTerms(query), 60));
    found += Select(RankFacts(findings, now), RecallKind::kAsked, findings.terms.size(), {}).size();
    recalls.ms.push_back(Now() - start);
  }
  const double cpu_ms = 1000.0 * static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC / kQueries;
  std::printf(
      "%9zu  recall p50 %6.2f ms  p95 %6.2f ms (cpu %.2f ms)  save p50 %6.2f ms  p95 %6.2f ms  rss %6.1f MB  disk "
      "%7.1f MB  "
      "fill %6.1f s  (%zu found)\n",
      count, recalls.At(0.5), recalls.At(0.95), cpu_ms, saves.At(0.5), saves.At(0.95), ResidentMb(),
      static_cast<double>(FileSize(path).value_or(0)) / 1048576, filling / 1000, found);
  std::fflush(stdout);
  return RemoveFile(path);
}

}  // namespace
}  // namespace forge

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::vector<std::size_t> counts;
  for (int i = 2; i < argc; ++i) counts.push_back(static_cast<std::size_t>(std::strtoul(argv[i], nullptr, 10)));
  if (counts.empty()) counts = {1'000, 10'000, 100'000, 1'000'000};
  for (std::size_t count : counts) {
    if (auto done = forge::Measure(argv[1], count); !done) {
      std::fprintf(stderr, "%s\n", forge::Describe(done.error()).c_str());
      return 1;
    }
  }
  return 0;
}
