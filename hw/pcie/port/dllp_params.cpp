// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/port/dllp_params.h"

#include <algorithm>
#include <array>

#include "hw/pcie/port/egress.h"
#include "hw/pcie/port/port_params.h"
#include "hw/pcie/port/tlp.h"

namespace gf::hw::pcie {
namespace {

struct Speed {
  const char* name;
  double lane_rate;  ///< Bytes per second, after 8b/10b or 128b/130b [P1 4.2].
  double symbol_ns;
  unsigned internal_delay;  ///< Symbol times [P1 3.5.3.1].
};
constexpr std::array<Speed, 3> kSpeeds = {
    {{"2.5 GT/s", 0.25e9, 4, 19}, {"5 GT/s", 0.5e9, 2, 70}, {"8 GT/s", 1e9 * 128 / 130, 1, 115}}};

const Speed& speed_of(const std::string& name) {
  return *std::find_if(kSpeeds.begin(), kSpeeds.end() - 1,
                       [&](const Speed& speed) { return name == speed.name; });
}

/// A PCIe link width and its AckFactor: an ACK is due after that many TLPs of the largest payload.
/// `small` applies to payloads up to 256 B, `large` to larger ones [P1 3.5.3.1, 2.6.1.2].
struct Width {
  unsigned lanes;
  double small;
  double large;
};
constexpr std::array<Width, 7> kWidths = {{{1, 1.4, 1.0},
                                           {2, 1.4, 1.0},
                                           {4, 1.4, 1.0},
                                           {8, 2.5, 1.0},
                                           {12, 3.0, 2.0},
                                           {16, 3.0, 2.0},
                                           {32, 3.0, 2.0}}};

constexpr double kTlpOverhead = 28;    // bytes, for every TLP [P1 3.5.3.1]
constexpr double kLeastPayload = 128;  // the smallest payload in the tables
constexpr double kTolerance = 0.98;    // rates are given with three to five digits

const Width& width_of(const Speed& speed, core::ByteRate rate) {
  const double lanes = kTolerance * rate.bytes_per_second() / speed.lane_rate;
  return *std::find_if(kWidths.begin(), kWidths.end() - 1,
                       [&](const Width& width) { return width.lanes >= lanes; });
}

/// Returns the credits that always suffice for a TLP of any size [P1 2.6.1.2].
model::CreditLimitTable least_credits(const PortParams& port, core::Bytes max_payload) {
  const auto data =
      static_cast<std::uint32_t>((max_payload.count() + kDataCreditBytes - 1) / kDataCreditBytes);
  model::CreditLimitTable least{};
  least[kPosted] = least[kCompletion] = {1, data};
  least[kNonPosted] = {1, 1};
  const model::CreditLimitTable limits = port.credit_limits();
  for (std::size_t c = 0; c < kTlpClasses; ++c)
    least[c].data = std::min(least[c].data, limits[c].data);
  return least;
}

}  // namespace

unsigned DllpParams::lanes(core::ByteRate rate) const {
  return width_of(speed_of(lane_speed), rate).lanes;
}

sc_core::sc_time DllpParams::symbol() const {
  return sc_core::sc_time(speed_of(lane_speed).symbol_ns, sc_core::SC_NS);
}

unsigned DllpParams::internal_delay() const { return speed_of(lane_speed).internal_delay; }

unsigned DllpParams::most_symbols(core::ByteRate rate, core::Bytes max_payload) const {
  const Width& width = width_of(speed_of(lane_speed), rate);
  const double payload = std::max(kLeastPayload, double(max_payload.count()));
  const double factor = payload <= 256 ? width.small : width.large;
  return static_cast<unsigned>((payload + kTlpOverhead) * factor / width.lanes + internal_delay());
}

core::Ticks DllpParams::wait(core::ByteRate rate, core::Bytes max_payload) const {
  if (dllp_wait != sc_core::SC_ZERO_TIME) return dllp_wait.value();
  return (symbol() * most_symbols(rate, max_payload)).value();
}

core::Ticks DllpParams::delay(core::ByteRate rate, core::Bytes max_payload) const {
  return std::min<core::Ticks>(wait(rate, max_payload), (symbol() * internal_delay()).value());
}

std::unique_ptr<link::DllpSender> make_dllps(const std::string& name, const PortParams& port,
                                             core::Bytes max_payload, Egress& egress,
                                             link::Receiver& rx) {
  if (!port.dllp.dllps || port.socket) return nullptr;
  link::DllpTiming timing;
  timing.wait = port.dllp.wait(port.link.rate, max_payload);
  timing.prompt_updates = port.dllp.prompt_updates;
  timing.delay = port.dllp.delay(port.link.rate, max_payload);
  // With the header of an address above 4 GiB.
  timing.largest_packet =
      static_cast<std::uint32_t>(max_payload.count()) + overhead_bytes(1ull << 32);
  timing.least = least_credits(port, max_payload);
  return std::make_unique<link::DllpSender>(name.c_str(), timing, egress.tx, rx);
}

}  // namespace gf::hw::pcie
