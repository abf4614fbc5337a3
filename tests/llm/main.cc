// forge-llm --script FILE [--record FILE] [--threads N]: the scripted server as a program. Prints `PORT n`, and ends
// with its standard input.
#include <fmt/core.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

#include "base/strings.h"
#include "scripted_server.h"

namespace {

int Complain(std::string_view what) {
  fmt::print(stderr, "forge-llm: {}\nusage: forge-llm --script FILE [--record FILE] [--threads N]\n", what);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace forge;
  std::string script_path;
  llm::ServerOptions options;
  options.keep_most = 0;
  for (int i = 1; i < argc; i += 2) {
    const std::string_view flag = argv[i];
    if (i + 1 >= argc) return Complain(fmt::format("{} needs a value", flag));
    const std::string value = argv[i + 1];
    if (flag == "--script") {
      script_path = value;
    } else if (flag == "--record") {
      options.record = value;
    } else if (flag == "--threads") {
      options.threads = static_cast<int>(ParseInt(value).value_or(options.threads));
    } else {
      return Complain(fmt::format("unknown flag {}", flag));
    }
  }
  std::ifstream file(script_path);
  if (!file) return Complain(fmt::format("cannot read the script `{}`", script_path));
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Result<Json> json = ParseJson(text);
  if (!json) return Complain(Describe(json.error()));
  auto server = llm::ScriptedServer::Start(*json, std::move(options));
  if (!server) return Complain(Describe(server.error()));
  fmt::print("PORT {}\n", (*server)->port());
  std::fflush(stdout);
  for (std::string line; std::getline(std::cin, line);) {
  }
  return 0;
}
