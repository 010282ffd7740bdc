// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::model {

/// Who hands packets to a PacketSink, and is told that it has room again.
class RoomClient {
 public:
  virtual ~RoomClient() = default;
  virtual void room_again() = 0;  ///< After has_room() was false: worth asking again.
};

/// Where packets of type P go. A sink without room says so and calls back; it never drops.
template <class P>
class PacketSink {
 public:
  virtual ~PacketSink() = default;
  /// False: no room, `client` is told when there is.
  virtual bool has_room(RoomClient& client) = 0;
  /// The packet is the sink's from now on. Precondition: has_room().
  virtual void take(P& packet) = 0;
};

}  // namespace gf::model
