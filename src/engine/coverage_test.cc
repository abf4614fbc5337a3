// The tests of this binary take every legal transition, and everything the core says is on docs/events.md.
#include "engine/testing/coverage.h"
#include "base/testing/source_dir.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace forge::testing {
namespace {

std::string ReadDoc(const std::string& name) {
  std::ifstream file(SourceDir() + "/docs/" + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Looks when all tests have run; a filtered run proves nothing and is left alone.
class AtExit : public ::testing::Environment {
 public:
  void TearDown() override {
    const auto& unit = *::testing::UnitTest::GetInstance();
    if (unit.test_to_run_count() != unit.total_test_count()) return;
    for (const std::string& arrow : TheCoverage().NotTaken()) ADD_FAILURE() << "no test takes " << arrow;
    const std::string page = ReadDoc("events.md");
    const std::size_t notes = page.find("\n## Notes\n");  // kinds of other tables may have the same name
    ASSERT_NE(notes, std::string::npos);
    const std::string events = page.substr(notes);
    for (const auto& [kind, members] : TheCoverage().notes) {
      const std::size_t at = events.find("\n| `" + kind + "` |");
      EXPECT_NE(at, std::string::npos) << "docs/events.md says nothing of " << kind;
      if (at == std::string::npos) continue;
      const std::string row = events.substr(at + 1, events.find('\n', at + 1) - at);
      for (const std::string& member : members) {
        EXPECT_NE(row.find("`" + member + "`"), std::string::npos) << kind << " has `" << member << "`: " << row;
      }
    }
  }
};

const auto* const kAtExit = ::testing::AddGlobalTestEnvironment(new AtExit);

}  // namespace
}  // namespace forge::testing
