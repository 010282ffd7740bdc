// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::model {

/// Receives the events of the messages between a cluster's programs.
class MessageClient {
 public:
  virtual ~MessageClient() = default;
  /// Argument: the sending node; its source buffer may be overwritten.
  virtual void message_sent(unsigned) {}
  /// A whole message is in `region` of `node`.
  virtual void message_received(unsigned node, unsigned region) = 0;
  virtual void control_received(unsigned) {}  ///< Argument: the receiving node.
};

/// Size of a control word, as of the acknowledgement in osu_bw.
inline constexpr std::uint64_t kControlBytes = 4;

/// Transports messages, all of one size, between the programs of a cluster's nodes.
class MessageNetIf {
 public:
  virtual ~MessageNetIf() = default;
  /// Returns whether the program of `node` runs in this process. Of several ranks exactly one runs
  /// it.
  [[nodiscard]] virtual bool acts_here(unsigned /*node*/) const { return true; }
  /// Sends a message. Only one sender at a time may use a region of a node.
  virtual void send(unsigned from, unsigned to, unsigned region) = 0;
  /// Sends a control word of kControlBytes, for example to acknowledge a window.
  virtual void send_control(unsigned from, unsigned to) = 0;
};

}  // namespace gf::model
