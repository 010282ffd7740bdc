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
  /// Returns whether its programs wait for message_sent(), which may cost time of the software.
  [[nodiscard]] virtual bool waits_for_sends() const { return false; }
};

/// Size of a control word, as of the acknowledgement in osu_bw.
inline constexpr std::uint64_t kControlBytes = 4;

/// Transports messages, all of one size, between the programs of a cluster's nodes: a host's
/// software and its cards, of any kind.
class MessageIf {
 public:
  virtual ~MessageIf() = default;
  virtual void connect(MessageClient& client) = 0;
  /// Prepares the buffers of all nodes, which may take simulated time. `largest`: size of the
  /// largest message; `regions`: destinations of a node, one for each concurrent sender; `place`:
  /// position of the destination in a card's list of buffers, from 1, if it has one.
  virtual void prepare(std::uint64_t /*largest*/, unsigned /*regions*/, unsigned /*place*/) {}
  /// Sets the size of messages from now on. No message may be under way.
  virtual void set_size(std::uint64_t bytes) = 0;
  /// Returns whether the program of `node` runs in this process. Of several ranks exactly one runs
  /// it.
  [[nodiscard]] virtual bool acts_here(unsigned /*node*/) const { return true; }
  /// Sends a message. Only one sender at a time may use a region of a node.
  virtual void send(unsigned from, unsigned to, unsigned region) = 0;
  /// Sends a control word of kControlBytes, for example to acknowledge a window.
  virtual void send_control(unsigned from, unsigned to) = 0;

  /// Buffers for which a card had no room: the most of any node.
  [[nodiscard]] virtual unsigned refused() const { return 0; }
  /// Pieces of messages that were dropped or caused a fault.
  [[nodiscard]] virtual unsigned failed() const { return 0; }
  /// Pieces that arrived while all buffers for them were in use.
  [[nodiscard]] virtual unsigned overruns() const { return 0; }
};

}  // namespace gf::model
