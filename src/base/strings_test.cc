#include "base/strings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "base/testing/seed.h"

namespace forge {
namespace {

using Parts = std::vector<std::string_view>;

TEST(Trim, TakesWhiteSpaceOffBothEndsOnly) {
  EXPECT_EQ(Trim(" \t a b \r\n"), "a b");
  EXPECT_EQ(TrimRight("  a \n"), "  a");
  EXPECT_EQ(Trim(" \n\v\f "), "");
  EXPECT_EQ(Trim(""), "");
  EXPECT_EQ(Trim("\xC2\xA0x"), "\xC2\xA0x");
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_EQ(Split("a,,b,", ','), (Parts{"a", "", "b", ""}));
  EXPECT_EQ(Split("", ','), (Parts{""}));
  EXPECT_EQ(Split("abc", ','), (Parts{"abc"}));
}

TEST(Lines, EndWithOrWithoutANewlineAndDropCarriageReturns) {
  EXPECT_EQ(Lines("a\r\nb\n"), (Parts{"a", "b"}));
  EXPECT_EQ(Lines("a\nb"), (Parts{"a", "b"}));
  EXPECT_EQ(Lines("\n\n"), (Parts{"", ""}));
  EXPECT_EQ(Lines(""), Parts{});
  EXPECT_EQ(Lines("a\rb\n"), (Parts{"a\rb"}));
}

TEST(Join, PutsTheSeparatorOnlyBetween) {
  EXPECT_EQ(Join({"a", "", "b"}, ", "), "a, , b");
  EXPECT_EQ(Join({"a"}, ","), "a");
  EXPECT_EQ(Join({}, ","), "");
}

TEST(Lower, ChangesAsciiLettersOnly) {
  EXPECT_EQ(Lower("AbZ[@`{\xC3\x84"), "abz[@`{\xC3\x84");
  EXPECT_TRUE(EqualsIgnoreCase("Not READY", "not ready"));
  EXPECT_FALSE(EqualsIgnoreCase("a", "ab"));
  EXPECT_FALSE(EqualsIgnoreCase("@", "`"));
}

TEST(ReplaceAll, GoesOnAfterWhatItPutIn) {
  EXPECT_EQ(ReplaceAll("aXbX", "X", "XX"), "aXXbXX");
  EXPECT_EQ(ReplaceAll("aaa", "aa", "b"), "ba");
  EXPECT_EQ(ReplaceAll("abc", "", "x"), "abc");
}

TEST(ParseInt, WantsTheWholeTextToBeADecimalNumber) {
  EXPECT_EQ(ParseInt("42"), 42);
  EXPECT_EQ(ParseInt("+42"), 42);
  EXPECT_EQ(ParseInt("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (std::string_view bad : {"", "+", "-", "+-1", "--1", " 1", "1 ", "1.0", "0x10", "9223372036854775808", "a"}) {
    EXPECT_EQ(ParseInt(bad), std::nullopt) << bad;
  }
}

TEST(ParseDouble, WantsAFiniteNumberAndNothingElse) {
  EXPECT_EQ(ParseDouble("0.5"), 0.5);
  EXPECT_EQ(ParseDouble("+1e3"), 1000);
  EXPECT_EQ(ParseDouble("-2"), -2);
  for (std::string_view bad : {"", "inf", "nan", "-inf", "1e999", "1,5", "1x", " 1"}) {
    EXPECT_EQ(ParseDouble(bad), std::nullopt) << bad;
  }
}

TEST(Slug, IsAFileNameOfTheTitle) {
  EXPECT_EQ(Slug("Add --retries to the CLI!"), "add-retries-to-the-cli");
  EXPECT_EQ(Slug("../../etc/passwd"), "etc-passwd");
  EXPECT_EQ(Slug("  a  "), "a");
  EXPECT_EQ(Slug("Größe — fünf 🎉 Äpfel"), "größe-fünf-äpfel");
  EXPECT_EQ(Slug("ÉCLAIR AU CAFÉ"), "éclair-au-café");
  EXPECT_EQ(Slug("ŁÓDŹ Ÿ İZMİR ŠKODA GROẞ Ÿ × ŽÁR"), "łódź-ÿ-izmir-škoda-groß-ÿ-žár");
  EXPECT_EQ(Slug("ΆΝΘΡΩΠΟΣ ЁЛКА ЩИ ՀԱՅ Ｎ"), "άνθρωποσ-ёлка-щи-հայ-ｎ");
  EXPECT_EQ(Slug("éclair łódź ёлка ჯანი ĸ ŉ"), "éclair-łódź-ёлка-ჯანი-ĸ-ŉ") << "lower-case letters stay as they are";
  EXPECT_EQ(Slug("修正、解析器"), "修正-解析器");
}

TEST(Slug, IsNeverEmpty) {
  for (std::string_view title : {"", "---", "\n", "\xFF\xFE", "🎉", "…"}) EXPECT_EQ(Slug(title), "untitled") << title;
  EXPECT_EQ(Slug("abc", 0), "untitled");
}

TEST(Slug, IsNeverCutInsideALetterAndNeverEndsInADash) {
  EXPECT_EQ(Slug("ab cd", 3), "ab");
  EXPECT_EQ(Slug("ab cd", 4), "ab-c");
  EXPECT_EQ(Slug("aää", 4), "aä");
  EXPECT_EQ(Slug(std::string(500, 'x')).size(), 50U);
}

TEST(IsBlankText, IsSoWhateverKindOfBlankItIs) {
  for (std::string_view text : {"", " \t\r\n", "\u00A0", "\u2003 \u200B", "\u3000", "\u2060\uFEFF", "\u3164", "\u00AD",
                                "\u2028", "\uFE0F", "\U000E0020", "\u0085"}) {
    EXPECT_TRUE(IsBlankText(text)) << testing::PrintToString(text);
  }
  for (std::string_view text : {"a", " . ", "\u00A0x", "é", "修", "🎉", "\xFF", "\xC2", "\u2010"}) {
    EXPECT_FALSE(IsBlankText(text)) << testing::PrintToString(text);
  }
}

TEST(Utf8Length, AcceptsTheEdgesOfEachLengthAndNothingBeyond) {
  struct Case {
    std::string_view text;
    std::size_t length;
  };
  const Case cases[] = {
      {"", 0},
      {std::string_view("\0", 1), 1},
      {"\x7F", 1},
      {"\x80", 0},
      {"\xC1\xBF", 0},  // overlong
      {"\xC2\x80", 2},
      {"\xDF\xBF", 2},
      {"\xE0\x9F\xBF", 0},  // overlong
      {"\xE0\xA0\x80", 3},
      {"\xED\x9F\xBF", 3},
      {"\xED\xA0\x80", 0},  // surrogate
      {"\xEE\x80\x80", 3},
      {"\xF0\x8F\xBF\xBF", 0},  // overlong
      {"\xF0\x90\x80\x80", 4},
      {"\xF4\x8F\xBF\xBF", 4},
      {"\xF4\x90\x80\x80", 0},  // above U+10FFFF
      {"\xF5\x80\x80\x80", 0},
      {"\xE2\x82", 0},  // cut
      {"\xE2\x82x", 0},
  };
  for (const Case& c : cases) EXPECT_EQ(Utf8Length(c.text), c.length) << testing::PrintToString(c.text);
}

TEST(ValidUtf8, ReplacesEachBadByteAndKeepsTheRest) {
  EXPECT_EQ(ValidUtf8("aä€😀"), "aä€😀");
  EXPECT_EQ(ValidUtf8("a\xFF"
                      "b"),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ(ValidUtf8("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(ValidUtf8(std::string_view("\0\n", 2)), std::string_view("\0\n", 2));
}

TEST(KeepHeadAndTail, SaysHowMuchIsMissing) {
  EXPECT_EQ(KeepHeadAndTail("0123456789", 3, 2), "012\n[... 5 bytes left out ...]\n89");
  EXPECT_EQ(KeepHeadAndTail("01\n3456789", 3, 2), "01\n[... 5 bytes left out ...]\n89");
  EXPECT_EQ(KeepHeadAndTail("0123456789", 0, 0), "[... 10 bytes left out ...]\n");
}

TEST(KeepHeadAndTail, KeepsWhatFits) {
  EXPECT_EQ(KeepHeadAndTail("01234", 3, 2), "01234");
  EXPECT_EQ(KeepHeadAndTail("", 0, 0), "");
  std::size_t huge = std::numeric_limits<std::size_t>::max();
  EXPECT_EQ(KeepHeadAndTail("01234", huge, huge), "01234");
  EXPECT_EQ(KeepHeadAndTail("01234", 1, huge), "01234");
}

TEST(KeepHeadAndTail, CutsNoLetterInTwo) {
  EXPECT_EQ(KeepHeadAndTail("€€€€", 4, 4), "€\n[... 6 bytes left out ...]\n€");
  std::string binary(100, '\x80');
  EXPECT_LE(KeepHeadAndTail(binary, 10, 10).size(), 20U + 40U);
}

std::size_t PlainDistance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
      } else {
        d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      }
    }
  }
  return d[a.size()][b.size()];
}

TEST(Closest, FindsTheNearestWordInReach) {
  std::vector<std::string> commands = {"status", "start", "resume", "pause"};
  EXPECT_EQ(Closest("statsu", commands), "status");
  EXPECT_EQ(Closest("resme", commands), "resume");
  EXPECT_EQ(Closest("pause", commands), "pause");
  EXPECT_EQ(Closest("pipeline", commands), std::nullopt);
  EXPECT_EQ(Closest("ab", {"xy"}), std::nullopt);
  EXPECT_EQ(Closest("", {"ab", ""}), std::nullopt);
  EXPECT_EQ(Closest("abcdefgh", {"abcdeXYZ"}), "abcdeXYZ");
  EXPECT_EQ(Closest("abcdefg", {"abcdXYZ"}), std::nullopt);
}

TEST(Closest, AgreesWithThePlainTable) {
  const unsigned seed = TestSeed();
  SCOPED_TRACE(testing::Message() << "FORGE_SEED=" << seed);
  std::mt19937 random(seed);
  auto word = [&] {
    std::string text(random() % 11, 'a');
    for (char& c : text) c = static_cast<char>('a' + random() % 3);
    return text;
  };
  for (int i = 0; i < 20000; ++i) {
    std::string a = word();
    std::string b = word();
    std::size_t distance = PlainDistance(a, b);
    bool near = distance <= (a.size() >= 8 ? 3U : 2U) && distance < std::max(a.size(), b.size());
    ASSERT_EQ(Closest(a, {b}).has_value(), near) << a << " " << b;
  }
}

TEST(FormatDuration, PicksTheUnitThatReadsBest) {
  EXPECT_EQ(FormatDuration(0), "0ms");
  EXPECT_EQ(FormatDuration(999), "999ms");
  EXPECT_EQ(FormatDuration(12345), "12.3s");
  EXPECT_EQ(FormatDuration(59999), "59.9s");
  EXPECT_EQ(FormatDuration(185000), "3m05s");
  EXPECT_EQ(FormatDuration(3599999), "59m59s");
  EXPECT_EQ(FormatDuration(3720000), "1h02m");
  EXPECT_EQ(FormatDuration(std::numeric_limits<std::int64_t>::max()), "2562047788015h12m");
}

TEST(FormatDuration, IsNeverNegative) {
  EXPECT_EQ(FormatDuration(-840), "0ms") << "a clock was set back";
  EXPECT_EQ(FormatDuration(std::numeric_limits<std::int64_t>::min()), "0ms");
}

TEST(Sha256, MatchesThePublishedVectors) {
  EXPECT_EQ(Sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(Sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Sha256(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace
}  // namespace forge
