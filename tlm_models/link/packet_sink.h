// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::model {

/// A sender of packets to a PacketSink, which notifies it when there is room again.
class RoomClient {
 public:
  virtual ~RoomClient() = default;
  virtual void room_again() = 0;  ///< Called after has_room() was false: asking again may succeed.
};

/// Takes over packets of type P. A full sink refuses and calls back later; it never drops a packet.
template <class P>
class PacketSink {
 public:
  virtual ~PacketSink() = default;
  /// False: there is no room, and `client` is notified when there is.
  virtual bool has_room(RoomClient& client) = 0;
  /// Takes ownership of the packet. Precondition: has_room().
  virtual void take(P& packet) = 0;
};

}  // namespace gf::model
