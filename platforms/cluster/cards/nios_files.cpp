// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cards/nios_files.h"

#include <fstream>

#include "core/base/error.h"

namespace gf::platforms::apenet {
namespace {

using Note = core::OutputNote;

constexpr Note kTraceFile{"nios_trace.csv", "", "a line per instruction of the card's processor",
                          "trace=nios"};
constexpr Note kProfileFile{"nios.folded", "", "cycles by function, as folded stacks",
                            "card.nios.profile"};

}  // namespace

std::vector<core::OutputNote> NiosFiles::file_notes() { return {kTraceFile, kProfileFile}; }

void NiosFiles::record(unsigned node, unsigned most) {
  hw::apenet::SoftCore* const soft = cluster_.card(node).soft_core();
  if (soft == nullptr)
    core::fail_config("", "trace", "nios", "none or bus with nios.model = cost_table",
                      "only nios.model = iss executes instructions");
  trace_ = std::make_unique<hw::riscv::InstructionTrace>(soft->core, most);
  soft->core.hart().add_watch(*trace_);
}

void NiosFiles::write(const core::RunDirectory& directory) const {
  write_profile(directory);
  if (trace_ == nullptr) return;
  std::ofstream out(directory.file(kTraceFile.name));
  trace_->write_csv(out);
}

void NiosFiles::write_profile(const core::RunDirectory& directory) const {
  std::ofstream out;
  for (unsigned i = 0; i < cluster_.size(); ++i) {
    hw::apenet::SoftCore* const soft = cluster_.card(i).soft_core();
    if (soft == nullptr || soft->profile() == nullptr) continue;
    if (!out.is_open()) out.open(directory.file(kProfileFile.name));
    soft->profile()->write(out, cluster_.card(i).nios.name());
  }
}

}  // namespace gf::platforms::apenet
