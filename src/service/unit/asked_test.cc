#include "service/unit/asked.h"

#include <gtest/gtest.h>

#include "os/files/files.h"
#include "os/testing/temp_directory.h"
#include "service/unit/run_files.h"
#include "store/testing/samples.h"

namespace forge {
namespace {

TEST(Asked, IsReadFromTheStoreOrFromTheFilesOfTheUnit) {
  TempDirectory directory;
  Project project;
  project.root = directory.path();
  project.state = directory.path();
  const auto store = MustOpen(directory / "store.db");
  const RunId run = store->CreateRun(SampleRun()).value();
  const RunFiles files(project, run, "slug");

  // As an older Forge wrote it, and as a unit with a transcript has it.
  ASSERT_TRUE(files.KeepUnitText(UnitId{1}, "prompt.md", "in a file"));
  ASSERT_TRUE(files.KeepUnitText(UnitId{1}, "request.json", "{\"n\":1}"));
  EXPECT_EQ(ReadPrompt(*store, files, UnitId{1}).value(), "in a file");
  EXPECT_EQ(ReadRequest(*store, files, UnitId{1}).value(), "{\"n\":1}");

  // Any bytes, as they were sent. What a first time left in files is older.
  const std::string prompt("caf\xE9 \0 end", 11);
  ASSERT_TRUE(files.KeepUnitText(UnitId{2}, "prompt.md", "of the first time"));
  Batch batch = SampleBatch(run, store->LastSeq(run).value(), 1);
  batch.asked = {{UnitId{2}, prompt, "{\"n\":2}"}};
  ASSERT_TRUE(store->Record(batch));
  EXPECT_EQ(ReadPrompt(*store, files, UnitId{2}).value(), prompt);
  EXPECT_EQ(ReadRequest(*store, files, UnitId{2}).value(), "{\"n\":2}");
  EXPECT_EQ(store->CountPromptBytes(run).value(), 11);

  ASSERT_TRUE(store->DeletePrompts(run));
  EXPECT_EQ(store->CountPromptBytes(run).value(), 0);
  EXPECT_EQ(ReadPrompt(*store, files, UnitId{2}).value(), std::nullopt);
  EXPECT_EQ(ReadRequest(*store, files, UnitId{2}).value(), "{\"n\":2}") << "costs need it";
  EXPECT_EQ(ReadPrompt(*store, files, UnitId{3}).value(), std::nullopt);
}

}  // namespace
}  // namespace forge
