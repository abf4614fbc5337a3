#include "verify/signature.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace forge {
namespace {

TEST(Signature, TheSameFailureLooksTheSame) {
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {"took 0.03s\n", "took 12.5s\n"},
      {"[  FAILED  ] A.B (5 ms)\n", "[  FAILED  ] A.B (17 ms)\n"},
      {"2024-01-02 03:04:05.678 error: x\n", "2025-11-12T13:14:15Z error: x\n"},
      {"at 10:11:12 crashed\n", "at 1:02:03,456 crashed\n"},
      {"SEGV at 0x7ffe1234\n", "SEGV at 0x5605abcd\n"},
      {"==123==ERROR: leak\n", "==99==ERROR: leak\n"},
      {"pid 12 died\n", "pid 34567 died\n"},
      {"/tmp/forge-a1b2/src/x.c:3: error\n", "/tmp/forge-zz99/src/x.c:3: error\n"},
      {"commit 1a2b3c4d5e failed\n", "commit 99ff00aa11 failed\n"},
      {"\x1b[31mred\x1b[0m\n", "red\n"},
      {"10%\r50%\rdone\n", "done\n"},
      {"[1/20] compile a\n", "[19/20] compile a\n"},
      {"a\n\n-----\n\nb", "a\r\n=====\r\nb\r\n"},
      {"a   b\tc\n", "a b c\n"},
      {"finished in 3 seconds\n", "finished in 1.25 seconds\n"},
      {"ran 1m05s\n", "ran 2h01m\n"},
      {"{\"at\":1700000000123,\"ok\":false}\n", "{\"at\":1763470000456,\"ok\":false}\n"},
      {"log-1700000000.txt: bad\n", "log-1763470001.txt: bad\n"},
      {"started 1700000000.25.\n", "started 1763470001.75.\n"},
  };
  for (const auto& [one, other] : pairs) {
    EXPECT_EQ(NormalizeOutput(one), NormalizeOutput(other)) << one << other;
    EXPECT_EQ(Signature(one), Signature(other));
    EXPECT_FALSE(NormalizeOutput(one).empty()) << one;
  }
}

TEST(Signature, AnotherFailureLooksDifferent) {
  const std::vector<std::pair<std::string, std::string>> pairs = {
      {"x.c:12: error\n", "x.c:13: error\n"},
      {"x.c:12:34:56 note\n", "x.c:12:34:57 note\n"},
      {"expected 3, got 4\n", "expected 3, got 5\n"},
      {"test_deadbeef failed\n", "test_beefdead failed\n"},
      {"2 items\n", "3 items\n"},
      {"v1.2.3 is bad\n", "v1.2.4 is bad\n"},
      {"/tmp/x/src/a.c broke\n", "/tmp/x/src/b.c broke\n"},
      {"assert a == b\n", "assert a == c\n"},
      {"exit code 1234567\n", "exit code 7654321\n"},
      {"got 12345678901\n", "got 12345678902\n"},
      {"got 9876543210\n", "got 9876543211\n"},
  };
  for (const auto& [one, other] : pairs) EXPECT_NE(Signature(one), Signature(other)) << NormalizeOutput(one);
}

TEST(Signature, KeepsTheWordsOfTheFailure) {
  EXPECT_EQ(NormalizeOutput("\x1b[1msrc/a.c:3:5: error:\x1b[0m bad `x` (took 3ms)\n~~~~^\n"),
            "src/a.c:3:5: error: bad `x` (took <time>)\n");
}

TEST(Signature, AnyBytesGetASignatureBeforeTheTestTimesOut) {
  std::string rubbish;
  for (std::uint64_t i = 0; i < 2'000'000; ++i) rubbish += static_cast<char>((i * 7919) >> 3);
  std::string nasty(2'000'000, '1');
  std::string escapes;
  for (int i = 0; i < 500'000; ++i) escapes += "\x1b[";
  for (const std::string& text :
       {rubbish, nasty, escapes, std::string(2'000'000, 'a'), std::string("\x1b"), std::string()}) {
    EXPECT_EQ(Signature(text).size(), 16u);
  }
}

}  // namespace
}  // namespace forge
