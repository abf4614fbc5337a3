// Memory at size: how long saving and recalling take, what the process and the file grow to, beside a bare SQLite
// transaction in the same directory. Prints; asserts nothing. Times are on the wall; "cpu" is what the thread itself
// worked, which a busy machine does not change. forge_memory_bench DIRECTORY [FACTS...]
#include <fmt/core.h>

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
#include "os/files/files.h"
#include "store/database.h"
#include "store/memory/sqlite_memory.h"

namespace forge {
namespace {

constexpr std::size_t kWords = 40'000;
constexpr std::size_t kBatch = 2'000;
constexpr int kQueries = 400;
constexpr int kSaves = 200;

double Now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// One thread does everything here, so the process's time is its.
double Worked() { return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

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
  std::vector<double> wall, cpu;

  void Since(double wall_start, double cpu_start) {
    wall.push_back(Now() - wall_start);
    cpu.push_back(Worked() - cpu_start);
  }

  static double At(std::vector<double> ms, double share) {
    if (ms.empty()) return 0;
    std::sort(ms.begin(), ms.end());
    return ms[std::min(ms.size() - 1, static_cast<std::size_t>(share * static_cast<double>(ms.size())))];
  }

  double Late() const { return At(wall, 0.95); }

  std::string Text() const {
    return fmt::format("p50 {:5.2f}  p95 {:6.2f} ms (cpu p95 {:5.2f})", At(wall, 0.5), At(wall, 0.95), At(cpu, 0.95));
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

// Removes what SQLite leaves beside a file as well.
Status Clear(const std::string& path) {
  for (std::string_view ending : {"", "-wal", "-shm"}) TRY(RemoveFile(path + std::string(ending)));
  return {};
}

// What one row in one transaction costs when nothing is searched, compared or indexed.
Status MeasureBare(const std::string& directory, std::string_view synchronous) {
  const std::string path = directory + "/bare.db";
  TRY(Clear(path));
  {
    Language language(1);
    Database database = TRY(Database::Open(path, {}));
    TRY(database.Script(
        fmt::format("PRAGMA journal_mode = WAL; PRAGMA synchronous = {}; CREATE TABLE fact (text TEXT)", synchronous)));
    Times times;
    for (int i = 0; i < kSaves; ++i) {
      const std::string text = Fact(language).text;
      const double wall = Now();
      const double cpu = Worked();
      Transaction transaction = TRY(Transaction::Begin(database));
      TRY(database.Run("INSERT INTO fact VALUES (?)", {text}));
      TRY(transaction.Commit());
      times.Since(wall, cpu);
    }
    std::printf("a bare transaction, synchronous %-6s  %s\n", std::string(synchronous).c_str(), times.Text().c_str());
  }
  return Clear(path);
}

Status Fill(FactStore& store, Language& language, std::size_t count, TimePoint now) {
  for (std::size_t done = 0; done < count; done += kBatch) {
    std::vector<NewFact> facts;
    for (std::size_t i = done; i < std::min(count, done + kBatch); ++i) facts.push_back(Fact(language));
    TRY(store.Save(facts, now));
  }
  return {};
}

Result<Times> Save(FactStore& store, Language& language, TimePoint now) {
  Times times;
  for (int i = 0; i < kSaves; ++i) {
    const NewFact fact = Fact(language);
    const double wall = Now();
    const double cpu = Worked();
    TRY(store.Save({&fact, 1}, now));
    times.Since(wall, cpu);
  }
  return times;
}

Result<Times> Recall(FactStore& store, Language& language, TimePoint now) {
  Times times;
  for (int i = 0; i < kQueries; ++i) {
    const std::string query = language.Sentence(1 + i % 8);
    const double wall = Now();
    const double cpu = Worked();
    const auto findings = TRY(store.Search(DistinctTerms(query), 60));
    (void)Select(RankFacts(findings, now), RecallKind::kAsked, findings.terms.size(), {});
    times.Since(wall, cpu);
  }
  return times;
}

Status Measure(const std::string& directory, std::size_t count) {
  const std::string path = directory + "/memory-" + std::to_string(count) + ".db";
  TRY(Clear(path));
  Language language(1);
  const TimePoint now{1'000 * kDayMs};
  auto store = TRY(OpenSqliteMemory(path, FactScope::kProject));
  const double before = Now();
  TRY(Fill(store->facts(), language, count, now));
  const double filling = Now() - before;
  const Times saves = TRY(Save(store->facts(), language, now));
  // Anew, as the next command finds it.
  store.reset();
  store = TRY(OpenSqliteMemory(path, FactScope::kProject));
  const Times recalls = TRY(Recall(store->facts(), language, now));
  std::printf("%7zu facts  recall %s  save %s  rss %5.1f MB  disk %6.1f MB  filled in %.0f s\n", count,
              recalls.Text().c_str(), saves.Text().c_str(), ResidentMb(),
              static_cast<double>(FileSize(path).value_or(0)) / 1048576, filling / 1000);
  if (count == 100'000) {
    const auto row = [](const char* what, double value, const char* unit, const char* budget) {
      std::printf("%-58s %10.1f%s %12s %8s  %s\n", what, value, unit, "", "", budget);
    };
    row("recall from 100,000 facts, 95 of 100", recalls.Late(), "ms", "<= 5ms");
    row("save one of 100,000 facts, 95 of 100", saves.Late(), "ms", "<= 2ms");
    row("import 100,000 facts", filling / 1000, "s", "<= 15s");
    row("memory file of 100,000 facts", static_cast<double>(FileSize(path).value_or(0)) / 1048576, "MB", "<= 100MB");
  }
  std::fflush(stdout);
  store.reset();
  return Clear(path);
}

}  // namespace
}  // namespace forge

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  std::vector<std::size_t> counts;
  for (int i = 2; i < argc; ++i) counts.push_back(static_cast<std::size_t>(std::strtoul(argv[i], nullptr, 10)));
  if (counts.empty()) counts = {1'000, 10'000, 100'000};
  auto failed = [](const forge::Status& done) {
    if (!done) std::fprintf(stderr, "%s\n", forge::Describe(done.error()).c_str());
    return !done;
  };
  if (failed(forge::MeasureBare(argv[1], "NORMAL")) || failed(forge::MeasureBare(argv[1], "FULL"))) return 1;
  for (std::size_t count : counts) {
    if (failed(forge::Measure(argv[1], count))) return 1;
  }
  return 0;
}
