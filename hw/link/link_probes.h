// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "core/trace/probe.h"
#include "tlm_models/link/credits.h"

namespace gf::hw::link {

/// Signals of a transmitter: whether the link holds a packet, whether it sends packets again, and
/// the free credits of each class.
struct LinkProbes {
  core::Probe busy;
  core::Probe replaying;
  std::deque<core::Probe> header;  ///< By credit class.
  std::deque<core::Probe> data;

  LinkProbes(const std::string& name, const std::vector<std::string>& credit_class_names)
      : busy(name + ".busy", 1, "link holds a packet"),
        replaying(name + ".replaying", 1, "link sends packets again") {
    for (const std::string& cls : credit_class_names) {
      header.emplace_back(name + "." + cls + "_header_credits", 16, "free header credits");
      data.emplace_back(name + "." + cls + "_data_credits", 16, "free data credits");
    }
  }
  /// Shows a change of free credits.
  void credits(model::CreditClass credit_class, int header_change, int data_change,
               core::Ticks at) {
    if (!core::Probe::any_on()) return;
    header[credit_class].add(at, header_change);
    data[credit_class].add(at, data_change);
  }
};

}  // namespace gf::hw::link
