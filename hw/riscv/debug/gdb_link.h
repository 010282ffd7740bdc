// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace gf::hw::riscv {

/// Transfers packets of gdb's remote protocol over a TCP connection on 127.0.0.1, for one debugger
/// at a time.
class GdbLink {
 public:
  explicit GdbLink(unsigned port);
  ~GdbLink();
  GdbLink(const GdbLink&) = delete;
  GdbLink& operator=(const GdbLink&) = delete;

  [[nodiscard]] unsigned port() const { return port_; }
  [[nodiscard]] bool connected() const { return peer_ >= 0; }
  void wait_for_peer();  ///< Blocks.
  /// Blocks until the next packet. "\x03" is Ctrl-C. If the debugger has gone, returns an empty
  /// packet, and connected() is false.
  std::string receive();
  void send(const std::string& packet);
  [[nodiscard]] bool has_input() const;  ///< Does not block.
  void hang_up();

 private:
  int next_byte();  ///< -1: the debugger has gone.

  unsigned port_;
  int listener_ = -1;
  int peer_ = -1;
};

}  // namespace gf::hw::riscv
