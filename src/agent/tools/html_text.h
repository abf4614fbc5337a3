// An HTML page as text that a model reads. Pure, and good enough: it lays nothing out.
#pragma once

#include <string>
#include <string_view>

namespace forge {

// Headings, paragraphs and items of lists on lines of their own, links with their addresses, no scripts and styles.
std::string HtmlToText(std::string_view html);

}  // namespace forge
