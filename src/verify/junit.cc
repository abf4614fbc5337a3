#include "verify/junit.h"

#include <fmt/core.h>

#include <string>

#include "base/strings.h"
#include "verify/xml_reader.h"

namespace forge {
namespace {

constexpr std::size_t kLongestMessage = 400;

std::string FirstTextLine(std::string_view text) {
  for (std::string_view line : Lines(text.substr(0, 64 * 1024))) {
    line = Trim(line);
    if (!line.empty()) return ValidUtf8(line.substr(0, kLongestMessage));
  }
  return "";
}

class Reading {
 public:
  explicit Reading(std::string_view xml) : reader_(xml) {}

  Result<TestCounts> Run() {
    XmlReader::Kind kind = TRY(reader_.Next());
    const std::string root = reader_.name();
    if (kind != XmlReader::Kind::kStart || (root != "testsuites" && root != "testsuite")) {
      return Fail(Code::kInvalid, fmt::format("not a JUnit report: its first element is <{}>", ValidUtf8(root)));
    }
    while (kind != XmlReader::Kind::kDone) {
      if (kind == XmlReader::Kind::kStart && reader_.name() == "testcase") TRY(ReadCase());
      kind = TRY(reader_.Next());
    }
    return std::move(counts_);
  }

 private:
  std::string Value(std::string_view attribute) const {
    return ValidUtf8(reader_.Attribute(attribute).value_or(std::string_view()));
  }

  FailedTest ThisCase() const {
    FailedTest test;
    const std::string suite = Value("classname");
    test.name = Value("name");
    if (!suite.empty() && suite != test.name) test.name = suite + "." + test.name;
    test.place = Value("file");
    if (const std::string line = Value("line"); !test.place.empty() && !line.empty()) test.place += ":" + line;
    return test;
  }

  // Up to the end of the case's element.
  Status ReadCase() {
    FailedTest test = ThisCase();
    const std::string status = Value("status");
    const std::size_t depth = reader_.depth();
    bool failed = false;
    bool skipped = status == "notrun" || status == "disabled" || status == "skipped";
    while (true) {
      const XmlReader::Kind kind = TRY(reader_.Next());
      if (kind == XmlReader::Kind::kEnd && reader_.depth() < depth) break;
      if (kind != XmlReader::Kind::kStart || reader_.depth() != depth + 1) continue;
      skipped = skipped || reader_.name() == "skipped";
      if (reader_.name() != "failure" && reader_.name() != "error") continue;
      failed = true;
      TRY(ReadFailure(test));
    }
    if (failed) {
      counts_.AddFailure(std::move(test));
    } else if (skipped) {
      ++counts_.skipped;
    } else {
      ++counts_.passed;
    }
    return {};
  }

  Status ReadFailure(FailedTest& test) {
    std::string message = FirstTextLine(Value("message"));
    if (message.empty()) message = FirstTextLine(Value("type"));
    const std::size_t depth = reader_.depth();
    std::string text;
    while (true) {
      const XmlReader::Kind kind = TRY(reader_.Next());
      if (kind == XmlReader::Kind::kEnd && reader_.depth() < depth) break;
      if (kind == XmlReader::Kind::kText && text.empty()) text = FirstTextLine(reader_.text());
    }
    if (test.message.empty()) test.message = message.empty() ? text : message;
    return {};
  }

  XmlReader reader_;
  TestCounts counts_;
};

}  // namespace

Result<TestCounts> ParseJUnit(std::string_view xml) { return Reading(xml).Run(); }

}  // namespace forge
