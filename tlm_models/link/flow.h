// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/ticks.h"
#include "core/stats/stats.h"
#include "core/trace/hop_journal.h"
#include "tlm_models/link/device_name.h"

namespace gf::model {

/// Record of one copy from a device to another, filled in by the modules that move it.
struct Flow {
  unsigned source = 0;                    ///< Device number; see device_name().
  unsigned destination = 0;               ///< Device number.
  std::uint64_t bytes = 0;                ///< Length of the copy.
  std::uint64_t delivered = 0;            ///< Bytes that have reached the destination.
  core::Ticks submitted = 0;              ///< When its copy engine received it.
  core::Ticks first_sent = core::kNever;  ///< When its first packet was on the wire.
  core::Ticks finished = core::kNever;    ///< When its last byte was at the destination.
  const char* what = "copy";              ///< Its kind, as journals name it.
  core::StallTimes stalls;                ///< Head-of-queue waiting, summed over the ports crossed.
  std::uint64_t* sum = nullptr;           ///< Total over several flows, or null.

  /// Counts `came` more bytes as delivered.
  void deliver(std::uint64_t came) {
    delivered += came;
    if (sum != nullptr) *sum += came;
  }
};

/// Returns the user's name of a copy: "copy 0->2".
inline std::string name_of_copy(unsigned source, unsigned destination) {
  return "copy " + device_name(source) + "->" + device_name(destination);
}
inline std::string name_of(const Flow& flow) {
  return std::string(flow.what) + " " + device_name(flow.source) + "->" +
         device_name(flow.destination);
}
/// Returns the number of `flow` in a journal, which learnt of it when the engine got the copy.
inline core::HopJournal::Number flow_number(core::HopJournal& journal, const Flow& flow) {
  return journal.flow(&flow, 0, [&] { return name_of(flow); });
}

// Reports of the engines that serve copies, to the journal if there is one. A null flow is no
// user's copy, and nothing is reported of it.
/// An engine got the copy.
void flow_begins(const Flow* flow, core::Ticks at);
/// The copy could not send, because of `cause` at its engine; with `behind`, because of that copy.
void flow_waits(const Flow* flow, core::Ticks from, core::Ticks until, const std::string& cause,
                const Flow* behind = nullptr);
/// Its last byte is at the destination.
void flow_ends(const Flow* flow, core::Ticks at);

}  // namespace gf::model
