// Addresses and forms as text: parts, encoding, queries. Reaches nothing.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace forge {

struct UrlParts {
  std::string origin;  // "https://example.org:8443"; empty: this is no address
  std::string path;    // "/mcp"; "" or "/" without one. Without query and fragment
};

UrlParts SplitUrl(std::string_view url);

// https, or http on this machine: others could read a secret on its way.
bool IsPrivateUrl(std::string_view url);

std::string PercentEncoded(std::string_view text);
// "a=1&b=2", encoded; fields without a value are left out.
std::string FormText(const std::vector<std::pair<std::string, std::string>>& fields);
std::string WithQuery(const std::string& url, const std::string& query);

// The decoded fields of the query of an address or a request's target.
std::map<std::string, std::string> QueryOf(std::string_view url);

}  // namespace forge
