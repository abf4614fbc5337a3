#include "service/cost.h"

#include <gtest/gtest.h>

#include "engine/state.h"

namespace forge {
namespace {

TEST(Cost, ARunBelowGetsWhatRemains) {
  State parent;
  parent.limit = {.tokens = 1000, .usd = 10, .wall_ms = {}, .units = 5};
  parent.spent = {.input_tokens = 300, .usd = 4};
  parent.units_started = 2;
  const Budget left = Remaining(parent, {.output_tokens = 100, .usd = 1});
  EXPECT_EQ(left.usd, 5);
  EXPECT_EQ(left.tokens, 600);
  EXPECT_EQ(left.units, 3);
  EXPECT_FALSE(left.wall_ms) << "what is not limited stays so";
  EXPECT_EQ(Remaining(parent, {.usd = 100}).usd, 0) << "never less than nothing";
}

TEST(Cost, CsvQuotesWhatWouldBeReadAsSomethingElse) {
  CostReport report;
  report.run = RunId{7};
  report.total.name = "total";
  report.steps = {{"a,\"b\"", 1, 0, {.input_tokens = 5, .usd = 0.5}}};
  EXPECT_NE(ToCsv({report}).find("7,step,\"a,\"\"b\"\"\",1,0,5,0,0,0,0.500000\n"), std::string::npos)
      << ToCsv({report});
}

}  // namespace
}  // namespace forge
