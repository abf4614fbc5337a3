#include "agent/tools/html_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

constexpr std::size_t kLongestEntity = 12;
constexpr std::size_t kLongestLink = 300;

constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kEntities = {{{"amp", "&"},
                                                                                      {"lt", "<"},
                                                                                      {"gt", ">"},
                                                                                      {"quot", "\""},
                                                                                      {"apos", "'"},
                                                                                      {"nbsp", " "},
                                                                                      {"mdash", "\xE2\x80\x94"},
                                                                                      {"ndash", "\xE2\x80\x93"},
                                                                                      {"hellip", "..."},
                                                                                      {"lsquo", "'"},
                                                                                      {"rsquo", "'"},
                                                                                      {"ldquo", "\""},
                                                                                      {"rdquo", "\""},
                                                                                      {"copy", "(c)"}}};

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f'; }

// Nothing for what is no character.
std::string Utf8(std::uint32_t code) {
  std::string out;
  const auto add = [&](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return "\xEF\xBF\xBD";
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0U | code >> 6U);
    add(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    add(0xE0U | code >> 12U);
    add(0x80U | (code >> 6U & 0x3FU));
    add(0x80U | (code & 0x3FU));
  } else {
    add(0xF0U | code >> 18U);
    add(0x80U | (code >> 12U & 0x3FU));
    add(0x80U | (code >> 6U & 0x3FU));
    add(0x80U | (code & 0x3FU));
  }
  return out;
}

// "#60" or "#x3c".
std::optional<std::string> NumberedCharacter(std::string_view name) {
  name.remove_prefix(1);
  const bool hex = name.starts_with('x') || name.starts_with('X');
  if (hex) name.remove_prefix(1);
  std::uint32_t code = 0;
  for (char c : name) {
    const std::size_t digit = std::string_view("0123456789abcdef").find(IsUpper(c) ? static_cast<char>(c + 32) : c);
    if (digit >= (hex ? 16U : 10U)) return std::nullopt;
    code = std::min<std::uint32_t>(code * (hex ? 16 : 10) + static_cast<std::uint32_t>(digit), 0x110000);
  }
  if (name.empty()) return std::nullopt;
  return Utf8(code);
}

std::string WithoutEntities(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t at = std::min(text.find('&'), text.size());
    out += text.substr(0, at);
    text.remove_prefix(at);
    if (text.empty()) break;
    const std::size_t end = text.substr(0, kLongestEntity).find(';');
    std::optional<std::string> said;
    if (end != std::string_view::npos && end > 1) {
      const std::string_view name = text.substr(1, end - 1);
      if (name.starts_with('#')) said = NumberedCharacter(name);
      for (const auto& [word, character] : kEntities) {
        if (word == name) said = std::string(character);
      }
    }
    out += said ? *said : "&";
    text.remove_prefix(said ? end + 1 : 1);
  }
  return out;
}

struct Tag {
  std::string name;  // lower case
  bool closes = false;
  std::string_view rest;  // its attributes
};

// The value of an attribute, decoded.
std::string Attribute(std::string_view rest, std::string_view wanted) {
  while (!rest.empty()) {
    while (!rest.empty() && (IsBlank(rest.front()) || rest.front() == '/')) rest.remove_prefix(1);
    const std::size_t name_end = std::min(rest.find_first_of("= \t\r\n\f"), rest.size());
    const std::string name = Lower(rest.substr(0, name_end));
    rest.remove_prefix(name_end);
    while (!rest.empty() && IsBlank(rest.front())) rest.remove_prefix(1);
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    while (!rest.empty() && IsBlank(rest.front())) rest.remove_prefix(1);
    std::string_view value;
    if (rest.starts_with('"') || rest.starts_with('\'')) {
      const std::size_t end = std::min(rest.find(rest.front(), 1), rest.size());
      value = rest.substr(1, end - 1);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    } else {
      value = rest.substr(0, std::min(rest.find_first_of(" \t\r\n\f"), rest.size()));
      rest.remove_prefix(value.size());
    }
    if (name == wanted) return WithoutEntities(value);
  }
  return "";
}

class PageText {
 public:
  std::string Of(std::string_view html) {
    while (!html.empty()) {
      const std::size_t at = std::min(html.find('<'), html.size());
      Say(html.substr(0, at));
      html.remove_prefix(at);
      if (!html.empty()) TakeMarkup(html);
    }
    return std::string(Trim(out_)) + "\n";
  }

 private:
  void Say(std::string_view raw) {
    const std::string text = WithoutEntities(raw);
    if (preformatted_) {
      out_ += text;
      return;
    }
    for (char c : text) {
      const bool blank = IsBlank(c);
      if (blank && (out_.empty() || IsBlank(out_.back()))) continue;
      out_ += blank ? ' ' : c;
    }
  }
  // So many line ends, unless they are there.
  void Break(std::size_t lines) {
    while (!out_.empty() && (out_.back() == ' ' || out_.back() == '\t')) out_.pop_back();
    std::size_t there = 0;
    while (there < out_.size() && out_[out_.size() - 1 - there] == '\n') ++there;
    if (!out_.empty() && there < lines) out_.append(lines - there, '\n');
  }

  // `html` begins with `<`; takes the markup off it.
  void TakeMarkup(std::string_view& html) {
    if (html.starts_with("<!--")) return Skip(html, html.find("-->", 4), 3);
    const bool is_tag =
        html.size() > 1 && (IsLetter(html[1]) || (html[1] == '/' && html.size() > 2 && IsLetter(html[2])));
    if (html.starts_with("<!") || html.starts_with("<?")) return Skip(html, html.find('>'), 1);
    if (!is_tag) {
      Say("<");
      html.remove_prefix(1);
      return;
    }
    const std::size_t end = TagEnd(html);
    std::string_view inside = html.substr(1, end - 1);
    html.remove_prefix(std::min(end + 1, html.size()));
    Tag tag;
    tag.closes = inside.starts_with('/');
    if (tag.closes) inside.remove_prefix(1);
    const std::size_t name_end = std::min(inside.find_first_of(" \t\r\n\f/"), inside.size());
    tag.name = Lower(inside.substr(0, name_end));
    tag.rest = inside.substr(name_end);
    if (!tag.closes && IsOneOf(tag.name, {"script", "style", "noscript", "template", "svg", "iframe"})) {
      SkipElement(html, tag.name);
    } else {
      Take(tag);
    }
  }
  static void Skip(std::string_view& html, std::size_t end, std::size_t size) {
    html.remove_prefix(end == std::string_view::npos ? html.size() : end + size);
  }
  // A `>` in a quoted value does not end a tag.
  static std::size_t TagEnd(std::string_view html) {
    char quote = 0;
    for (std::size_t i = 1; i < html.size(); ++i) {
      if (quote != 0) {
        if (html[i] == quote) quote = 0;
      } else if ((html[i] == '"' || html[i] == '\'') && html[i - 1] == '=') {
        quote = html[i];
      } else if (html[i] == '>') {
        return i;
      }
    }
    return html.size();
  }
  // Up to its end tag; what stands in such an element is no text.
  static void SkipElement(std::string_view& html, std::string_view name) {
    for (std::size_t at = html.find("</"); at != std::string_view::npos; at = html.find("</", at + 2)) {
      if (EqualsIgnoreCase(html.substr(at + 2, name.size()), name)) return Skip(html, html.find('>', at), 1);
    }
    html = {};
  }

  void Take(const Tag& tag) {
    if (tag.name == "a") return TakeLink(tag);
    if (tag.name == "pre") {
      Break(2);
      preformatted_ = !tag.closes;
    } else if (tag.name.size() == 2 && tag.name[0] == 'h' && tag.name[1] >= '1' && tag.name[1] <= '6') {
      Break(2);
      if (!tag.closes) out_ += std::string(static_cast<std::size_t>(tag.name[1] - '0'), '#') + " ";
    } else if (tag.name == "li") {
      Break(1);
      if (!tag.closes) out_ += "- ";
    } else if (IsOneOf(tag.name, {"p", "title", "ul", "ol", "table", "blockquote", "article", "section"})) {
      Break(2);
    } else if (IsOneOf(tag.name, {"br", "div", "tr", "dt", "dd", "header", "footer", "nav", "main", "hr", "option"})) {
      Break(1);
    } else if (IsOneOf(tag.name, {"td", "th"}) && tag.closes) {
      Say(" ");
      out_ += "| ";
    } else if (tag.name == "img") {
      if (const std::string alt = Attribute(tag.rest, "alt"); !alt.empty()) Say("[" + alt + "]");
    }
  }
  void TakeLink(const Tag& tag) {
    if (!tag.closes) {
      link_ = Attribute(tag.rest, "href");
      return;
    }
    const bool shown = !link_.empty() && link_.size() <= kLongestLink && !link_.starts_with('#') &&
                       !Lower(link_.substr(0, 11)).starts_with("javascript:");
    if (shown) out_ += fmt::format(" ({})", Trim(link_));
    link_.clear();
  }

  std::string out_;
  std::string link_;  // where the open link leads
  bool preformatted_ = false;
};

}  // namespace

std::string HtmlToText(std::string_view html) { return PageText().Of(html); }

}  // namespace forge
