// SPDX-License-Identifier: Apache-2.0
#include "hw/apenet/card/soft_core.h"

#include <filesystem>

#include "core/base/error.h"
#include "core/system/child_process.h"

namespace gf::hw::apenet {

SoftCoreParams::SoftCoreParams() {
  core.icache = core::kibibytes(4);
  core.dcache = core::kibibytes(2);
}

void SoftCoreParams::declare(const core::ParamScope& scope) {
  core::ParamGroup::declare(scope);
  const core::ParamScope iss = scope.child("iss");
  for (const char* const cache : {"icache", "dcache"})
    iss.cite(cache,
             "assumed: 4 MiB of tables exceed the FPGA's block memory, so they are in DDR3; a Nios "
             "II/f has caches of 512 B to 64 KiB ([NII] 4.2)");
  core.declare(iss);
}

std::string SoftCoreParams::firmware_file() const {
  if (!firmware.empty()) return firmware;
  const std::filesystem::path name = "firmware/apenet_" + program.get() + ".elf";
  const std::filesystem::path here = core::this_program().parent_path();
  const std::filesystem::path installed = here.parent_path() / "share" / "gpufabric" / name;
  if (!std::filesystem::exists(here / name) && std::filesystem::exists(installed))
    return installed.string();
  if (!std::filesystem::exists(here / name))
    core::fail_input((here / name).string(), 0,
                     "no such file; a build makes it only where it finds a RISC-V cross compiler",
                     "nios.firmware = FILE, or a cross compiler (scripts/setup; Debian: "
                     "gcc-riscv64-unknown-elf) and a new build, or nios.model = cost_table");
  return (here / name).string();
}

SoftCore::SoftCore(const sc_core::sc_module_name& name, const SoftCoreParams& params,
                   sc_core::sc_time period, const CardBlocks& blocks)
    : sc_module(name),
      memory("memory", kMemoryBase, static_cast<std::uint32_t>(params.memory.count())),
      core("core", params.core, period, {kMemoryBase, memory.size()}, params.patience),
      registers("registers", blocks, core, kMemoryBase + memory.size()) {
  core.memory.bind(memory.socket);
  core.bus.bind(registers.socket);
  core.start(std::make_shared<const riscv::ElfImage>(params.firmware_file()));
  if (!params.profile) return;
  profile_ = std::make_unique<riscv::FunctionProfile>(core.hart(), *core.image());
  core.hart().add_watch(*profile_);
}

}  // namespace gf::hw::apenet
