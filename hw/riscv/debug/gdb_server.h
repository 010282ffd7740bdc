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

/// Lets gdb debug a core by its remote protocol: registers, memory, breakpoints, watchpoints,
/// steps, continuing, and stopping by Ctrl-C. The core waits for gdb before its first instruction,
/// and when gdb is gone it runs on. While it is stopped the simulation does not go on: simulated
/// time stands ("monitor time" says what it is). Not modelled: several cores, writing to the bus,
/// watching what others than the core write.
class GdbServer final : public DebuggerIf {
 public:
  /// At `port` of 127.0.0.1; 0: one that is free. Throws UserError (exit 2) if it is taken.
  GdbServer(Core& core, unsigned port);
  ~GdbServer() override;  ///< A debugger that is still there hears that the program has ended.
  [[nodiscard]] unsigned port() const { return link_.port(); }

  bool instruction_comes(std::uint32_t pc) override;
  void access_comes(std::uint32_t address, unsigned bytes, bool is_write) override;
  void stopped() override;
  void trapped(std::uint32_t cause) override;

 private:
  struct Watch {
    char kind;  ///< Of the protocol: 2 writes, 3 reads, 4 both.
    std::uint32_t address;
    std::uint32_t bytes;
    auto operator<(const Watch& o) const {
      return std::tie(kind, address, bytes) < std::tie(o.kind, o.address, o.bytes);
    }
  };
  void serve();  ///< Until gdb lets the core run.
  /// Answers a packet. True: the core runs on.
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
  std::string reason_ = "S05";  ///< Why it stands: what gdb is told.
  bool stepping_ = false;
  bool over_ = false;        ///< The instruction at hand is the one at which it stood.
  bool watched_ = false;     ///< A watchpoint was met: stop before the next instruction.
  unsigned since_look_ = 0;  ///< Instructions since it was looked whether gdb says something.
};

}  // namespace gf::hw::riscv
