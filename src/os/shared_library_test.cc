#include "os/shared_library.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(SharedLibrary, FindsWhatIsThereAndNamesWhatIsNot) {
  auto library = SharedLibrary::Load("libm.so.6");
  ASSERT_TRUE(library.has_value()) << library.error().message;
  double (*square_root)(double) = nullptr;
  ASSERT_TRUE(library->Find("sqrt", square_root).has_value());
  EXPECT_EQ(square_root(9), 3);
  const Status missing = library->Find("no_such_function", square_root);
  ASSERT_FALSE(missing.has_value());
  EXPECT_NE(missing.error().message.find("no_such_function"), std::string::npos);
}

TEST(SharedLibrary, SaysWhichLibraryIsMissing) {
  auto library = SharedLibrary::Load("libforge-is-not-there.so.1");
  ASSERT_FALSE(library.has_value());
  EXPECT_EQ(library.error().code, Code::kUnavailable);
  EXPECT_NE(library.error().message.find("libforge-is-not-there.so.1"), std::string::npos);
}

}  // namespace
}  // namespace forge
