// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::model {

/// Hears of the messages of a cluster's programs.
class MessageClient {
 public:
  virtual ~MessageClient() = default;
  virtual void message_sent(unsigned) {}  ///< By node: its source may be written again.
  /// A message is whole in `region` of `node`.
  virtual void message_received(unsigned node, unsigned region) = 0;
  virtual void control_received(unsigned) {}  ///< By node.
};

/// As the acknowledgement of osu_bw.
inline constexpr std::uint64_t kControlBytes = 4;

/// What carries messages between the programs of a cluster's nodes: all of one size.
class MessageNetIf {
 public:
  virtual ~MessageNetIf() = default;
  /// Whether the program of `node` runs in this process; of several ranks one has it.
  [[nodiscard]] virtual bool acts_here(unsigned /*node*/) const { return true; }
  /// One sender only uses a region of a node at a time.
  virtual void send(unsigned from, unsigned to, unsigned region) = 0;
  /// kControlBytes that say that something is done.
  virtual void send_control(unsigned from, unsigned to) = 0;
};

}  // namespace gf::model
