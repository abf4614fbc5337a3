#include "surface/mcp/tools/served_project.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace forge::mcp {
namespace {

// A client that answers with these roots, or (nothing) in the next round.
class FixedAsker : public Asker {
 public:
  FixedAsker(std::optional<std::vector<std::string>> roots, int& asked) : roots_(std::move(roots)), asked_(asked) {}
  Rpc<std::optional<Json>> Ask(const std::vector<InputRequest>& requests, const Json&) override {
    ++asked_;
    if (!roots_) return std::nullopt;
    Json list = Json::MakeArray();
    for (const std::string& root : *roots_) list.Append(Json::MakeObject().Set("uri", "file://" + root));
    return Json::MakeObject().Set(requests[0].key, Json::MakeObject().Set("roots", std::move(list)));
  }

 private:
  std::optional<std::vector<std::string>> roots_;
  int& asked_;
};

class ServedProjects : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "served-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    base_ = std::filesystem::canonical(name).string();
  }
  void TearDown() override { std::filesystem::remove_all(base_); }

  std::string Directory(const std::string& name, bool git = false) {
    const std::string path = base_ + "/" + name;
    std::filesystem::create_directories(git ? path + "/.git/refs" : path);  // an empty one is no repository
    return path;
  }
  Call CallOf(std::optional<std::vector<std::string>> roots, bool can = true) {
    CallParts parts;
    if (can) parts.capabilities = Json::MakeObject().Set("roots", Json::MakeObject());
    return {std::move(parts), std::make_unique<FixedAsker>(std::move(roots), asked_)};
  }

  std::string base_;
  int asked_ = 0;
};

TEST_F(ServedProjects, ADirectoryWithoutGitIsAProjectAndStaysEmpty) {
  const std::string plain = Directory("plain");
  const Project project = ProjectAt(plain).value();
  EXPECT_EQ(project.root, plain);
  EXPECT_FALSE(project.is_git);
  EXPECT_TRUE(std::filesystem::is_empty(plain));
  EXPECT_EQ(ProjectAt(base_ + "/none").error().code, Code::kNotFound);
}

TEST_F(ServedProjects, TheClientIsAskedOnce) {
  ServedProject served(ProjectAt(Directory("work")).value(), true);
  const std::string root = Directory("root", true);
  Call call = CallOf(std::vector<std::string>{root});
  EXPECT_TRUE(served.Settle(call).value());
  EXPECT_TRUE(served.Settle(call).value());
  EXPECT_EQ(asked_, 1);
  EXPECT_EQ(served.Get().root, root);
  EXPECT_TRUE(served.Get().is_git);
}

TEST_F(ServedProjects, AClientThatIsAskedInTheNextRoundIsAskedAgainThere) {
  const std::string work = Directory("work"), root = Directory("root");
  ServedProject served(ProjectAt(work).value(), true);
  Call first = CallOf(std::nullopt);
  EXPECT_FALSE(served.Settle(first).value());
  EXPECT_EQ(served.Get().root, work);
  Call second = CallOf(std::vector<std::string>{root});
  EXPECT_TRUE(served.Settle(second).value());
  EXPECT_EQ(served.Get().root, root);
}

TEST_F(ServedProjects, WithoutRootsItIsTheWorkingDirectory) {
  const std::string work = Directory("work");
  ServedProject cannot(ProjectAt(work).value(), true);
  Call call = CallOf(std::nullopt, false);
  EXPECT_TRUE(cannot.Settle(call).value());
  EXPECT_EQ(cannot.Get().root, work);
  ServedProject named(ProjectAt(work).value(), false);
  Call other = CallOf(std::vector<std::string>{Directory("root")});
  EXPECT_TRUE(named.Settle(other).value());
  EXPECT_EQ(named.Get().root, work);
  EXPECT_EQ(asked_, 0);
  EXPECT_EQ(ChooseProject(named.Get(), {base_ + "/none"}).root, work);
}

TEST_F(ServedProjects, ARepositoryInARootThatHoldsSeveralStays) {
  const std::string all = Directory("all");
  const Project one = ProjectAt(Directory("all/one", true)).value();
  EXPECT_EQ(ChooseProject(one, {all}).root, one.root);
  EXPECT_EQ(ChooseProject(one, {Directory("all/one/src")}).root, one.root);
  const Project two = ProjectAt(Directory("all/two", true)).value();
  EXPECT_EQ(ChooseProject(one, {two.root}).root, two.root);
}

TEST(RootUris, AreDirectoriesOfThisMachine) {
  EXPECT_EQ(DirectoryOfUri("file:///home/ada/a%20b/"), "/home/ada/a b");
  EXPECT_EQ(DirectoryOfUri("file://localhost/x"), "/x");
  EXPECT_EQ(DirectoryOfUri("file:///100%"), "/100%");
  for (const char* other : {"file://server/x", "https://example.org", "", "/x", "file:///a%00b"})
    EXPECT_EQ(DirectoryOfUri(other), "") << other;
}

}  // namespace
}  // namespace forge::mcp
