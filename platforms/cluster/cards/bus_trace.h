// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "core/stats/result_value.h"
#include "hw/apenet/bus_analyser.h"
#include "platforms/cluster/cards/apenet_node.h"

namespace gf::platforms::apenet {

/// The record of a bus analyser, read as in the paper. For each message from GPU memory it finds
/// the four transactions that the paper's figure of PCIe timings marks with arrows:
///   1 the host writes the descriptor to the card    3 the first data arrive
///   2 the card writes the first request             4 the last data arrive
/// A message ends where the next descriptor is written. To see all four arrows of each message,
/// send one at a time (window = 1).
class BusTrace {
 public:
  BusTrace(const std::vector<hw::apenet::BusRecord>& records, ApenetNode& node);

  /// Writes "us,direction,kind,address,bytes,wire_bytes,arrow", one line per TLP or DLLP.
  void write_csv(std::ostream& out) const;
  /// Draws on the active timeline: a row per direction, and one for the spans between the arrows.
  void draw() const;
  /// Appends, for the first message with all arrows: trace.delay (1 to 2), trace.head_latency (2 to
  /// 3), trace.data_time (3 to 4), trace.request_interval, and rates and link shares during the
  /// data time.
  void append_results(std::vector<core::ResultValue>& results) const;
  [[nodiscard]] static std::vector<core::OutputNote> result_notes();

 private:
  enum class Role { kOther, kDescriptor, kRequest, kData };
  struct Message {
    int arrow[4] = {-1, -1, -1, -1};  ///< Indexes of records.
    [[nodiscard]] bool whole() const { return arrow[3] >= 0; }
  };
  struct Sums {
    unsigned requests = 0;
    double protocol_bytes = 0;
    double data_bytes = 0;
    double out_bytes = 0;  ///< On the wire, all kinds.
    double in_bytes = 0;
  };
  [[nodiscard]] Role role_of(const hw::apenet::BusRecord& record) const;
  void find_messages();
  [[nodiscard]] Sums sums(const Message& message) const;
  [[nodiscard]] double time_of(int record) const;
  [[nodiscard]] double interval_of_requests(const Message& message) const;  ///< Mean, in s.

  const std::vector<hw::apenet::BusRecord>& records_;
  ApenetNode& node_;
  std::vector<Message> messages_;
};

}  // namespace gf::platforms::apenet
