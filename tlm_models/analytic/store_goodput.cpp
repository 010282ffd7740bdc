// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/store_goodput.h"

#include "core/base/error.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kMostPayload = 256;
constexpr std::uint64_t kTlpOverhead = 4 + 16 + 4;
constexpr std::uint64_t kFlit = 16;

std::uint64_t packet_bytes(StoreFormat format, std::uint64_t payload) {
  if (format == StoreFormat::kPcie) return kTlpOverhead + payload;
  const std::uint64_t data = (payload + kFlit - 1) / kFlit;
  const std::uint64_t enables = payload % kFlit != 0 ? 1 : 0;
  return (1 + enables + data) * kFlit;
}

}  // namespace

StoreFormat parse_store_format(const std::string& text) {
  if (text == "pcie") return StoreFormat::kPcie;
  if (text == "nvlink") return StoreFormat::kNvlink;
  core::fail_config("store_goodput", "fabric", text, "pcie or nvlink", "choose one of them");
}

std::uint64_t store_wire_bytes(StoreFormat format, std::uint64_t bytes) {
  const std::uint64_t rest = bytes % kMostPayload;
  const std::uint64_t whole = bytes / kMostPayload * packet_bytes(format, kMostPayload);
  return whole + (rest > 0 ? packet_bytes(format, rest) : 0);
}

double store_goodput(StoreFormat format, std::uint64_t bytes) {
  const std::uint64_t wire = store_wire_bytes(format, bytes);
  return wire == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(wire);
}

}  // namespace gf::model
