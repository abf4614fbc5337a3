#include "verify/detect.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "os/files/files.h"
#include "verify/detect_files.h"
#include "verify/make_targets.h"

namespace forge {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

ProjectListing Listing(const Files& files) {
  ProjectListing listing;
  for (const auto& [path, content] : files) {
    listing.paths.push_back(path);
    if (WantsContent(path)) listing.contents[path] = content;
  }
  return listing;
}

std::string Chosen(const Files& files) {
  const auto found = DetectVerify(Listing(files));
  return found.empty() ? "" : found[0].commands[0];
}

std::string Why(const Files& files) {
  const auto found = DetectVerify(Listing(files));
  return found.empty() ? "" : found[0].why;
}

TEST(Detect, KnowsProjectsByTheirFiles) {
  const std::vector<std::pair<Files, std::string>> table = {
      {{}, ""},
      {{{"README.md", ""}}, ""},
      {{{"Makefile", "all:\n\tcc x.c\ntest: all\n\t./x\n"}}, "make test"},
      {{{"Makefile", "check :\n\t./x\n"}}, "make check"},
      {{{"Makefile", "all:\n\tcc\n"}}, ""},
      {{{"justfile", "set shell := ['sh']\n\n@test arg='x':\n  echo\n"}}, "just test"},
      {{{"meson.build", ""}, {".gitignore", "build\n"}},
       "B=build && { [ -e \"$B/build.ninja\" ] || meson setup \"$B\"; } && meson test -C \"$B\" --print-errorlogs"},
      {{{"MODULE.bazel", ""}}, "bazel test //..."},
      {{{"Cargo.toml", "[package]\n"}}, "cargo test"},
      {{{"Cargo.toml", "[workspace]\nmembers = []\n"}}, "cargo test --workspace"},
      {{{"go.mod", ""}}, "go test ./..."},
      {{{"go.work", ""}, {"go.mod", ""}}, "go list -f '{{.Dir}}/...' -m | xargs go test"},
      {{{"build.gradle.kts", ""}, {"gradlew", ""}}, "./gradlew test"},
      {{{"settings.gradle", ""}}, "gradle test"},
      {{{"pom.xml", ""}}, "mvn -B test"},
      {{{"pom.xml", ""}, {"mvnw", ""}}, "./mvnw -B test"},
      {{{"App.sln", ""}}, "dotnet test"},
      {{{"src/App.csproj", ""}}, ""},
      {{{"mix.exs", ""}}, "mix test"},
      {{{"Package.swift", ""}}, "swift test"},
      {{{"build.zig", ""}}, "zig build test"},
      {{{"package.json", R"({"scripts":{"test":"jest"}})"}}, "npm test"},
      {{{"package.json", R"({"scripts":{"test":"jest"}})"}, {"pnpm-lock.yaml", ""}}, "pnpm test"},
      {{{"package.json", R"({"scripts":{"test":"jest"}})"}, {"yarn.lock", ""}}, "yarn test"},
      {{{"package.json", R"({"scripts":{"test":"jest"}})"}, {"bun.lockb", ""}}, "bun run test"},
      {{{"package.json", R"({"scripts":{"test":"jest"},"packageManager":"pnpm@9.1.0"})"}, {"yarn.lock", ""}},
       "pnpm test"},
      {{{"package.json", R"({"scripts":{"test":"echo \"Error: no test specified\" && exit 1"}})"}}, ""},
      {{{"package.json", R"({"scripts":{"build":"tsc"}})"}}, ""},
      {{{"package.json", "{"}}, ""},
      {{{"package.json", R"({"scripts":{"test":3}})"}}, ""},
      {{{"tests/test_a.py", ""}}, "python3 -m unittest discover -s tests"},
      {{{"tests/__init__.py", ""}, {"tests/test_a.py", ""}}, "python3 -m unittest discover"},
      {{{"test_a.py", ""}}, "python3 -m unittest discover"},
      {{{"a.py", ""}}, ""},
      {{{".rspec", ""}}, "rspec"},
      {{{"Gemfile", ""}, {"spec/a_spec.rb", ""}}, "bundle exec rspec"},
      {{{"Gemfile", ""}, {"Rakefile", "Rake::TestTask.new"}}, "bundle exec rake test"},
      {{{"Rakefile", "task :default"}}, ""},
      {{{"composer.json", R"({"scripts":{"test":["phpunit"]}})"}}, "composer test"},
      {{{"composer.json", "{}"}, {"phpunit.xml.dist", ""}}, "vendor/bin/phpunit"},
  };
  for (const auto& [files, wanted] : table) {
    EXPECT_EQ(Chosen(files), wanted) << (files.empty() ? "nothing" : files[0].first);
  }
}

TEST(Detect, SaysWhatItSaw) {
  EXPECT_EQ(Why({{"Makefile", "test:\n"}}), "Makefile has the target `test`");
  EXPECT_EQ(Why({{"package.json", R"({"scripts":{"test":"x"}})"}}), "package.json has the script `test`");
  EXPECT_EQ(Why({{"requirements-dev.txt", "pytest>=8\n"}}), "requirements-dev.txt requires pytest");
  EXPECT_EQ(Why({{"setup.cfg", "[tool:pytest]\n"}}), "setup.cfg configures pytest");
  EXPECT_EQ(Why({{"tests/conftest.py", ""}}), "found tests/conftest.py");
}

TEST(Detect, PytestRunsAsTheProjectInstallsIt) {
  EXPECT_TRUE(Chosen({{"pytest.ini", ""}}).starts_with("python3 -m pytest --junitxml="));
  EXPECT_TRUE(Chosen({{"pytest.ini", ""}, {"uv.lock", ""}}).starts_with("uv run pytest "));
  EXPECT_TRUE(Chosen({{"pytest.ini", ""}, {"poetry.lock", ""}}).starts_with("poetry run pytest "));
}

TEST(Detect, CMakeBuildsWhereTheTreeDoesNotChange) {
  const std::string tests = "cmake_minimum_required(VERSION 3.20)\nenable_testing ()\n";
  const std::string thrown_away = Chosen({{"CMakeLists.txt", tests}});
  EXPECT_TRUE(thrown_away.starts_with("B=$(mktemp -d) && trap 'rm -rf \"$B\"' EXIT && cmake -S . -B \"$B\""));
  EXPECT_NE(thrown_away.find("ctest --test-dir \"$B\""), std::string::npos);
  EXPECT_TRUE(Chosen({{"CMakeLists.txt", tests}, {".gitignore", "*.o\n/build/\n"}}).starts_with("B=build && cmake"));
  const std::string untested = Chosen({{"CMakeLists.txt", "project(x)\n"}});
  EXPECT_EQ(untested.find("ctest"), std::string::npos);
  EXPECT_NE(Why({{"CMakeLists.txt", "project(x)\n"}}).find("no tests"), std::string::npos);
}

TEST(Detect, WhatPeopleWroteForItGoesFirstAndTheRestIsNamed) {
  const auto found = DetectVerify(
      Listing({{"package.json", R"({"scripts":{"test":"jest"}})"}, {"Cargo.toml", ""}, {"Makefile", "test:\n"}}));
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].tool, "Make");
  EXPECT_EQ(found[1].tool, "Cargo");
  EXPECT_EQ(found[2].tool, "npm");
}

TEST(Detect, AMakefileThatABuildSystemWroteIsNone) {
  EXPECT_EQ(Chosen({{"Makefile", "# CMAKE generated file: DO NOT EDIT!\ntest:\n\tctest\n"}}), "");
  EXPECT_TRUE(Chosen({{"Makefile", "# CMAKE generated file: DO NOT EDIT!\ntest:\n"}, {"CMakeLists.txt", ""}})
                  .find("cmake --build") != std::string::npos);
}

TEST(MakeTargets, AreToldFromVariablesRecipesAndComments) {
  EXPECT_TRUE(HasMakeTarget("a b test c: x\n", "test"));
  EXPECT_TRUE(HasMakeTarget("a \\\n test: x\n", "test"));
  EXPECT_TRUE(HasMakeTarget("test:: x\n", "test"));
  EXPECT_FALSE(HasMakeTarget("test := x\n", "test"));
  EXPECT_FALSE(HasMakeTarget("test ::= x\n", "test"));
  EXPECT_FALSE(HasMakeTarget("x = test: y\n", "test"));
  EXPECT_FALSE(HasMakeTarget("#test: y\n", "test"));
  EXPECT_FALSE(HasMakeTarget("all:\n\ttest: y\n", "test"));
  EXPECT_FALSE(HasMakeTarget(".PHONY: test\n", "test"));
  EXPECT_FALSE(HasMakeTarget("tests: x\nmy-test: y\n", "test"));
  EXPECT_FALSE(HasMakeTarget("define help\ntest: runs tests\nendef\n", "test"));
}

TEST(DetectFiles, ListsTheUpperLevelsAndReadsWhatTells) {
  const std::string root = MakeTempDirectory("forge-detect-test-").value();
  ASSERT_TRUE(MakeDirectories(root + "/tests/a/b"));
  ASSERT_TRUE(MakeDirectories(root + "/node_modules/x"));
  ASSERT_TRUE(WriteFileAtomic(root + "/Makefile", "test:\n"));
  ASSERT_TRUE(WriteFileAtomic(root + "/tests/a/two.py", "x"));
  ASSERT_TRUE(WriteFileAtomic(root + "/tests/a/b/three.py", "x"));
  ASSERT_TRUE(WriteFileAtomic(root + "/node_modules/x/test.py", "x"));
  const ProjectListing listing = ListProject(root);
  EXPECT_EQ(listing.paths, (std::vector<std::string>{"Makefile", "tests/a/two.py"}));
  EXPECT_EQ(listing.contents.at("Makefile"), "test:\n");
  EXPECT_TRUE(ListProject(root + "/absent").paths.empty());
  EXPECT_TRUE(RemoveTree(root));
}

}  // namespace
}  // namespace forge
