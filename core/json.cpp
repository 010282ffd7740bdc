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
  // Texts are of printable ASCII almost always, and the serializer takes ten times as long.
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
