#include "verify/junit.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "base/testing/seed.h"
#include "verify/xml_reader.h"

namespace forge {
namespace {

std::string ErrorOf(std::string_view xml) {
  auto counts = ParseJUnit(xml);
  return counts ? "" : counts.error().message;
}

TEST(JUnit, CountsCasesByWhatIsInThem) {
  auto counts = ParseJUnit(R"(<?xml version="1.0" encoding="utf-8"?>
<!-- as pytest writes it -->
<testsuites><testsuite name="pytest" errors="0" failures="99" tests="99">
  <properties><property name="a" value="b"/></properties>
  <testcase classname="tests.test_a" name="test_ok" time="0.001"/>
  <testcase classname="tests.test_a" name="test_no" file="tests/test_a.py" line="7">
    <failure message="assert 1 == 2&#10;more">def test_no(): ...</failure>
  </testcase>
  <testcase name="t &lt;3&gt;"><error type="OSError"><![CDATA[
  cannot <open>
]]></error></testcase>
  <testcase name="later"><skipped message="no network"/></testcase>
  <testcase name="gtest-disabled" status="notrun"/>
  <testcase name="flaky"><flakyFailure message="once"/><system-out>x &amp; y</system-out></testcase>
</testsuite></testsuites>)");
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_EQ(counts->passed, 2);
  EXPECT_EQ(counts->skipped, 2);
  EXPECT_EQ(counts->failed, 2);
  EXPECT_EQ(counts->failures[0], (FailedTest{"tests.test_a.test_no", "tests/test_a.py:7", "assert 1 == 2"}));
  EXPECT_EQ(counts->failures[1], (FailedTest{"t <3>", "", "OSError"}));
}

TEST(JUnit, AFailureWithoutAMessageSaysItsFirstLine) {
  auto counts =
      ParseJUnit("<testsuite><testcase name='a'><failure>\n  first &amp; last\nmore</failure></testcase></testsuite>");
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->failures[0].message, "first & last");
}

TEST(JUnit, WhatIsNoReportIsRefusedWithItsLine) {
  EXPECT_EQ(ErrorOf(""), "line 1: the file has no element");
  EXPECT_EQ(ErrorOf("<html/>"), "not a JUnit report: its first element is <html>");
  EXPECT_EQ(ErrorOf("<testsuite>\n<testcase name='a'>\n</testsuite>"), "line 3: </testsuite> closes <testcase>");
  EXPECT_EQ(ErrorOf("<testsuite>\n"), "line 2: <testsuite> is not closed");
  EXPECT_EQ(ErrorOf("<!DOCTYPE x [<!ENTITY a \"b\">]><testsuite/>"), "line 1: a DOCTYPE is not supported");
  EXPECT_EQ(ErrorOf("<testsuite>&b;</testsuite>"), "line 1: unknown entity `&b;`");
  EXPECT_EQ(ErrorOf("<testsuite>a & b</testsuite>"), "line 1: `&` does not start an entity");
  EXPECT_EQ(ErrorOf("<testsuite a='1' a='2'/>"), "line 1: duplicate attribute a");
  EXPECT_EQ(ErrorOf("<testsuite a=1/>"), "line 1: the value of a is not quoted");
  EXPECT_EQ(ErrorOf("<testsuite/><testsuite/>"), "line 1: a second element outside of the first");
  EXPECT_EQ(ErrorOf("<testsuite/>x"), "line 1: text outside of all elements");
  EXPECT_EQ(ErrorOf("<testsuite>&#xD800;</testsuite>"), "line 1: a bad character reference");
}

TEST(JUnit, NestingHasABound) {
  std::string deep;
  for (int i = 0; i < 1000; ++i) deep += "<testsuite>";
  EXPECT_EQ(ErrorOf(deep), "line 1: elements are nested too deep");
}

TEST(JUnit, AnyBytesAreReadOrRefused) {
  const std::string sample =
      "<?xml version='1.0'?><testsuites><testsuite name=\"a\"><testcase name='b &amp; c'><failure message='m'>"
      "<![CDATA[x]]>y&#x41;</failure></testcase><!-- c --><testcase name='d'/></testsuite></testsuites>";
  std::mt19937_64 random(TestSeed());
  for (int round = 0; round < 5000; ++round) {
    std::string text = sample;
    for (std::size_t i = 1 + random() % 4; i > 0; --i) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0: text[at] = static_cast<char>(random() % 256); break;
        case 1: text.erase(at, 1 + random() % 8); break;
        default: text.insert(at, sample, random() % sample.size(), random() % 16); break;
      }
      if (text.empty()) break;
    }
    auto counts = ParseJUnit(text);
    EXPECT_LE(counts ? counts->total() : 0, 1000);
  }
}

TEST(XmlReader, UndoesEscapes) {
  XmlReader reader("\xEF\xBB\xBF<a b='&#x20AC;&#65;&quot;'>x&lt;y</a>");
  ASSERT_EQ(reader.Next().value(), XmlReader::Kind::kStart);
  EXPECT_EQ(reader.Attribute("b"),
            "\xE2\x82\xAC"
            "A\"");
  EXPECT_FALSE(reader.Attribute("c"));
  ASSERT_EQ(reader.Next().value(), XmlReader::Kind::kText);
  EXPECT_EQ(reader.text(), "x<y");
  ASSERT_EQ(reader.Next().value(), XmlReader::Kind::kEnd);
  EXPECT_EQ(reader.Next().value(), XmlReader::Kind::kDone);
}

}  // namespace
}  // namespace forge
