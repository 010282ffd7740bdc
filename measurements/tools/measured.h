// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gf::papers::tools {

/// Quantities that the tools share, whatever each of them calls it. Rates of copies count the bytes
/// of one copy unless the quantity says otherwise; rates of NICs, MPI and collectives are those
/// that the tool defines.
namespace quantity {
inline constexpr const char* kCopy = "copy";                      ///< Rate of one copy at a time.
inline constexpr const char* kWithReverse = "copy with reverse";  ///< While the reverse copy runs.
inline constexpr const char* kBothWays = "both ways";             ///< Sum of both directions.
inline constexpr const char* kWithOthers = "copy with others";  ///< While all other GPUs copy, too.
inline constexpr const char* kTotal = "total";                  ///< Sum of several copies at once.
inline constexpr const char* kLocal = "local copy";  ///< In one GPU, as the tool counts bytes.
inline constexpr const char* kLatency = "latency";
inline constexpr const char* kHostTime = "host time";  ///< To issue the copy, on the CPU.
inline constexpr const char* kTime = "time";           ///< Of a collective.
inline constexpr const char* kAlgBw = "algbw";         ///< Size divided by time.
inline constexpr const char* kBusBw = "busbw";         ///< algbw, scaled to the load of a link.
inline constexpr const char* kWrong = "wrong";         ///< Elements with a wrong result.
inline constexpr const char* kError = "error";         ///< Largest relative error of an element.
inline constexpr const char* kRate = "rate";           ///< Of a stream of messages, its average.
inline constexpr const char* kPeakRate = "peak rate";
inline constexpr const char* kMessageRate = "message rate";
inline constexpr const char* kScore = "score";  ///< A ratio, 0 ... 1.
}  // namespace quantity

/// Measured::digits of a cell without a value, which tables of collectives may have.
inline constexpr const char* kNotAvailable = "N/A";

/// One value of the output of a benchmark tool. Which of the fields a tool fills in is said at its
/// functions (tools.h).
struct Measured {
  std::string tool;                    ///< Tool::name: "nvbandwidth".
  std::string test;                    ///< In the tool's words: "device_to_device_memcpy_read_ce".
  std::string quantity;                ///< One of gf::papers::tools::quantity, or one of a tool.
  std::string from;                    ///< Source of the bytes: "host", "gpu 0", "all"; or empty.
  std::string to;                      ///< Their destination.
  std::optional<std::uint64_t> bytes;  ///< Size of a message or copy; none if not printed.
  double value = 0;                    ///< In `unit`; finite and not negative.
  std::string unit;                    ///< "GB/s", "MiB/s", "us"; empty for counts and ratios.
  unsigned ranks = 0;                  ///< Devices of a collective, or of a sum; 0: not printed.
  std::uint64_t iterations = 0;        ///< 0: not printed.
  std::string setting;                 ///< The rest of the row or table: "float sum -1".
  std::string digits;                  ///< The value as printed; empty if it was not read.
};

/// Compares everything except `digits`, which show a value and do not change it.
bool operator==(const Measured& a, const Measured& b);

/// Returns "gpu 3".
std::string gpu_name(unsigned gpu);
/// Returns 3 for "gpu 3", and nothing for any other text.
std::optional<unsigned> gpu_number(std::string_view name);

/// Returns those of `values` that have `test`, in their order.
std::vector<Measured> of_test(const std::vector<Measured>& values, const std::string& test);
/// Returns the tests of `values`, each once, in their order.
std::vector<std::string> tests_of(const std::vector<Measured>& values);

}  // namespace gf::papers::tools
