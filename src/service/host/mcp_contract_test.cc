#include "service/host/mcp_contract.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

using Names = std::vector<std::string>;

TEST(Contracts, NamesOfEsModulesAreComparedWhateverTheEndingOfTheFile) {
  const ModuleContract contract = CompareContract(
      "lib/ok.mjs", "export function one() {}\nexport const two = 2;\nconst x = 1;\nexport { x as three };\n",
      "main.js", "import { one, two as zwei, three, four, } from './lib/ok.mjs';\n");
  EXPECT_EQ(contract.imported, (Names{"four", "one", "three", "two"}));
  EXPECT_EQ(contract.missing, Names{"four"});
}

TEST(Contracts, AnotherFileWhoseNameEndsLikeItIsNotMeant) {
  EXPECT_TRUE(CompareContract("ok.js", "", "m.js", "import { a } from './notok';").imported.empty());
}

TEST(Contracts, CommonJsIsReadToo) {
  const ModuleContract contract =
      CompareContract("a.cjs", "module.exports = { one, two };\nexports.three = 1;\n", "b.cjs",
                      "const { one, four } = require('./a');\nrequire('./a').three();\n");
  EXPECT_EQ(contract.missing, Names{"four"});
}

TEST(Contracts, PythonIsReadToo) {
  const ModuleContract contract =
      CompareContract("pkg/util.py", "def one():\n    pass\n\nclass Two:\n    pass\n", "app.py",
                      "from pkg.util import one, Two as T, three\nfrom other import x\n");
  EXPECT_EQ(contract.missing, Names{"three"});
}

TEST(Contracts, OfALanguageThatCannotBeReadNothingIsClaimed) {
  EXPECT_FALSE(CompareContract("a.rs", "", "b.rs", "use a::x;").known);
}

}  // namespace
}  // namespace forge
