#include "agent/acp/acp_conversation.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "agent/acp/acp_frames.h"
#include "agent/acp/acp_verdict.h"
#include "agent/native/token_estimate.h"
#include "agent/spending.h"
#include "agent/tools/mcp_tools.h"
#include "agent/vendors/cli_stream.h"
#include "agent/vendors/process_answer.h"
#include "base/strings.h"
#include "os/process/process.h"
#include "os/system.h"

namespace forge {
namespace {

constexpr std::int64_t kCancelMs = 3000;  // for the answer to our cancel
constexpr std::int64_t kQuietAfterPastMs = 700;
constexpr std::int64_t kLongestPastMs = 20'000;
constexpr std::int64_t kMostStrange = 20;

// What a person does about a program that does not speak as we do.
std::string InstallAdvice(const AcpCommand& command) {
  const AcpProgram& known = command.known;
  if (known.install.empty()) return "check that this command starts an agent that speaks ACP on its standard streams";
  return fmt::format("Forge was tested with {}@{}", known.install, known.tested);
}

Json NamesAndValues(const std::map<std::string, std::string>& texts) {
  Json list = Json::MakeArray();
  for (const auto& [name, value] : texts) list.Append(Json::MakeObject().Set("name", name).Set("value", value));
  return list;
}

}  // namespace

AcpConversation::AcpConversation(AcpConnection& connection, AcpServices& services, const AgentRequest& request,
                                 const AcpCommand& command, const EnvironmentMap& environment)
    : connection_(connection),
      services_(services),
      request_(request),
      command_(command),
      environment_(environment),
      rights_(AcpRightsOf(request)),
      updates_(request, [this](const std::string& id) { return services_.TerminalText(id); }) {}

void AcpConversation::Notice(std::string text) const {
  if (request_.on_event) request_.on_event({AgentEvent::Kind::kNotice, std::move(text), Json()});
}

AcpConversation::Patience AcpConversation::Soon(const std::string& what) const {
  const std::int64_t first = request_.deadlines.first_event_ms;
  const std::int64_t patience = first > 0 ? first : kAcpPatienceMs;
  return {SteadyMs() + patience, false, fmt::format("{} within {}", what, FormatDuration(patience))};
}

AgentAnswer AcpConversation::Run(const std::stop_token& stop) {
  auto greeting = Greet(stop);
  if (!greeting) return Close(std::move(greeting));
  login_ = HowToLogIn(*greeting);
  auto session = OpenSession(*greeting, stop);
  if (!session) return Close(std::move(session));
  offers_ = AcpOffers(*session);
  model_ = offers_.Current(AcpChoice::kModel);
  const AcpProgram& known = command_.known;
  const std::vector<std::string>& own = request_.may_write ? known.write_modes : known.read_modes;
  const bool sealed = request_.sandbox && !known.sandboxed_modes.empty();
  for (const auto& [what, wanted] : {std::pair(AcpChoice::kMode, sealed ? known.sandboxed_modes : own),
                                     {AcpChoice::kModel, std::vector<std::string>{request_.model}},
                                     {AcpChoice::kEffort, std::vector<std::string>{request_.effort}}}) {
    if (auto failed = Choose(what, wanted, stop)) return Close(std::unexpected(*std::move(failed)));
  }
  if (request_.on_event) request_.on_event({AgentEvent::Kind::kStarted, model_, Json()});
  return Close(Prompt(stop));
}

AcpConversation::Step<Json> AcpConversation::Greet(const std::stop_token& stop) {
  Json params =
      Json::MakeObject()
          .Set("protocolVersion", kAcpVersion)
          .Set("clientCapabilities", services_.Capabilities(!command_.known.own_files))
          .Set("clientInfo", Json::MakeObject().Set("name", "forge").Set("title", "Forge").Set("version", "1"));
  Patience patience = Soon("no answer to `initialize`");
  patience.late += "; " + InstallAdvice(command_);
  auto reply = Ask("initialize", std::move(params), patience, stop);
  if (!reply) return reply;
  const Json& version = (*reply)["result"]["protocolVersion"];
  if (reply->Has("error") || !version.is_int()) {
    const std::string& said = (*reply)["error"]["message"].AsString();
    return std::unexpected(FailedAnswer(
        ErrorClass::kTooling, fmt::format("it did not answer `initialize` as an ACP agent does{}\n  hint: {}",
                                          said.empty() ? "" : ": " + ValidUtf8(said), InstallAdvice(command_))));
  }
  if (version.AsInt() != kAcpVersion) {
    return std::unexpected(FailedAnswer(
        ErrorClass::kTooling, fmt::format("it speaks version {} of ACP and Forge speaks version {}\n  hint: {}",
                                          version.AsInt(), kAcpVersion, InstallAdvice(command_))));
  }
  return (*reply)["result"];
}

std::string AcpConversation::HowToLogIn(const Json& greeting) const {
  if (!command_.known.log_in.empty()) return command_.known.log_in;
  std::string names;
  for (const Json& method : greeting["authMethods"].AsArray()) {
    const std::string name = method["name"].AsString(method["id"].AsString());
    names += (names.empty() ? "" : ", ") + name;
  }
  return names.empty() ? "start the agent's program in a terminal" : "it offers " + ValidUtf8(names);
}

AcpConversation::Step<Json> AcpConversation::OpenSession(const Json& greeting, const std::stop_token& stop) {
  if (request_.session.empty()) return NewSession(greeting, stop);
  const Json& can = greeting["agentCapabilities"];
  const bool resumes = !can["sessionCapabilities"]["resume"].is_null();
  if (!resumes && !can["loadSession"].AsBool()) {
    Notice("continuing without the earlier conversation: this agent keeps none");
    return NewSession(greeting, stop);
  }
  Json params = Json::MakeObject()
                    .Set("sessionId", request_.session)
                    .Set("cwd", request_.cwd)
                    .Set("mcpServers", Servers(greeting));
  // `resume` does not tell the whole conversation again.
  auto reply = Ask(resumes ? "session/resume" : "session/load", std::move(params),
                   Soon("the earlier session was not loaded"), stop);
  if (!reply) return reply;
  if (reply->Has("error")) {
    Notice("continuing without the earlier conversation: " +
           ValidUtf8((*reply)["error"]["message"].AsString("it cannot be loaded")));
    return NewSession(greeting, stop);
  }
  session_ = request_.session;
  continued_ = true;
  if (!resumes) LetPastEnd(stop);
  return (*reply)["result"];
}

// gemini goes on to tell the past after its answer to session/load; nothing marks its end but the quiet after it.
void AcpConversation::LetPastEnd(const std::stop_token& stop) {
  const std::int64_t most = SteadyMs() + kLongestPastMs;
  while (SteadyMs() < most) {
    const AcpNews news = connection_.Next(SteadyMs() + kQuietAfterPastMs, stop);
    if (news.kind != AcpNews::Kind::kMessage) return;  // the prompt will see it again, or it says nothing
    if (IsAcpRequest(news.message)) TakeRequest(news.message);
  }
}

AcpConversation::Step<Json> AcpConversation::NewSession(const Json& greeting, const std::stop_token& stop) {
  const Json params = Json::MakeObject().Set("cwd", request_.cwd).Set("mcpServers", Servers(greeting));
  auto reply = Ask("session/new", params, Soon("no session"), stop);
  if (reply && WantsLogin((*reply)["error"]) && LogIn(greeting, stop))
    reply = Ask("session/new", params, Soon("no session"), stop);
  if (!reply) return reply;
  if (reply->Has("error")) return std::unexpected(AcpFailed((*reply)["error"], "session/new", login_));
  session_ = (*reply)["result"]["sessionId"].AsString();
  if (session_.empty())
    return std::unexpected(
        FailedAnswer(ErrorClass::kTooling, "`session/new` gave no session\n  hint: " + InstallAdvice(command_)));
  return (*reply)["result"];
}

// With a key that is set. No other login can be done without a person.
bool AcpConversation::LogIn(const Json& greeting, const std::stop_token& stop) {
  for (const Json& method : greeting["authMethods"].AsArray()) {
    const std::string& id = method["id"].AsString();
    const bool usable = std::ranges::any_of(command_.known.keys, [&](const std::string& pair) {
      const std::size_t space = pair.find(' ');
      return pair.substr(0, space) == id && !ValueOf(environment_, pair.substr(space + 1)).empty();
    });
    if (!usable) continue;
    auto reply = Ask("authenticate", Json::MakeObject().Set("methodId", id), Soon("no answer to `authenticate`"), stop);
    return reply && !reply->Has("error");
  }
  return false;
}

Json AcpConversation::Servers(const Json& greeting) {
  const bool http = greeting["agentCapabilities"]["mcpCapabilities"]["http"].AsBool();
  Json list = Json::MakeArray();
  for (const McpServerSpec& server : request_.servers) {
    std::string problem = ServerProblem(server, request_);
    Json one = Json::MakeObject();
    if (problem.empty() && server.command.empty()) {
      if (!http) problem = "this agent reaches no server over HTTP";
      one.Set("type", "http").Set("name", server.name).Set("url", server.url);
      one.Set("headers", NamesAndValues(server.headers));
    } else if (problem.empty()) {
      const auto path = FindProgram(server.command[0], ValueOf(environment_, "PATH"));
      if (!path) problem = "its program " + server.command[0] + " was not found";
      Json words = Json::MakeArray();
      for (std::size_t i = 1; i < server.command.size(); ++i) words.Append(server.command[i]);
      one.Set("name", server.name).Set("command", path.value_or("")).Set("args", std::move(words));
      one.Set("env", NamesAndValues(server.env));
    }
    if (problem.empty()) {
      list.Append(std::move(one));
    } else if (!listening_) {
      Notice(WithoutServer(server.name, problem));
    }
  }
  return list;
}

std::optional<AgentAnswer> AcpConversation::Choose(AcpChoice what, const std::vector<std::string>& wanted,
                                                   const std::stop_token& stop) {
  if (wanted.empty() || wanted[0].empty()) return std::nullopt;
  const bool by_flag = what == AcpChoice::kModel && !command_.known.model_flag.empty();
  const auto pick = offers_.Find(what, wanted);
  if (by_flag) model_ = wanted[0];
  if (!pick) {
    const std::vector<std::string> ids = offers_.Ids(what);
    if (what == AcpChoice::kEffort || by_flag) return std::nullopt;
    const char* word = what == AcpChoice::kModel ? "model" : "mode";
    Notice(ids.empty() ? fmt::format("this agent offers no choice of its {}", word)
                       : fmt::format("this agent has no {} `{}`; it offers {}", word, wanted[0], Join(ids, ", ")));
    return std::nullopt;
  }
  if (what == AcpChoice::kModel) model_ = pick->id;
  if (pick->is_now) return std::nullopt;
  Json params = pick->params;
  params.Set("sessionId", session_);
  auto reply = Ask(pick->method, std::move(params), Soon("no answer to `" + pick->method + "`"), stop);
  if (!reply) return reply.error();
  if (reply->Has("error")) return AcpFailed((*reply)["error"], pick->method, login_);
  return std::nullopt;
}

AcpConversation::Step<Json> AcpConversation::Prompt(const std::stop_token& stop) {
  // A prompt that begins like a command would run as one.
  const std::string text = (Trim(request_.prompt).starts_with('/') ? "Your task:\n" : "") + request_.prompt;
  listening_ = true;
  Patience patience = Soon("no sign of work");
  patience.until_first_work = true;
  patience.late +=
      fmt::format(" of the prompt: the provider may not answer, or refuse the key\n  hint: log in: {}", login_);
  auto reply =
      Ask("session/prompt", Json::MakeObject().Set("sessionId", session_).Set("prompt", Json::Array{AcpText(text)}),
          patience, stop);
  if (!reply) return reply;
  if (reply->Has("error")) return std::unexpected(AcpFailed((*reply)["error"], "session/prompt", login_));
  return (*reply)["result"];
}

AcpConversation::Step<Json> AcpConversation::Ask(const std::string& method, Json params, const Patience& patience,
                                                 const std::stop_token& stop) {
  const std::int64_t id = next_id_++;
  connection_.Send(AcpAsk(id, method, std::move(params)));
  const auto limit = [&] {
    const bool patient = patience.until_first_work && updates_.worked();
    return cancelled_ ? cancel_until_ : patient ? 0 : patience.until_ms;
  };
  while (true) {
    const AcpNews news = connection_.Next(limit(), cancelled_ ? std::stop_token() : stop);
    switch (news.kind) {
      case AcpNews::Kind::kMessage:
        if (IsAcpResponse(news.message)) {
          if (news.message["id"].AsInt(-1) == id) return news.message;
        } else if (IsAcpRequest(news.message)) {
          TakeRequest(news.message);
        } else {
          TakeNotification(news.message);
        }
        break;
      case AcpNews::Kind::kStrange:
        if (++strange_ <= kMostStrange) Notice(news.text);
        break;
      case AcpNews::Kind::kTooLong: Notice(fmt::format("skipped a line of {} bytes", news.bytes)); break;
      case AcpNews::Kind::kTerminal:
        for (const Json& answer : services_.TerminalEnded(news.text)) connection_.Send(answer);
        break;
      case AcpNews::Kind::kStop:
        if (method != "session/prompt")
          return std::unexpected(FailedAnswer(ErrorClass::kCancelled, "stopped on request"));
        Cancel();
        break;
      case AcpNews::Kind::kTime: break;
      case AcpNews::Kind::kDeaf: return std::unexpected(FailedAnswer(ErrorClass::kStream, news.text));
      case AcpNews::Kind::kEnd: return std::unexpected(Ended());
    }
    // Looked at after all that comes: to one that never stops talking, the time limits apply too.
    if (const std::int64_t until = limit(); until > 0 && SteadyMs() >= until) {
      if (cancelled_) return std::unexpected(FailedAnswer(ErrorClass::kCancelled, "stopped on request"));
      return std::unexpected(FailedAnswer(ErrorClass::kTimeout, patience.late));
    }
    if (updates_.calls() > static_cast<std::size_t>(request_.max_turns > 0 ? request_.max_turns : kMostTurns))
      return std::unexpected(FailedAnswer(ErrorClass::kTimeout,
                                          fmt::format("stopped at the limit of {} tool calls", updates_.calls() - 1)));
  }
}

// The process ended before it answered.
AgentAnswer AcpConversation::Ended() {
  const Result<ProcessResult>& ended = connection_.ended();
  if (!ended) return StartFailure(ended.error());
  AgentAnswer answer = ProcessFailure(*ended, request_.deadlines);
  if (ended->ok()) {
    answer = FailedAnswer(ErrorClass::kUnknown, listening_ ? "it ended before the turn did" : "it ended at once");
  }
  if (!listening_ && ended->end == ProcessEnd::kExited) {
    if (answer.error_class == ErrorClass::kUnknown) answer.error_class = ErrorClass::kTooling;
    answer.error += "\n  hint: " + InstallAdvice(command_);
  }
  return answer;
}

void AcpConversation::TakeRequest(const Json& message) {
  if (message["method"].AsString() == "session/request_permission") {
    connection_.Send(AcpResult(message["id"], Permit(message)));
    return;
  }
  if (auto answer = services_.Answer(message)) connection_.Send(*answer);
}

void AcpConversation::TakeNotification(const Json& message) {
  if (message["method"].AsString() != "session/update") return;
  const Json& params = message["params"];
  // What it tells while it loads is the past.
  if (!listening_ || params["sessionId"].AsString(session_) != session_) return;
  const std::size_t steps = updates_.steps();
  updates_.Take(params["update"]);
  MindShare(steps);
}

void AcpConversation::Cancel() {
  if (std::exchange(cancelled_, true)) return;
  cancel_until_ = SteadyMs() + kCancelMs;
  connection_.Send(AcpTell("session/cancel", Json::MakeObject().Set("sessionId", session_)));
}

// What the turn has used at least, while it goes on and if the agent does not say it at its end: each answer of the
// model has read the context anew, from the provider's cache at best.
Usage AcpConversation::UsedSoFar() const {
  // What a continued session brings along, in tokens and money, earlier units paid.
  const std::int64_t past = continued_ ? updates_.first_context() : 0;
  const double paid = continued_ ? request_.session_usage.usd : 0;
  const std::int64_t written = updates_.written_tokens();
  return {.input_tokens = std::max(AboutTokens(request_.prompt), updates_.context() - past - written),
          .output_tokens = written,
          .cache_read_tokens = past + updates_.reread_tokens(),
          .usd = updates_.usd() >= paid ? updates_.usd() - paid : updates_.usd()};
}

// A tool after the share was used up means that the agent will ask its model again. A last answer still counts.
void AcpConversation::MindShare(std::size_t steps_before) {
  if (cancelled_ || !updates_.worked()) return;
  if (used_up_ && updates_.steps() > steps_before) {
    at_share_ = true;
    Cancel();
    return;
  }
  std::string refused;
  if (auto why = TellSpent(Believable(UsedSoFar(), refused), model_, request_)) used_up_ = std::move(why);
}

Json AcpConversation::Permit(const Json& message) {
  const auto outcome = [](Json chosen) { return Json::MakeObject().Set("outcome", std::move(chosen)); };
  Json cancelled = Json::MakeObject().Set("outcome", "cancelled");
  if (cancelled_ || !listening_) return outcome(std::move(cancelled));
  const Json& params = message["params"];
  const std::size_t steps = updates_.steps();
  const Json call = updates_.TakeAsked(params["toolCall"]);
  MindShare(steps);
  if (cancelled_) return outcome(std::move(cancelled));
  const AcpRuling ruling = RuleOn(call, params["options"], rights_);
  if (!ruling.allowed) {
    const std::string title = call["title"].AsString(call["kind"].AsString("a tool call"));
    Notice(ValidUtf8(fmt::format("refused: {}: {}", Shortened(title), ruling.why)));
  }
  if (ruling.option.empty()) return outcome(std::move(cancelled));
  return outcome(Json::MakeObject().Set("outcome", "selected").Set("optionId", ruling.option));
}

AgentAnswer AcpConversation::Close(Step<Json> end) {
  updates_.Flush();
  AgentAnswer answer = end ? AcpStopped((*end)["stopReason"].AsString()) : std::move(end.error());
  if (cancelled_ && (answer.failed || !at_share_)) {
    answer.failed = true;
    answer.error_class = at_share_ ? ErrorClass::kBudget : ErrorClass::kCancelled;
    answer.error = at_share_ ? *used_up_ : "stopped on request";
  }
  answer.text = updates_.text();
  answer.session = session_;
  answer.model = model_;
  if (!listening_) return answer;
  const Usage so_far = UsedSoFar();
  AcpUsage used = AcpUsageOf(end ? *end : Json(), so_far.usd, command_.known);
  if (updates_.worked() && (!used.doubt.empty() || used.usage.tokens() == 0)) Raise(used.usage, so_far);
  answer.usage = Believed(used.usage, request_);
  if (!used.doubt.empty() && updates_.worked()) Notice("the usage is estimated: " + used.doubt);
  if (request_.on_event && !answer.usage.empty()) {
    Json data = ToJson(answer.usage);
    if (!used.doubt.empty()) data.Set("estimated", true);
    request_.on_event({AgentEvent::Kind::kUsage, "", std::move(data)});
  }
  return answer;
}

}  // namespace forge
