#include "model/fields.h"

#include <fmt/core.h>

#include <utility>

namespace forge {

FieldReader::FieldReader(const Json& object, std::string_view name) : object_(object), name_(name) {
  if (object.is_object()) return;
  status_ = Fail(Code::kInvalid, fmt::format("{}: expected an object, got {}", name, object.type_name()));
}

void FieldReader::Read(std::string_view key, bool& out) {
  if (const Json* member = Expect(key, &Json::is_bool, "a boolean")) out = member->AsBool();
}

void FieldReader::Read(std::string_view key, std::int64_t& out) {
  if (const Json* member = Expect(key, &Json::is_int, "an integer")) out = member->AsInt();
}

void FieldReader::Read(std::string_view key, double& out) {
  if (const Json* member = Expect(key, &Json::is_number, "a number")) out = member->AsDouble();
}

void FieldReader::Read(std::string_view key, std::string& out) {
  if (const Json* member = Expect(key, &Json::is_string, "a string")) out = member->AsString();
}

void FieldReader::Read(std::string_view key, std::vector<std::string>& out) {
  const Json* member = Array(key);
  if (!member) return;
  std::vector<std::string> texts;
  texts.reserve(member->AsArray().size());
  for (const Json& item : member->AsArray()) {
    if (!item.is_string()) {
      Refuse(fmt::format("{}[{}]", key, texts.size()), fmt::format("expected a string, got {}", item.type_name()));
      return;
    }
    texts.push_back(item.AsString());
  }
  out = std::move(texts);
}

void FieldReader::Read(std::string_view key, Json& out) {
  if (const Json* member = object_.Find(key)) out = *member;
}

void FieldReader::Adopt(std::string_view key, const Error& error) { Refuse(key, error.message); }

void FieldReader::Adopt(std::string_view key, std::size_t index, const Error& error) {
  Refuse(fmt::format("{}[{}]", key, index), error.message);
}

const Json* FieldReader::Expect(std::string_view key, bool (Json::*fits)() const, std::string_view wanted) {
  const Json* member = object_.Find(key);
  if (!member || (member->*fits)()) return member;
  Refuse(key, fmt::format("expected {}, got {}", wanted, member->type_name()));
  return nullptr;
}

void FieldReader::Refuse(std::string_view key, std::string_view why) {
  if (status_) status_ = Fail(Code::kInvalid, fmt::format("{}.{}: {}", name_, key, why));
}

void SetUnlessEmpty(Json& json, std::string_view key, const std::string& text) {
  if (!text.empty()) json.Set(std::string(key), text);
}

void SetUnlessEmpty(Json& json, std::string_view key, const std::vector<std::string>& texts) {
  if (!texts.empty()) json.Set(std::string(key), Json::Array(texts.begin(), texts.end()));
}

void SetUnlessZero(Json& json, std::string_view key, std::int64_t value) {
  if (value != 0) json.Set(std::string(key), value);
}

}  // namespace forge
