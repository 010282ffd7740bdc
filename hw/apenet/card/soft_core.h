// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <systemc>

#include "core/param/param.h"
#include "hw/apenet/card/card_registers.h"
#include "hw/riscv/core/core.h"
#include "hw/riscv/core/tight_memory.h"
#include "hw/riscv/debug/function_profile.h"
#include "hw/riscv/debug/gdb_server.h"

namespace gf::hw::apenet {

/// Chooses the source of the processor's cycles: the cost table, or a program that runs on a core.
struct SoftCoreParams : core::ParamGroup {
  core::Param<std::string> model =
      param("model", "cost_table",
            "model of the card's processor: a table of cycles per task (cost_table), or a program "
            "executed by an RV32IMC core (iss)",
            "[APENET13]: a Nios II; its successor is RISC-V", core::one_of({"cost_table", "iss"}));
  core::Param<std::string> program =
      param("program", "list",
            "iss: built-in program: linear BUF_LIST (list), hash table (hash), or hash table and "
            "table of translations (lean)",
            "[APENET13]: BUF_LIST is searched linearly", core::one_of({"list", "hash", "lean"}));
  core::Param<std::string> firmware =
      param("firmware", "", "iss: ELF file of your own program; empty: the built-in `program`",
            "none", core::names_file(core::whole_text));
  core::Param<core::Bytes> memory =
      param("memory", core::mebibytes(4), "iss: size of the processor's memory", "assumed",
            core::power_of_two(core::kibibytes(64), core::mebibytes(64)));
  core::Param<sc_core::sc_time> patience = param(
      "patience", sc_core::sc_time(10, sc_core::SC_MS),
      "iss: time without sleep or new register values (read or written) after which a program "
      "counts as stuck",
      "none: when to give up", core::at_least(sc_core::sc_time(1, sc_core::SC_US)));
  core::Param<unsigned> gdb = param(
      "gdb", 0u,
      "iss: port of 127.0.0.1 at which the processor of node 0 waits for gdb to attach; 0: none",
      "none", core::between(0u, 65535u));
  core::Param<bool> profile =
      param("profile", false,
            "iss: whether to write cycles per function to nios.folded, as folded stacks", "none");
  /// Program and tables are in DDR3, behind caches.
  riscv::CoreParams core;

  SoftCoreParams();
  void declare(const core::ParamScope& scope);
  [[nodiscard]] bool is_iss() const { return model.get() == "iss"; }
  /// Returns the program's file: `firmware`, or firmware/apenet_PROGRAM.elf next to gpufabric or in
  /// ../share/gpufabric relative to it. Throws UserError (exit 5) if there is none.
  [[nodiscard]] std::string firmware_file() const;
};

/// A core with its memory and the card's registers; it replaces the charges of a cost table.
///     core == memory (program, data, tables of buffers and pages)
///       \==== registers -- blocks of the card
class SoftCore final : public sc_core::sc_module {
 public:
  static constexpr std::uint32_t kMemoryBase = 0x80000000;

  SoftCore(const sc_core::sc_module_name& name, const SoftCoreParams& params,
           sc_core::sc_time period, const CardBlocks& blocks);
  void debug_at(unsigned port) { gdb_ = std::make_unique<riscv::GdbServer>(core, port); }

  /// Returns the cycles by function; null unless `profile`.
  [[nodiscard]] const riscv::FunctionProfile* profile() const { return profile_.get(); }

  riscv::TightMemory memory;
  riscv::Core core;
  CardRegisters registers;

 private:
  std::unique_ptr<riscv::GdbServer> gdb_;
  std::unique_ptr<riscv::FunctionProfile> profile_;
};

}  // namespace gf::hw::apenet
