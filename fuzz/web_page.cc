// Pages and images from outside: whatever comes, the text is no longer than what the page can say, and an image that
// is recognized has a size.
#include <cstddef>
#include <string>
#include <string_view>

#include "agent/tools/html_text.h"
#include "agent/tools/image_kind.h"
#include "base/result.h"
#include "target.h"

FUZZ_TARGET(web_page) {
  const std::string said = forge::HtmlToText(text);
  CHECK(said.ends_with('\n'));
  CHECK(said.size() <= 8 * text.size() + 1);
  const auto image = forge::LookAtImage(text);
  CHECK(!image || (image->width > 0 && image->height > 0));
}
