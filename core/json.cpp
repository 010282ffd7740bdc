// SPDX-License-Identifier: Apache-2.0
#include "core/json.h"

#include <algorithm>
#include <fstream>

namespace gf::core {
namespace {

template <class Json>
std::string text_of(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

nlohmann::json parse_json(const std::string& text) { return nlohmann::json::parse(text); }

nlohmann::json read_json_or_discard(const std::filesystem::path& file) {
  std::ifstream in(file);
  return nlohmann::json::parse(in, nullptr, false);
}

std::string json_text(const nlohmann::json& json, int indent) { return text_of(json, indent); }
std::string json_text(const nlohmann::ordered_json& json, int indent) {
  return text_of(json, indent);
}

std::string json_string(std::string_view text) {
  // Names are plain almost always, and the serializer takes ten times as long.
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return c >= ' ' && c < '\x7f' && c != '"' && c != '\\';
  });
  if (plain) return std::string("\"").append(text).append("\"");
  return json_text(nlohmann::json(text));
}

}  // namespace gf::core
