// Logins to an MCP server that wants one, over real sockets: a server that is its own authorization server.
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "agent/oauth/url_text.h"
#include "agent/tools/mcp_client.h"
#include "agent/tools/mcp_login.h"
#include "base/base64.h"
#include "base/strings.h"
#include "os/files/files.h"
#include "os/process/process.h"
#include "os/system.h"
#include "os/testing/temp_directory.h"

namespace forge {
namespace {

constexpr std::int64_t kLoginMs = 30'000;

// Tokens are "token-1", "token-2", ...; only the newest is accepted. `calls` need the scope that it was given for.
class Guarded {
 public:
  Guarded() {
    server_.Post("/mcp", [this](const auto& asked, auto& said) { Serve(asked, said); });
    server_.Get("/.well-known/oauth-protected-resource/mcp", [this](const auto&, auto& said) {
      Reply(said, fmt::format(R"({{"resource":"{0}/mcp","authorization_servers":["{0}"],"scopes_supported":["read"]}})",
                              origin()));
    });
    server_.Get("/.well-known/oauth-authorization-server", [this](const auto&, auto& said) {
      Reply(said, fmt::format(R"({{"issuer":"{0}","authorization_endpoint":"{0}/authorize","token_endpoint":"{0}/token",
          "registration_endpoint":"{0}/register","code_challenge_methods_supported":["S256"],
          "token_endpoint_auth_methods_supported":["none"]}})",
                              origin()));
    });
    server_.Post("/register", [this](const auto& asked, auto& said) {
      Note(registered_, asked.body);
      said.status = 201;
      Reply(said, R"({"client_id":"forge-1"})");
    });
    server_.Post("/token", [this](const auto& asked, auto& said) { GiveToken(asked.body, said); });
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
    while (!server_.is_running()) std::this_thread::yield();
  }
  ~Guarded() {
    server_.stop();
    thread_.join();
  }

  std::string origin() const { return fmt::format("http://127.0.0.1:{}", port_); }
  McpServerSpec Spec(const std::string& logins) const {
    McpServerSpec spec;
    spec.name = "docs";
    spec.url = origin() + "/mcp";
    spec.logins = logins;
    return spec;
  }

  // The last requests.
  std::string registered() { return Noted(registered_); }
  std::string asked_token() { return Noted(asked_token_); }
  std::atomic<int> given = 0;
  std::atomic<bool> wants_more = false;  // for every call

 private:
  static void Reply(httplib::Response& said, const std::string& json) { said.set_content(json, "application/json"); }

  void GiveToken(const std::string& body, httplib::Response& said) {
    Note(asked_token_, body);
    const bool may = body.find("grant_type=refresh_token") == std::string::npos ||
                     body.find(fmt::format("refresh_token=again-{}", given.load())) != std::string::npos;
    if (!may) {
      said.status = 400;
      return Reply(said, R"({"error":"invalid_grant"})");
    }
    const int number = ++given;
    Reply(said,
          fmt::format(
              R"({{"access_token":"token-{0}","token_type":"Bearer","expires_in":1,"refresh_token":"again-{0}"}})",
              number));
  }

  void Serve(const httplib::Request& asked, httplib::Response& said) {
    const Json request = ParseJson(asked.body).value_or(Json());
    const std::string& method = request["method"].AsString();
    const bool known = asked.get_header_value("Authorization") == fmt::format("Bearer token-{}", given.load());
    if (!known) {
      said.status = 401;
      said.set_header("WWW-Authenticate", "Bearer scope=\"read\"");
      return Reply(said, R"({"error":"invalid_token"})");
    }
    if (method == "tools/call" && wants_more) {
      said.status = 403;
      said.set_header("WWW-Authenticate", R"(Bearer error="insufficient_scope", scope="write")");
      return Reply(said, R"({"error":"insufficient_scope"})");
    }
    std::string result = R"({"resultType":"complete","content":[{"type":"text","text":"done"}]})";
    if (method == "server/discover") result = R"({"supportedVersions":["2026-07-28"]})";
    if (method == "tools/list") result = R"({"tools":[{"name":"look","inputSchema":{"type":"object"}}]})";
    Reply(said, fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":{}}})", request["id"].Dump(), result));
  }

  void Note(std::string& where, const std::string& what) {
    const std::scoped_lock lock(mutex_);
    where = what;
  }
  std::string Noted(const std::string& where) {
    const std::scoped_lock lock(mutex_);
    return where;
  }

  std::mutex mutex_;  // guards these two
  std::string registered_, asked_token_;
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
};

// A person who agrees: the browser goes to the address that it was given, with a code. First a stranger tries.
struct Person {
  std::string address;
  std::thread thread;
  int stranger = 0;  // the status for an answer with another state

  std::function<void(const std::string&)> Agrees() {
    return [this](const std::string& shown) {
      address = shown;
      thread = std::thread([this] {
        auto query = QueryOf(address);
        const UrlParts back = SplitUrl(query["redirect_uri"]);
        httplib::Client browser(back.origin);
        if (const auto refused = browser.Get(back.path + "?code=evil&state=guessed")) stranger = refused->status;
        (void)browser.Get(back.path + "?" + FormText({{"code", "c-1"}, {"state", query["state"]}}));
      });
    };
  }
  ~Person() {
    if (thread.joinable()) thread.join();
  }
};

Result<std::unique_ptr<McpClient>> Open(const McpServerSpec& spec) {
  McpPlace place;
  place.authorizer = SessionOf(spec, {}, nullptr);
  return McpClient::Open(MakeHttpTransport(spec, place), {}, SteadyMs() + kLoginMs, {});
}

TEST(McpLogin, APersonLogsInWithProofAndOnlyTheRightAnswerCounts) {
  const TempDirectory base;
  Guarded guarded;
  const McpServerSpec spec = guarded.Spec(base / "logins");
  {
    Person person;
    const Status done = LogInToServer(spec, {}, person.Agrees(), {});
    ASSERT_TRUE(done) << Describe(done.error());
    person.thread.join();
    EXPECT_EQ(person.stranger, 400);
    auto query = QueryOf(person.address);
    EXPECT_EQ(query["code_challenge_method"], "S256");
    EXPECT_EQ(query["client_id"], "forge-1");
    EXPECT_EQ(query["scope"], "read");
    EXPECT_EQ(query["resource"], spec.url);
    auto sent = QueryOf("?" + guarded.asked_token());
    EXPECT_EQ(sent["code"], "c-1");
    EXPECT_EQ(sent["resource"], spec.url);
    EXPECT_FALSE(sent["code_verifier"].empty());
    EXPECT_NE(sent["code_verifier"], query["code_challenge"]);
    EXPECT_NE(guarded.registered().find(query["redirect_uri"]), std::string::npos);
  }
  const auto client = Open(spec);
  ASSERT_TRUE(client) << Describe(client.error());
  EXPECT_EQ((*client)->Call("look", {}, SteadyMs() + kLoginMs, {})->text, "done");
}

TEST(McpLogin, AUnitWithoutALoginIsToldWhatToType) {
  const TempDirectory base;
  Guarded guarded;
  const auto client = Open(guarded.Spec(base / "logins"));
  ASSERT_FALSE(client);
  EXPECT_EQ(client.error().message, "it needs a login: type `forge mcp login docs`");
}

TEST(McpLogin, AnExpiredTokenIsRenewedWithoutAPerson) {
  const TempDirectory base;
  Guarded guarded;
  const McpServerSpec spec = guarded.Spec(base / "logins");
  Person person;
  ASSERT_TRUE(LogInToServer(spec, {}, person.Agrees(), {}));
  // Programs of vendors get a token that does not end soon.
  McpServerSpec with_token = spec;
  AddToken(with_token, {}, {});
  EXPECT_EQ(with_token.headers["Authorization"], "Bearer token-2");
  const auto client = Open(spec);
  ASSERT_TRUE(client) << Describe(client.error());
  OauthLogin login = LoginStore(spec.logins).Read(spec.url).value();
  EXPECT_EQ(login.refresh_token, "again-2");
  login.access_token = "old";
  ASSERT_TRUE(LoginStore(spec.logins).Write(login));
  const auto again = Open(spec);
  ASSERT_TRUE(again) << Describe(again.error());
  EXPECT_EQ(guarded.given, 3);
}

// Each of its refresh tokens counts once.
TEST(McpLogin, UnitsThatRenewOneLoginAtOnceDoNotLoseIt) {
  const TempDirectory base;
  Guarded guarded;
  const McpServerSpec spec = guarded.Spec(base / "logins");
  Person person;
  ASSERT_TRUE(LogInToServer(spec, {}, person.Agrees(), {}));
  std::vector<std::shared_ptr<OauthSession>> units;
  for (int i = 0; i < 4; ++i) units.push_back(SessionOf(spec, {}, nullptr));
  {
    std::vector<std::jthread> at_once;
    for (const auto& unit : units)
      at_once.emplace_back([&unit] { EXPECT_NE(unit->FreshToken(SteadyMs() + 20'000, {}), "token-1"); });
  }
  EXPECT_EQ(guarded.given, 5);
  EXPECT_EQ(LoginStore(spec.logins).Read(spec.url).value().refresh_token, "again-5");
}

TEST(McpLogin, WhoNeedsMoreRightsIsToldAndTheNextLoginAsksForBoth) {
  const TempDirectory base;
  Guarded guarded;
  const McpServerSpec spec = guarded.Spec(base / "logins");
  {
    Person person;
    ASSERT_TRUE(LogInToServer(spec, {}, person.Agrees(), {}));
  }
  const auto client = Open(spec);
  ASSERT_TRUE(client);
  guarded.wants_more = true;
  const auto refused = (*client)->Call("look", {}, SteadyMs() + kLoginMs, {});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message, "it needs a login with more rights: type `forge mcp login docs`");
  Person person;
  ASSERT_TRUE(LogInToServer(spec, {}, person.Agrees(), {}));
  EXPECT_EQ(QueryOf(person.address)["scope"], "read write");
}

// Through the program: the address on its output, the login in a private file, and nothing of it elsewhere.
TEST(McpLogin, TheCommandPrintsTheAddressAndKeepsTheLogin) {
  const std::string forge = Environment("FORGE").value_or("");
  if (forge.empty()) GTEST_SKIP() << "FORGE names no program; ctest sets it";
  const TempDirectory base;
  Guarded guarded;
  ASSERT_TRUE(MakeDirectories(base / "config/forge"));
  ASSERT_TRUE(
      WriteFileAtomic(base / "config/forge/mcp.toml", fmt::format("[docs]\nurl = \"{}/mcp\"\n", guarded.origin())));
  Person person;
  ProcessSpec command;
  command.argv = {"/bin/sh", "-c", "\"$0\" mcp login docs 2>&1 && \"$0\" mcp servers", forge};
  command.cwd = base.path();
  command.env = {{"HOME", base.path()}, {"XDG_CONFIG_HOME", base / "config"}, {"XDG_DATA_HOME", base / "data"}};
  command.timeout = std::chrono::milliseconds(kLoginMs);
  std::string said;
  command.on_stdout = [&](std::string_view chunk) {
    said += chunk;
    const std::size_t at = said.find("  http");
    const std::size_t end = said.find('\n', std::min(at, said.size()));
    if (at != std::string::npos && end != std::string::npos && person.address.empty()) {
      person.Agrees()(said.substr(at + 2, end - at - 2));
    }
  };
  const auto result = RunProcess(command, {});
  ASSERT_TRUE(result) << Describe(result.error());
  EXPECT_NE(said.find("logged in to docs: it offers 1 tool\n"), std::string::npos) << said;
  EXPECT_NE(said.find("logged in\n"), std::string::npos) << said;
  EXPECT_EQ(said.find("token-1"), std::string::npos) << said;
  EXPECT_TRUE(LoginStore(base / "data/forge/mcp-logins").Read(guarded.origin() + "/mcp"));
}

TEST(McpLogin, AServerWithItsOwnHeaderOrAProgramNeedsNone) {
  McpServerSpec spec;
  spec.name = "docs";
  spec.url = "http://127.0.0.1:1/mcp";
  spec.headers["authorization"] = "Bearer own";
  spec.logins = "/nowhere";
  EXPECT_EQ(SessionOf(spec, {}, nullptr), nullptr);
  EXPECT_EQ(LogInToServer(spec, {}, [](const std::string&) {}, {}).error().code, Code::kInvalid);
  McpServerSpec program;
  program.command = {"box"};
  program.logins = "/nowhere";
  EXPECT_EQ(SessionOf(program, {}, nullptr), nullptr);
  EXPECT_EQ(LogInToServer(program, {}, [](const std::string&) {}, {}).error().code, Code::kInvalid);
}

}  // namespace
}  // namespace forge
