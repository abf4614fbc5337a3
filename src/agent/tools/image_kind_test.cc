#include "agent/tools/image_kind.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

std::string Padded(std::string bytes) { return bytes + std::string(64 - bytes.size(), '\0'); }

std::string Described(const std::string& bytes) {
  const auto image = LookAtImage(bytes);
  if (!image) return "none";
  return std::string(image->media_type) + " " + std::to_string(image->width) + " " + std::to_string(image->height);
}

TEST(ImageKind, KindAndSizeAreRead) {
  EXPECT_EQ(Described(Padded(std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\2\x80\0\0\1\xE0", 24))),
            "image/png 640 480");
  EXPECT_EQ(Described(Padded(std::string("GIF89a\x10\0\x20\0", 10))), "image/gif 16 32");
  EXPECT_EQ(Described(Padded(std::string("\xFF\xD8\xFF\xE0\0\4ab\xFF\xFF\xC2\0\x11\x08\1\0\2\0", 18))),
            "image/jpeg 512 256");
  EXPECT_EQ(Described(Padded(std::string("RIFF....WEBPVP8 ....\0\0\0\x9d\x01\x2a\x10\0\x20\0", 30))),
            "image/webp 16 32");
  EXPECT_EQ(Described(Padded(std::string("RIFF....WEBPVP8X........\x0F\0\0\x1F\0\0", 30))), "image/webp 16 32");
}

TEST(ImageKind, WhatCannotBeReadIsNone) {
  const std::string png = Padded(std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1", 24));
  for (std::size_t size = 0; size < 32; ++size) EXPECT_EQ(Described(png.substr(0, size)), "none");
  EXPECT_EQ(Described(Padded(std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\1", 24))), "none") << "no width";
  EXPECT_EQ(Described(Padded(std::string("\xFF\xD8\xFF\xDA\0\0", 6))), "none");
  EXPECT_EQ(Described(Padded("RIFF....WEBPXXXX")), "none");
  EXPECT_EQ(Described(std::string(200, 'x')), "none");
}

}  // namespace
}  // namespace forge
