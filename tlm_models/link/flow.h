// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/ticks.h"
#include "core/stats/stats.h"
#include "core/trace/hop_journal.h"

namespace gf::model {

/// Record of one copy from a device to another, filled by what moves it.
struct Flow {
  unsigned source = 0;                    ///< Device number.
  unsigned destination = 0;               ///< Device number.
  std::uint64_t bytes = 0;                ///< Length of the copy.
  std::uint64_t delivered = 0;            ///< Bytes that have come to the destination.
  core::Ticks submitted = 0;              ///< When its copy engine got it.
  core::Ticks first_sent = core::kNever;  ///< First packet on the wire.
  core::Ticks finished = core::kNever;    ///< Last byte at the destination.
  const char* what = "copy";              ///< What journals call it.
  core::StallTimes stalls;                ///< Head-of-queue waiting, summed over the ports crossed.
  std::uint64_t* sum = nullptr;           ///< Counts what is delivered of many; null: nobody does.

  /// Counts `came` more bytes at the destination.
  void deliver(std::uint64_t came) {
    delivered += came;
    if (sum != nullptr) *sum += came;
  }
};

/// What a user calls a copy: "copy 0->2".
inline std::string name_of_copy(unsigned source, unsigned destination) {
  return "copy " + std::to_string(source) + "->" + std::to_string(destination);
}
inline std::string name_of(const Flow& flow) {
  return std::string(flow.what) + " " + std::to_string(flow.source) + "->" +
         std::to_string(flow.destination);
}
/// The number of `flow` in a journal, which has heard of it when the engine got the copy.
inline core::HopJournal::Number flow_number(core::HopJournal& journal, const Flow& flow) {
  return journal.flow(&flow, 0, [&] { return name_of(flow); });
}

}  // namespace gf::model
