#include "agent/tools/image_kind.h"

#include <cstddef>

namespace forge {
namespace {

constexpr std::string_view kPngBegin("\x89PNG\r\n\x1a\n", 8);
constexpr std::string_view kJpegBegin("\xFF\xD8\xFF", 3);

// 0 beyond the end.
std::int64_t Byte(std::string_view bytes, std::size_t at) {
  return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
}
std::int64_t Big(std::string_view bytes, std::size_t at, int count) {
  std::int64_t value = 0;
  for (int i = 0; i < count; ++i) value = value * 256 + Byte(bytes, at + static_cast<std::size_t>(i));
  return value;
}
std::int64_t Little(std::string_view bytes, std::size_t at, int count) {
  std::int64_t value = 0;
  for (int i = count; i-- > 0;) value = value * 256 + Byte(bytes, at + static_cast<std::size_t>(i));
  return value;
}

// The segments follow one another; the frame header has the size.
std::optional<ImageKind> LookAtJpeg(std::string_view bytes) {
  for (std::size_t at = 2; at + 9 < bytes.size();) {
    if (Byte(bytes, at) != 0xFF) return std::nullopt;
    const std::int64_t kind = Byte(bytes, at + 1);
    if (kind == 0xFF) {  // fill
      ++at;
      continue;
    }
    const bool frame = kind >= 0xC0 && kind <= 0xCF && kind != 0xC4 && kind != 0xC8 && kind != 0xCC;
    if (frame) return ImageKind{"JPEG", "image/jpeg", Big(bytes, at + 7, 2), Big(bytes, at + 5, 2)};
    at += 2 + static_cast<std::size_t>(Big(bytes, at + 2, 2));
  }
  return std::nullopt;
}

std::optional<ImageKind> LookAtWebp(std::string_view bytes) {
  const std::string_view form = bytes.substr(12, 4);
  if (form == "VP8 ")
    return ImageKind{"WebP", "image/webp", Little(bytes, 26, 2) & 0x3FFF, Little(bytes, 28, 2) & 0x3FFF};
  if (form == "VP8X") return ImageKind{"WebP", "image/webp", Little(bytes, 24, 3) + 1, Little(bytes, 27, 3) + 1};
  if (form != "VP8L") return std::nullopt;
  const std::int64_t bits = Little(bytes, 21, 4);
  return ImageKind{"WebP", "image/webp", (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1};
}

std::optional<ImageKind> LookAtAny(std::string_view bytes) {
  if (bytes.size() < 32) return std::nullopt;
  if (bytes.starts_with(kPngBegin) && bytes.substr(12, 4) == "IHDR")
    return ImageKind{"PNG", "image/png", Big(bytes, 16, 4), Big(bytes, 20, 4)};
  if (bytes.starts_with("GIF87a") || bytes.starts_with("GIF89a"))
    return ImageKind{"GIF", "image/gif", Little(bytes, 6, 2), Little(bytes, 8, 2)};
  if (bytes.starts_with(kJpegBegin)) return LookAtJpeg(bytes);
  if (bytes.starts_with("RIFF") && bytes.substr(8, 4) == "WEBP") return LookAtWebp(bytes);
  return std::nullopt;
}

}  // namespace

std::optional<ImageKind> LookAtImage(std::string_view bytes) {
  const std::optional<ImageKind> image = LookAtAny(bytes);
  if (!image || image->width <= 0 || image->height <= 0) return std::nullopt;
  return image;
}

}  // namespace forge
