#include "text/error_class.h"

#include <string>

#include "base/strings.h"
#include "text/error_words.h"
#include "text/wait_time.h"

namespace forge {
namespace {

// Patterns of ErrorWords::HasAny.
constexpr std::string_view kPerMinute = "per minute, per min, per second, tpm, rpm";

constexpr std::string_view kOverflow = R"(
    prompt .. too long, input .. too long, conversation .. too long, context length, context window, maximum context,
    context limit, context overflow, context .. too long, too many tokens, token limit*, input token count,
    input length, exceeds the context, request too large, request entity too large, payload too large,
    max output tokens, reduce the length, maximum .. tokens)";

// A usage window is exhausted and ends at a known time. The word "quota" alone needs the words around it.
constexpr std::string_view kUsageLimit = R"(
    usage limit*, usage cap, hit your .. limit, reached your .. limit, session limit, weekly limit, daily limit,
    monthly limit, hour limit, limit will reset, limit resets, tokens per day, requests per day, spending limit)";

constexpr std::string_view kRateLimit = R"(
    rate limit*, ratelimit*, rate exceeded, too many requests, throttl*, slow down, resource exhausted,
    concurrency limit, request limit, requests per minute, 429 reset*, 429 retry, 429 too)";

// Comes before quota, because disks have quotas too.
constexpr std::string_view kMachine = R"(
    no space left, disk full, disk quota, enospc, too many open files, emfile, enfile, cannot allocate memory, enomem,
    resource temporarily unavailable)";

constexpr std::string_view kExternal = R"(
    is not running, docker daemon, is the server running, service not running, read only file system,
    missing dependency)";

constexpr std::string_view kStream = R"(
    unexpected end of .. json, unexpected end of .. input, unexpected token, json parse*, parse .. json,
    parsing .. json, malformed json, invalid json, broken json, unterminated string, malformed .. stream, malformed sse,
    malformed response, stream ended, stream closed, stream disconnected, stream error, stream exhausted,
    stream .. interrupted, incomplete response, incomplete chunk*, incomplete stream, truncated, premature close,
    prematurely closed, unexpected eof, eof while parsing, chunked encoding, aborted streaming,
    before message completed, message stop)";

constexpr std::string_view kRefusal = R"(
    refusal, content policy, usage polic*, acceptable use, content filter*, content management policy,
    blocked .. safety, safety .. block*, safety filter*, violat* .. polic*, cant help with, cannot help with,
    cant assist, cannot assist, unable to assist, unable to help with, unable to comply, not able to help,
    not able to assist, prohibited content, responsible ai, declined to answer, declined to respond, refuse* to answer,
    refuse* to respond, refuse* to comply, refuse* to help, i wont help, model refused)";

constexpr std::string_view kPermanent = R"(
    unauthorized, unauthorised, unauthenticated, forbidden, authentication, auth, invalid api, invalid .. api key,
    invalid key, incorrect api key, api key not, api key .. invalid, api key .. expired, api key .. missing,
    api key .. revoked, missing api key, no api key, invalid bearer, invalid .. token, token .. expired,
    token .. revoked, not logged in, please run login, login required, please log in, please login, invalid credential*,
    missing credential*, no credential*, permission error, access denied, billing, credit balance, insufficient credit*,
    insufficient funds, out of credit*, payment required, account .. suspended, account .. disabled,
    account .. deactivated, account .. banned, account .. not active, organization .. disabled, model not found,
    unknown model, invalid model, no such model, model .. not exist, model .. not found, model .. not supported,
    model .. not available, have access to, not found error, unsupported country, invalid request, bad request,
    invalid argument, certificate)";

constexpr std::string_view kServer = R"(
    internal server error, server error, bad gateway, service unavailable, gateway timeout, gateway time out, overload*,
    at capacity, temporarily unavailable, high demand, internal error, server had an error, upstream .. error,
    upstream connect, status unavailable)";

constexpr std::string_view kTimeout = R"(
    command timed out, start deadline, first event deadline, silence deadline, wall deadline)";

constexpr std::string_view kNetwork = R"(
    econnrefused, connection refused, econnreset, connection reset, connection .. reset, reset by peer, enotfound, getaddrinfo, dns, eai again,
    could not resolve, couldnt resolve, name resolution, name or service not known, network, ehostunreach, enetunreach,
    no route to host, epipe, broken pipe, socket hang up, tls handshake, ssl .. error, fetch failed, connection error,
    connection closed, connection terminated, connection lost, connection aborted, connection timed out, timed out,
    time out, timeout, etimedout, esockettimedout, deadline exceeded, failed to connect, unable to connect,
    could not connect, couldnt connect, cannot connect, terminated, host .. unreachable)";

constexpr std::string_view kTooling = R"(
    command not found, no such file, enoent, program .. not found, executable .. not found, cannot find module,
    module not found, not executable, exec format, cannot execute, permission denied, eacces, eperm,
    operation not permitted, segmentation fault, segfault, core dumped, illegal instruction, bus error, out of memory,
    oom, killed by signal, sigsegv, sigkill, sigabrt, crashed, stack overflow, unknown option, unknown flag,
    unknown argument, unrecognized option, unrecognized argument*, not installed, spawn .. failed, failed to spawn,
    cannot start)";

constexpr std::string_view kCancelled = R"(
    cancelled by, canceled by, user cancelled, user canceled, aborted by, interrupted by, sigint, was cancelled,
    was canceled)";

constexpr std::string_view kEmpty = "empty response, empty answer, empty output, no output, no answer, no content";

constexpr std::string_view kMalformed = R"(
    no result block, result block .. fit, unreadable verdict, no json object found)";

// Specific words before general ones; a status that names a class before words that could belong to several.
ErrorClass Classify(const ErrorWords& words, std::string_view text) {
  bool per_minute = words.HasAny(kPerMinute);
  bool rate_limited = words.HasAny(kRateLimit) || (per_minute && words.Has("limit*"));
  if (!rate_limited && words.HasAny(kOverflow)) return ErrorClass::kContextOverflow;
  if (words.HasAny(kMachine)) return ErrorClass::kMachine;
  if (words.HasAny(kExternal)) return ErrorClass::kExternal;
  if (words.Has("credit balance")) return ErrorClass::kPermanent;
  // "Quota exceeded for requests per minute" is a rate limit by another name.
  bool quota = words.Has("quota");
  bool usage_limit = words.HasAny(kUsageLimit);
  if (!per_minute && (usage_limit || (quota && !rate_limited))) return ErrorClass::kQuota;
  if (rate_limited || quota || usage_limit || words.HasStatus(429, 429)) return ErrorClass::kRateLimit;
  if (words.HasStatus(413, 413)) return ErrorClass::kContextOverflow;
  if (words.HasStatus(500, 599)) return ErrorClass::kServer;
  if (words.HasAny(kStream)) return ErrorClass::kStream;
  if (words.HasAny(kRefusal)) return ErrorClass::kRefusal;
  if (words.HasStatus(408, 408)) return ErrorClass::kNetwork;
  if (words.HasStatus(409, 409) || words.HasStatus(425, 425)) return ErrorClass::kServer;
  if (words.HasStatus(400, 499) || words.HasAny(kPermanent)) return ErrorClass::kPermanent;
  // gRPC's name for a refused key; in lower case it is the operating system's error.
  if (text.find("PERMISSION_DENIED") != std::string_view::npos) return ErrorClass::kPermanent;
  if (words.HasAny(kServer) || text.find("api_error") != std::string_view::npos) return ErrorClass::kServer;
  if (words.HasAny(kTimeout)) return ErrorClass::kTimeout;
  if (words.HasAny(kCancelled)) return ErrorClass::kCancelled;
  if (words.HasAny(kTooling)) return ErrorClass::kTooling;
  if (words.HasAny(kNetwork)) return ErrorClass::kNetwork;
  if (words.HasAny(kMalformed)) return ErrorClass::kMalformed;
  if (words.HasAny(kEmpty)) return ErrorClass::kEmpty;
  return ErrorClass::kUnknown;
}

// The start and the end of a long text: the error is in one of them.
std::string Ends(std::string_view text) {
  constexpr std::size_t kKept = 16U << 10U;
  if (text.size() <= 2 * kKept) return std::string(text);
  std::string ends(text.substr(0, kKept));
  ends += '\n';
  ends += text.substr(text.size() - kKept);
  return ends;
}

}  // namespace

ClassifiedError ClassifyError(std::string_view text) {
  std::string ends = Ends(text);
  return {Classify(ErrorWords(ends), ends), FindWaitTime(Lower(ends))};
}

}  // namespace forge
