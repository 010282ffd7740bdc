// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace gf::core {

// JSON from and to text, compiled in one file only. nlohmann's parser and serializer are templates;
// each file that calls them compiles them anew, for some 3 s.

/// Throws nlohmann::json::parse_error, with the byte, when `text` is not JSON.
nlohmann::json parse_json(const std::string& text);

/// For errors of read_json(): what a JSON file of a run should be, and what to do.
inline constexpr const char* kJsonOfRun = "output of `gpufabric run --outdir`; make the run again";

using JsonTaker = std::function<void(const nlohmann::json&)>;
/// Calls `take` with the JSON in `text` of `file`. Throws UserError(kBadInput), "<file>:<line>:
/// <what is damaged>; expected <expected>", if it is not JSON, or if `take` misses a key or finds a
/// value of another type (nlohmann::json::exception).
void take_json(const std::string& text, const std::string& file, const std::string& expected,
               const JsonTaker& take);
/// take_json() for the result of read_text_file().
void read_json(const std::filesystem::path& file, const std::string& expected,
               const JsonTaker& take);

/// Returns the JSON in `file`, or a discarded value (is_discarded()) when read_text_file() cannot
/// read it or it is not JSON. For files that an earlier run of this program left.
nlohmann::json read_json_or_discard(const std::filesystem::path& file);

/// Returns the text of `json`. `indent` < 0: one line without spaces. Bytes that are not UTF-8
/// become U+FFFD.
std::string json_text(const nlohmann::json& json, int indent = -1);
std::string json_text(const nlohmann::ordered_json& json, int indent = -1);

/// Returns `text` as a JSON string, in quotes.
std::string json_string(std::string_view text);

}  // namespace gf::core
