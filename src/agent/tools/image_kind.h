// Recognizes images that models take, by their bytes. Pure: decodes nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace forge {

struct ImageKind {
  std::string_view kind;        // "PNG"
  std::string_view media_type;  // "image/png"
  std::int64_t width = 0, height = 0;
};

// From the beginning of a file: PNG, JPEG, GIF or WebP. Nothing for anything else, and for one whose size cannot be
// read: a provider that cannot read it either refuses the whole conversation.
std::optional<ImageKind> LookAtImage(std::string_view bytes);

}  // namespace forge
