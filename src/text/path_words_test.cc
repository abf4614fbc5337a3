#include "text/path_words.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(PathWords, KnowAFileByItsNameOrExtension) {
  for (const char* code : {"src/a.cc", "main.rs", "main.v", "Makefile", "Caddyfile", ".gitignore", "src/a.cc:42",
                           "a.cc:4-9", "../a.cc", "logo.svg", "x.rake", "forge.service", "schema.prisma"}) {
    EXPECT_TRUE(LooksLikeFile(code)) << code;
  }
  for (const char* code : {"obj.method", "v1.2", "https://a.b/c.html", "--flag", "make test", "Vue.js", "Read()", ""}) {
    EXPECT_FALSE(LooksLikeFile(code)) << code;
  }
}

TEST(PathWords, AMemberOfAnObjectIsAFileOnlyBelowADirectory) {
  for (const char* code : {"process.env", "console.log", "list.map", "this.props", "req.socket"}) {
    EXPECT_FALSE(LooksLikeFile(code)) << code;
    EXPECT_TRUE(LooksLikeFile(std::string("src/") + code)) << code;
  }
}

TEST(PathWords, ANameWithBlanksIsNoCommandAndNoOrder) {
  for (const char* code :
       {"my notes.md", "docs/my notes.md", "src/my file.ts", "Release notes 2.txt", "Team photo.png"}) {
    EXPECT_EQ(ReadPathWithBlanks(code).kind, PathWord::Kind::kFile) << code;
  }
  for (const char* code : {"Update README.md", "create notes.md", "Fixing notes.md", "flask run.py", "uvicorn main.ts",
                           "jq data.json", "Rename my notes.md", "cat notes.md"}) {
    EXPECT_EQ(ReadPathWithBlanks(code).kind, PathWord::Kind::kNone) << code;
  }
}

TEST(PathWords, AFilePartHasNoLinesAndNoDot) {
  EXPECT_EQ(FilePartOf("./src/a.cc:4:7"), "src/a.cc");
  EXPECT_EQ(FilePartOf("src/a.cc#L42"), "src/a.cc");
  EXPECT_EQ(FilePartOf("a:b"), "a:b");
}

}  // namespace
}  // namespace forge
