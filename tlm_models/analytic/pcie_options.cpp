// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/analytic/pcie_options.h"

#include <fmt/format.h>

#include "core/error.h"

namespace gf::model {

void PcieModelOptions::validate() const {
  const auto refuse = [](const char* field, const std::string& value, const char* legal) {
    core::fail_config("analytic pcie", field, value, legal, "choose a legal value");
  };
  if (!(tau >= 0 && tau <= 0.5)) refuse("tau", fmt::format("{}", tau), "0 ... 0.5");
  if (!(bandwidth.bytes_per_second() > 0 && bandwidth.bytes_per_second() < 1e18))
    refuse("bandwidth", core::to_text(bandwidth), "more than 0, less than 1e18 B/s");
  if (!(least_share > 0 && least_share <= 0.1))
    refuse("least_share", fmt::format("{}", least_share), "more than 0, at most 0.1");
}

}  // namespace gf::model
