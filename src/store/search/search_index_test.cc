#include "store/search/search_index.h"

#include <gtest/gtest.h>

#include "memory/terms.h"
#include "os/files/files.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

class SearchFile : public ::testing::Test {
 protected:
  SearchIndex Open() { return SearchIndex::Open(path_).value(); }

  static RunDocuments Run(std::int64_t id, std::int64_t updated, bool ended, std::vector<SearchDocument> documents) {
    for (SearchDocument& document : documents) document.run = RunId{id};
    return {{RunId{id}, TimePoint{1}, TimePoint{updated}, ended}, std::move(documents)};
  }
  static SearchDocument Step(std::string title, std::string text, std::vector<std::string> files = {}) {
    return {SearchKind::kStep, {}, "s1", std::move(title), std::move(text), std::move(files), {}};
  }
  static Status Put(SearchIndex& index, const std::vector<RunDocuments>& runs) { return index.Replace(runs); }
  static std::vector<std::string> Titles(SearchIndex& index, SearchIndex::Wish wish) {
    wish.most = 10;
    std::vector<std::string> titles;
    const auto matches = index.Search(wish).value();
    for (const SearchMatch& match : matches) titles.push_back(match.document.title);
    return titles;
  }

  TempDirectory directory_;
  std::string path_ = directory_.path() + "/search.db";
};

using Words = std::vector<std::string>;

TEST_F(SearchFile, FindsByAllWordsByOneAndByTheirBeginning) {
  SearchIndex index = Open();
  ASSERT_TRUE(Put(index, {Run(1, 5, true, {Step("one", "the retry budget"), Step("two", "a retry")})}));
  EXPECT_EQ(Titles(index, {.terms = DistinctTerms("retry budget")}), (Words{"one"}));
  EXPECT_EQ(Titles(index, {.terms = DistinctTerms("retry budget"), .all = false}), (Words{"one", "two"}));
  EXPECT_EQ(Titles(index, {.terms = {"bud"}}), (Words{}));
  EXPECT_EQ(Titles(index, {.terms = {"bud"}, .whole = false}), (Words{"one"}));
}

TEST_F(SearchFile, FindsByPathWithAndWithoutWords) {
  SearchIndex index = Open();
  ASSERT_TRUE(Put(index, {Run(1, 5, true, {Step("one", "retry", {"a.cc", "b.cc"}), Step("two", "retry")})}));
  EXPECT_EQ(index.ListPaths().value(), (Words{"a.cc", "b.cc"}));
  EXPECT_EQ(Titles(index, {.paths = Words{"b.cc"}}), (Words{"one"}));
  EXPECT_EQ(Titles(index, {.terms = {"retry"}, .paths = Words{}}), (Words{}));
  EXPECT_EQ(Titles(index, {.kind = SearchKind::kFinding}), (Words{}));
}

TEST_F(SearchFile, ReplacingARunLeavesNothingOfItsOldDocuments) {
  SearchIndex index = Open();
  ASSERT_TRUE(index.Replace(
      std::vector{Run(1, 5, true, {Step("old", "zebra", {"old.cc"})}), Run(2, 6, true, {Step("other", "zebra")})}));
  ASSERT_TRUE(Put(index, {Run(1, 7, true, {Step("new", "lion")})}));
  EXPECT_EQ(Titles(index, {.terms = {"zebra"}}), (Words{"other"}));
  EXPECT_EQ(index.ListPaths().value(), (Words{}));
  EXPECT_EQ(index.Find(RunId{1}).value()->updated.ms, 7);
}

TEST_F(SearchFile, KnowsTheNewestEndAndForgetsAll) {
  SearchIndex index = Open();
  EXPECT_EQ(index.NewestEnd().value().ms, 0);
  ASSERT_TRUE(Put(index, {Run(1, 5, true, {}), Run(2, 9, false, {})}));
  EXPECT_EQ(index.NewestEnd().value().ms, 5);
  ASSERT_TRUE(index.Clear());
  EXPECT_FALSE(index.Find(RunId{1}).value());
}

TEST_F(SearchFile, AFileThatIsNoIndexIsMadeAgain) {
  ASSERT_TRUE(WriteFileAtomic(path_, "no database at all, but long enough that it could be one if it began as one"));
  SearchIndex index = Open();
  EXPECT_TRUE(Put(index, {Run(1, 5, true, {})}));
}

}  // namespace
}  // namespace forge
