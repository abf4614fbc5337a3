// Read, of an image.
#include <fmt/core.h>

#include <string>

#include "agent/tools/image_kind.h"
#include "agent/tools/tool_kinds.h"
#include "base/base64.h"

namespace forge {
namespace {

// What every provider takes: 5 MB in base64, and 8000 pixels.
constexpr std::size_t kLargestImage = 3'700'000;
constexpr std::int64_t kMostPixels = 8000;
constexpr std::size_t kMostLookedAt = std::size_t{64} << 20;

}  // namespace

ToolOutcome ReadImage(const ToolContext& context, const std::string& path) {
  std::string bytes;
  std::size_t size = 0;
  const Status read = context.tree.Read(path, [&](std::string_view chunk) {
    size += chunk.size();
    if (bytes.size() <= kLargestImage) bytes += chunk;
    return size < kMostLookedAt;
  });
  if (!read) return ToolFailure(read.error());
  const auto image = LookAtImage(bytes);
  if (!image) return ToolFailure(fmt::format("{} is a binary file; use Bash to look at it.", path));
  const std::string what =
      fmt::format("{} is a {} image, {} x {} pixels, {} bytes", path, image->kind, image->width, image->height, size);
  if (!context.images) {
    return ToolFailure(what + ". You cannot see it: this model takes no images. Use Bash if its bytes are enough.");
  }
  if (size > kLargestImage)
    return ToolFailure(
        fmt::format("{}. Only images of at most {} bytes can be shown; make it smaller.", what, kLargestImage));
  if (image->width > kMostPixels || image->height > kMostPixels)
    return ToolFailure(
        fmt::format("{}. Only images of at most {} pixels each way can be shown; make it smaller.", what, kMostPixels));
  return {what + ".", false, {std::string(image->media_type), Base64(bytes)}};
}

}  // namespace forge
