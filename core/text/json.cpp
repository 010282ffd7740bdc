// SPDX-License-Identifier: Apache-2.0
#include "core/text/json.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/system/text_file.h"

namespace gf::core {
namespace {

template <class Json>
std::string text_of(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

using Json = nlohmann::json;

constexpr const char* kExpected = "a JSON file";

[[noreturn]] void fail_parse(const std::string& text, const std::string& file, std::size_t byte,
                             const std::string& expected) {
  if (byte > text.size())
    fail_input(file, 0,
               "is damaged: its JSON is cut off after " + std::to_string(text.size()) + " B",
               expected);
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(byte);
  fail_input(file, static_cast<unsigned>(1 + std::count(text.begin(), end, '\n')),
             "is damaged: no JSON from byte " + std::to_string(byte) + " on", expected);
}

/// Describes, in words of our own, a wrong value or a missing key; the library quotes the key's
/// name.
std::string damage_of(const Json::exception& error) {
  constexpr int kNoSuchKey = 403;
  const std::string_view text = error.what();
  const std::size_t from = text.find('\''), to = text.rfind('\'');
  if (error.id != kNoSuchKey || from == to) return "a value is of another type than expected";
  return "it has no \"" + excerpt(text.substr(from + 1, to - from - 1)) + "\"";
}

}  // namespace

nlohmann::json parse_json(const std::string& text) { return nlohmann::json::parse(text); }

nlohmann::json read_json_or_discard(const std::filesystem::path& file) {
  try {
    return Json::parse(read_text_file(file.string(), kExpected), nullptr, false);
  } catch (const UserError&) {
    return Json(Json::value_t::discarded);
  }
}

void take_json(const std::string& text, const std::string& file, const std::string& expected,
               const JsonTaker& take) {
  Json json;
  try {
    json = parse_json(text);
  } catch (const Json::parse_error& error) {
    fail_parse(text, file, error.byte, expected);
  } catch (const Json::exception&) {
    fail_input(file, 0, "is damaged: a number in it is too large", expected);
  }
  try {
    take(json);
  } catch (const Json::exception& error) {
    fail_input(file, 0, "is damaged: " + damage_of(error), expected);
  }
}

void read_json(const std::filesystem::path& file, const std::string& expected,
               const JsonTaker& take) {
  take_json(read_text_file(file.string(), expected), file.string(), expected, take);
}

std::string json_text(const nlohmann::json& json, int indent) { return text_of(json, indent); }
std::string json_text(const nlohmann::ordered_json& json, int indent) {
  return text_of(json, indent);
}

std::string json_string(std::string_view text) {
  // Texts are almost always printable ASCII, and the serializer takes ten times as long.
  const bool plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < '\x7f'; });
  if (!plain) return json_text(nlohmann::json(text));
  std::string quoted = "\"";
  while (!text.empty()) {
    const auto escaped =
        std::find_if(text.begin(), text.end(), [](char c) { return c == '"' || c == '\\'; });
    const auto end = static_cast<std::size_t>(escaped - text.begin());
    quoted += text.substr(0, end);
    text.remove_prefix(end);
    if (text.empty()) break;
    (quoted += '\\') += text.front();
    text.remove_prefix(1);
  }
  return quoted + '"';
}

}  // namespace gf::core
