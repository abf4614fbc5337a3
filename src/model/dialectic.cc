#include "model/dialectic.h"

#include <fmt/core.h>

#include <array>
#include <initializer_list>
#include <map>
#include <utility>

#include "base/strings.h"

namespace forge {
namespace {

bool BeginsWithAny(std::string_view word, std::initializer_list<std::string_view> beginnings) {
  for (std::string_view beginning : beginnings) {
    if (word.starts_with(beginning)) return true;
  }
  return false;
}

// "**Conceded.** The test is missing" -> "conceded".
std::string FirstWord(std::string_view text) {
  std::string word;
  for (char c : Lower(text)) {
    const bool letter = IsLower(c);
    if (letter) word += c;
    if (!letter && !word.empty()) break;
  }
  return word;
}

// The word of an answer that is text, or an object with the word under one of the usual names.
std::string WordOf(const Json& answer) {
  if (answer.is_string()) return answer.AsString();
  for (const char* name : {"position", "answer", "status", "verdict", "outcome", "decision", "text"}) {
    if (const Json& member = answer[name]; member.is_string() && !Trim(member.AsString()).empty())
      return member.AsString();
  }
  // {"withdrawn": true}, {"concede": true}
  for (const auto& [name, value] : answer.AsObject()) {
    if (value.is_bool() && value.AsBool()) return name;
  }
  return "";
}

std::string TextOf(const Json& answer) {
  if (answer.is_string()) return answer.AsString();
  for (const char* name : {"text", "reason", "evidence"}) {
    if (answer[name].is_string()) return answer[name].AsString();
  }
  return "";
}

std::string Why(const Objection& objection) {
  const bool rebutted = !objection.rebuttals.empty();
  switch (objection.defence) {
    case Defence::kNone: return "it has no answer";
    case Defence::kConcede: return "the defence conceded it";
    case Defence::kDefend: break;
  }
  if (!rebutted) return "it was defended, and the challenger did not reply";
  return objection.rebuttals.back() == Rebuttal::kWithdrawn ? "the challenger withdrew it after the defence"
                                                            : "it was defended, and the challenger keeps it";
}

std::string Argued(const Objection& objection) {
  std::string text(Trim(objection.defence_text));
  const std::string_view reply = Trim(objection.rebuttal_text);
  if (reply.empty() || objection.challenge.description.contains(reply)) return text;
  return text + (text.empty() ? "" : "\n") + std::string(reply);
}

// Null when there is no list.
const Json* ItemsOf(const Json& json) {
  if (json.is_array()) return &json;
  for (const char* name : {"items", "objections", "findings", "answers", "rebuttals", "issues"}) {
    if (json[name].is_array()) return &json[name];
  }
  return nullptr;
}

const Json::Array& ItemsOrNone(const Json& json) {
  static const Json::Array kNone;
  const Json* items = ItemsOf(json);
  return items == nullptr ? kNone : items->AsArray();
}

std::string IdOf(const Json& item, std::size_t place) {
  const Json& id = item["id"];
  if (id.is_string() && !Trim(id.AsString()).empty()) return std::string(Trim(id.AsString()));
  if (id.is_int()) return fmt::format("R{}", id.AsInt());
  return fmt::format("R{}", place + 1);
}

std::string IdKey(std::string_view id) { return Lower(Trim(id)); }

}  // namespace

DebateOutcome OutcomeOf(Defence defence, const std::vector<Rebuttal>& rebuttals) {
  switch (defence) {
    case Defence::kNone: return DebateOutcome::kOpen;
    case Defence::kConcede: return DebateOutcome::kConceded;
    case Defence::kDefend: break;
  }
  const bool withdrawn = !rebuttals.empty() && rebuttals.back() == Rebuttal::kWithdrawn;
  return withdrawn ? DebateOutcome::kResolved : DebateOutcome::kOpen;
}

std::vector<ObjectionOutcome> Settle(const std::vector<Objection>& objections) {
  std::vector<ObjectionOutcome> outcomes;
  outcomes.reserve(objections.size());
  for (const Objection& objection : objections) {
    outcomes.push_back({objection.id, objection.challenge, OutcomeOf(objection.defence, objection.rebuttals),
                        Why(objection), Argued(objection)});
  }
  return outcomes;
}

Defence ParseDefence(std::string_view said) {
  const std::string word = FirstWord(said);
  if (word.empty() || word == "none" || word == "null" || word == "silent") return Defence::kNone;
  if (BeginsWithAny(word, {"conced", "agree", "accept", "admit"})) return Defence::kConcede;
  return Defence::kDefend;
}

Rebuttal ParseRebuttal(std::string_view said) {
  const std::string word = FirstWord(said);
  return BeginsWithAny(word, {"withdr", "resolv", "drop", "convinced", "satisfied"}) ? Rebuttal::kWithdrawn
                                                                                     : Rebuttal::kKept;
}

Result<std::vector<Objection>> ObjectionsFromJson(const Json& json) {
  const Json* items = ItemsOf(json);
  if (items == nullptr) return Fail(Code::kInvalid, "dialectic: not a list of {challenge, defence, rebuttals}");
  std::vector<Objection> objections;
  for (const Json& item : items->AsArray()) {
    Objection objection;
    objection.id = IdOf(item, objections.size());
    objection.challenge = FindingFromJson(item.Has("challenge") ? item["challenge"] : item);
    const Json& defence = item.Has("defence") ? item["defence"] : item["defense"];
    objection.defence = ParseDefence(WordOf(defence));
    objection.defence_text = TextOf(defence);
    const Json& rebuttals = item.Has("rebuttals") ? item["rebuttals"] : item["rebuttal"];
    if (rebuttals.is_array()) {
      for (const Json& rebuttal : rebuttals.AsArray()) objection.rebuttals.push_back(ParseRebuttal(WordOf(rebuttal)));
    } else if (!rebuttals.is_null()) {
      objection.rebuttals.push_back(ParseRebuttal(WordOf(rebuttals)));
    }
    objections.push_back(std::move(objection));
  }
  return objections;
}

Json ToJson(const std::vector<ObjectionOutcome>& outcomes) {
  Json items = Json::MakeArray();
  std::array<int, 3> counts{};
  for (const ObjectionOutcome& one : outcomes) {
    ++counts[static_cast<std::size_t>(one.outcome)];
    items.Append(Json::MakeObject()
                     .Set("id", one.id)
                     .Set("outcome", Name(one.outcome))
                     .Set("why", one.why)
                     .Set("challenge", ToJson(one.challenge)));
  }
  return Json::MakeObject()
      .Set("items", std::move(items))
      .Set("conceded", counts[0])
      .Set("resolved", counts[1])
      .Set("open", counts[2])
      .Set("blocked", counts[0] + counts[2] > 0);
}

std::vector<Objection> JoinDebate(const Json& challenge, const Json& defence, const std::vector<Json>& rebuttals) {
  std::vector<Objection> objections;
  std::map<std::string, std::size_t> places;
  for (const Json& item : ItemsOrNone(challenge)) {
    Objection objection;
    objection.id = IdOf(item, objections.size());
    objection.challenge = FindingFromJson(item.Has("challenge") ? item["challenge"] : item);
    places.emplace(IdKey(objection.id), objections.size());
    objections.push_back(std::move(objection));
  }
  auto find = [&](const Json& item, std::size_t place) -> Objection* {
    const auto found = places.find(IdKey(IdOf(item, place)));
    return found == places.end() ? nullptr : &objections[found->second];
  };
  std::size_t place = 0;
  for (const Json& item : ItemsOrNone(defence)) {
    Objection* objection = find(item, place++);
    if (objection == nullptr) continue;
    objection->defence = ParseDefence(WordOf(item));
    objection->defence_text = TextOf(item);
  }
  for (const Json& round : rebuttals) {
    // An objection that a round does not mention stays.
    for (Objection& objection : objections) {
      objection.rebuttals.push_back(Rebuttal::kKept);
      objection.rebuttal_text.clear();
    }
    place = 0;
    for (const Json& item : ItemsOrNone(round)) {
      Objection* objection = find(item, place++);
      if (objection == nullptr) continue;
      objection->rebuttals.back() = ParseRebuttal(WordOf(item));
      objection->rebuttal_text = TextOf(item);
    }
  }
  return objections;
}

}  // namespace forge
