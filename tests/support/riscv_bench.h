// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/system/scratch_directory.h"
#include "hw/riscv/core/core.h"
#include "hw/riscv/core/tight_memory.h"
#include "hw/riscv/hart/stable_value_extension.h"
#include "tests/support/riscv_program.h"

namespace gf::test {

/// A device on a core's bus: words that keep what is written, and when it was.
class WordsTarget final : public sc_core::sc_module {
 public:
  static constexpr std::uint32_t kBase = 0x40000000;
  tlm_utils::simple_target_socket<WordsTarget> socket{"socket"};
  struct Write {
    std::uint32_t offset, value;
    sc_core::sc_time at;
  };
  std::vector<Write> writes;
  std::uint32_t words[16] = {};
  sc_core::sc_time delay;
  bool stand = false;  ///< They say that they stand until change().
  unsigned reads = 0;

  explicit WordsTarget(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &WordsTarget::access);
  }
  void change(unsigned word, std::uint32_t value) {
    words[word] = value;
    if (stand) socket->invalidate_direct_mem_ptr(kBase + 4 * word, kBase + 4 * word + 3);
  }

 private:
  void access(tlm::tlm_generic_payload& payload, sc_core::sc_time& time) {
    const std::uint64_t offset = payload.get_address() - kBase;
    time += delay;
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    if (offset + 4 > sizeof words || payload.get_data_length() != 4) return;
    std::uint32_t& word = words[offset / 4];
    if (payload.is_write()) {
      std::memcpy(&word, payload.get_data_ptr(), 4);
      writes.push_back({static_cast<std::uint32_t>(offset), word, sc_core::sc_time_stamp()});
    } else {
      ++reads;
      std::memcpy(payload.get_data_ptr(), &word, 4);
      if (auto* const standing = payload.get_extension<hw::riscv::StableValueExtension>())
        standing->stands = stand;
    }
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
};

/// Passes everything on but direct access.
class IndirectMemory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<IndirectMemory> in{"in"};
  tlm_utils::simple_initiator_socket<IndirectMemory> out{"out"};
  explicit IndirectMemory(const sc_core::sc_module_name& name) : sc_module(name) {
    in.register_b_transport(this, &IndirectMemory::pass);
    in.register_transport_dbg(this, &IndirectMemory::look);
  }

 private:
  void pass(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    out->b_transport(payload, delay);
  }
  unsigned look(tlm::tlm_generic_payload& payload) { return out->transport_dbg(payload); }
};

/// A core with memory and a device.
class RiscvBench {
 public:
  static constexpr std::uint32_t kMemoryBytes = 1 << 16;
  std::string prefix;  ///< Of the names of its modules, where there is more than one bench.
  hw::riscv::CoreParams params;
  sc_core::sc_time period{10, sc_core::SC_NS};
  sc_core::sc_time patience{1, sc_core::SC_MS};
  bool direct = true;

  void build(const RiscvProgram& program) {
    memory = std::make_unique<hw::riscv::TightMemory>((prefix + "tight").c_str(),
                                                      RiscvProgram::kBase, kMemoryBytes);
    device = std::make_unique<WordsTarget>((prefix + "device").c_str());
    core = std::make_unique<hw::riscv::Core>(
        (prefix + "core").c_str(), params, period,
        hw::riscv::Core::Map{RiscvProgram::kBase, kMemoryBytes}, patience);
    core->bus.bind(device->socket);
    if (direct) {
      core->memory.bind(memory->socket);
    } else {
      between = std::make_unique<IndirectMemory>((prefix + "between").c_str());
      core->memory.bind(between->in);
      between->out.bind(memory->socket);
    }
    file = (scratch / "program.elf").string();
    program.write_elf(file);
    core->start(std::make_shared<const hw::riscv::ElfImage>(file));
  }

  core::ScratchDirectory scratch;
  std::string file;
  std::unique_ptr<hw::riscv::TightMemory> memory;
  std::unique_ptr<IndirectMemory> between;
  std::unique_ptr<WordsTarget> device;
  std::unique_ptr<hw::riscv::Core> core;
};

}  // namespace gf::test
