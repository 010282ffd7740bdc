// SPDX-License-Identifier: Apache-2.0
#include "hw/pcie/port/port_params.h"

#include "core/base/error.h"
#include "hw/pcie/port/tlp.h"

namespace gf::hw::pcie {
namespace {

constexpr unsigned kMostAtomicCredits = 2;  // operands of an atomic: 32 B at most [P1 6.15]

}  // namespace

void PortParams::declare(const core::ParamScope& scope) {
  scope.cite(sources);
  link.declare(scope);
  core::ParamGroup::declare(scope);
  if (socket) {
    socket->declare(scope);
  } else {
    dllp.declare(scope);
  }
}

void PortParams::validate(const std::string& path, core::Bytes max_payload) const {
  core::ParamGroup::validate(path);
  link.validate(path);
  dllp.validate(path);
  if (socket) socket->validate(path);
  const auto needed =
      static_cast<unsigned>((max_payload.count() + kDataCreditBytes - 1) / kDataCreditBytes);
  if (data_credits < needed) {
    core::fail_config(
        path, "data_credits", std::to_string(data_credits),
        "at least " + std::to_string(needed) + " for one TLP of " + core::to_text(max_payload),
        "raise data_credits or lower max_payload");
  }
}

model::CreditLimitTable PortParams::credit_limits() const {
  model::CreditLimitTable limits{};
  limits[kPosted] = {header_credits, data_credits};
  limits[kNonPosted] = {header_credits, kMostAtomicCredits * header_credits};
  limits[kCompletion] = {header_credits, data_credits};
  return limits;
}

PortParams socket_port() {
  PortParams port;
  port.socket.emplace();
  port.link.rate = core::gigabytes_per_second(19.2);
  port.link.efficiency = 1.0;
  port.link.propagation = sc_core::sc_time(25, sc_core::SC_NS);
  port.sources = {
      {"rate", "Intel QPI, one link: 9.6 GT/s x 2 B of data; which link it is, is assumed"},
      {"efficiency", "assumed: credits and acknowledgements ride in the packets' headers"},
      {"propagation",
       "assumed: a load from the other socket's memory takes some 50 ns more, there and back"}};
  return port;
}

}  // namespace gf::hw::pcie
