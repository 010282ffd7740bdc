// SPDX-License-Identifier: Apache-2.0
#include "sc_main/many/profile_lists.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "platforms/proact/region/mechanism_if.h"
#include "sc_main/cli/command_line.h"

namespace gf::app {
namespace {

// Ranges of the paper's profiler: [PROACT21], Table II: ranges studied.
constexpr std::uint64_t kLeastChunk = 4096, kMostChunk = 16ull << 20;
constexpr std::uint64_t kLeastThreads = 32, kMostThreads = 8192;

struct Range {
  const char* option;
  std::uint64_t low;
  std::uint64_t high;
  std::string legal;
};

[[noreturn]] void fail(const Range& range, const std::string& text) {
  core::fail_config("", range.option, text, range.legal, "a list is A,B,C or FROM:TO");
}

template <class Parse>
std::vector<std::uint64_t> numbers(const Range& range, const std::string& text,
                                   const Parse& parse) {
  const auto value = [&](std::string_view field) {
    const std::uint64_t number =
        option_value(range.option, std::string(field), [&](const auto& one) { return parse(one); });
    const bool power = number != 0 && (number & (number - 1)) == 0;
    if (!power || number < range.low || number > range.high) fail(range, std::string(field));
    return number;
  };
  std::vector<std::uint64_t> all;
  const auto ends = core::split_fields(text, ':');
  if (ends.size() == 2) {
    const std::uint64_t last = value(ends[1]);
    for (std::uint64_t number = value(ends[0]); number <= last; number *= 2) all.push_back(number);
  } else {
    for (const std::string_view field : core::split_fields(text, ',')) all.push_back(value(field));
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.empty()) fail(range, text);
  return all;
}

bool has_chunks(const std::string& mechanism) {
  return mechanism == "polling" || mechanism == "cdp" || mechanism == "hw";
}

}  // namespace

std::vector<std::string> ProfilePoint::settings() const {
  std::vector<std::string> all = {"mechanism=" + mechanism};
  if (chunk) all.push_back("chunk=" + core::to_text(*chunk));
  if (threads) all.push_back("threads=" + std::to_string(*threads));
  return all;
}

std::vector<std::string> mechanism_list(const std::string& text) {
  const std::vector<std::string> known = platforms::proact::mechanism_registry().names();
  std::vector<std::string> all;
  for (const std::string_view field : core::split_fields(text, ',')) {
    const std::string name(field);
    if (std::find(known.begin(), known.end(), name) == known.end())
      core::fail_config("", "--mechanisms", text, fmt::format("of {}", fmt::join(known, ", ")),
                        "separate them by commas");
    if (std::find(all.begin(), all.end(), name) == all.end()) all.push_back(name);
  }
  return all;
}

std::vector<core::Bytes> chunk_list(const std::string& text) {
  const Range range{"--chunks", kLeastChunk, kMostChunk, "powers of two, 4 KiB ... 16 MiB"};
  std::vector<core::Bytes> all;
  for (const std::uint64_t bytes :
       numbers(range, text, [](const std::string& one) { return core::parse_bytes(one).count(); }))
    all.emplace_back(bytes);
  return all;
}

std::vector<unsigned> thread_list(const std::string& text) {
  const Range range{"--threads", kLeastThreads, kMostThreads, "powers of two, 32 ... 8192"};
  std::vector<unsigned> all;
  for (const std::uint64_t count : numbers(range, text, [&](const std::string& one) {
         const auto number = core::parse_number<std::uint64_t>(one);
         if (!number) fail(range, one);
         return *number;
       }))
    all.push_back(static_cast<unsigned>(count));
  return all;
}

std::vector<core::Bytes> that_fit(const std::vector<core::Bytes>& chunks, core::Bytes region) {
  std::vector<core::Bytes> fit;
  for (const core::Bytes chunk : chunks)
    if (chunk <= region) fit.push_back(chunk);
  if (fit.empty())
    core::fail_config("", "--chunks", core::to_text(chunks.front()),
                      "at least one not larger than the region, " + core::to_text(region),
                      "take smaller chunks, or a larger region");
  return fit;
}

std::vector<ProfilePoint> points_of(const std::vector<std::string>& mechanisms,
                                    const std::vector<core::Bytes>& chunks,
                                    const std::vector<unsigned>& threads) {
  std::vector<ProfilePoint> points;
  for (const std::string& mechanism : mechanisms) {
    if (!has_chunks(mechanism)) points.push_back({mechanism, {}, {}});
    if (!has_chunks(mechanism)) continue;
    for (const core::Bytes chunk : chunks) {
      if (mechanism == "hw") points.push_back({mechanism, chunk, {}});
      if (mechanism == "hw") continue;
      for (const unsigned count : threads) points.push_back({mechanism, chunk, count});
    }
  }
  return points;
}

}  // namespace gf::app
