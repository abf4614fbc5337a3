// What a command's own report says about its test cases. Plain values; knows no format.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace forge {

struct FailedTest {
  std::string name;     // "suite.case", or what the report calls it
  std::string place;    // "file:line" or "file"; empty: not said
  std::string message;  // first line of why; empty: not said
  bool operator==(const FailedTest&) const = default;
};

struct TestCounts {
  // More are counted, not named.
  static constexpr std::size_t kMostNamed = 200;

  std::int64_t passed = 0, failed = 0, skipped = 0;
  std::vector<FailedTest> failures;

  std::int64_t total() const { return passed + failed + skipped; }
  void AddFailure(FailedTest test) {
    ++failed;
    if (failures.size() < kMostNamed) failures.push_back(std::move(test));
  }
  void Add(const TestCounts& other) {
    passed += other.passed;
    failed += other.failed;
    skipped += other.skipped;
    for (const FailedTest& test : other.failures) {
      if (failures.size() < kMostNamed) failures.push_back(test);
    }
  }
  bool operator==(const TestCounts&) const = default;
};

}  // namespace forge
