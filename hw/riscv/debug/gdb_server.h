// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "hw/riscv/core/core.h"
#include "hw/riscv/debug/gdb_link.h"

namespace gf::hw::riscv {

/// Lets gdb debug a core with its remote protocol: registers, memory, breakpoints, watchpoints,
/// steps, continuing, and stopping by Ctrl-C. The core waits for gdb before its first instruction,
/// and runs on when gdb has disconnected. While it is stopped, simulated time does not advance
/// ("monitor time" shows it).
/// Not modelled: several cores, writing to the bus, watchpoints for writes by others.
class GdbServer final : public DebuggerIf {
 public:
  /// Listens at `port` of 127.0.0.1, or at a free one if `port` is 0. Throws UserError (exit 2) if
  /// the port is in use.
  GdbServer(Core& core, unsigned port);
  ~GdbServer() override;  ///< Notifies a connected debugger that the program has ended.
  [[nodiscard]] unsigned port() const { return link_.port(); }

  bool instruction_comes(std::uint32_t pc) override;
  void access_comes(std::uint32_t address, unsigned bytes, bool is_write) override;
  void stopped() override;
  void trapped(std::uint32_t cause) override;

 private:
  struct Watch {
    char kind;  ///< As in the protocol: 2 writes, 3 reads, 4 both.
    std::uint32_t address;
    std::uint32_t bytes;
    auto operator<(const Watch& o) const {
      return std::tie(kind, address, bytes) < std::tie(o.kind, o.address, o.bytes);
    }
  };
  void serve();  ///< Until gdb lets the core run.
  /// Answers a packet. Returns whether the core continues.
  bool answer(const std::string& packet);
  std::string answer_to(const std::string& packet);
  std::string query(const std::string& packet);
  std::string registers() const;
  std::string set_registers(const std::string& hex);
  std::string one_register(const std::string& packet) const;
  std::string set_register(const std::string& packet);
  std::string memory(const std::string& packet);
  std::string set_memory(const std::string& packet);
  std::string set_point(const std::string& packet, bool on);
  [[nodiscard]] std::uint32_t value_of(unsigned number) const;
  void set_value(unsigned number, std::uint32_t value);
  void let_go();

  Core& core_;
  GdbLink link_;
  std::set<std::uint32_t> breaks_;
  std::set<Watch> watches_;
  std::string reason_ = "S05";  ///< Reason of the stop, as sent to gdb.
  bool stepping_ = false;
  bool over_ = false;        ///< The next instruction is the one at which it stopped.
  bool watched_ = false;     ///< A watchpoint was hit: stop before the next instruction.
  unsigned since_look_ = 0;  ///< Instructions since the last check for input of gdb.
};

}  // namespace gf::hw::riscv
