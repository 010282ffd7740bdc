// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <string>
#include <vector>

#include "tests/support/captured.h"
#include "tlm_models/import/import_machine.h"
#include "tlm_models/machine/path_matrix.h"

/// Texts of the forms that import reads, written for the tests.
namespace gf::model::import_texts {

/// The table that `nvidia-smi topo -m` would show of a machine whose devices are GPUs first.
inline std::string topo_table(const PathMatrix& matrix, std::size_t gpus) {
  std::string text;
  const auto name = [&](std::size_t i) {
    return i < gpus ? fmt::format("GPU{}", i) : fmt::format("NIC{}", i - gpus);
  };
  for (std::size_t i = 0; i < matrix.names.size(); ++i) text += "\t" + name(i);
  text += "\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n";
  for (std::size_t row = 0; row < matrix.names.size(); ++row) {
    text += name(row);
    for (std::size_t column = 0; column < matrix.names.size(); ++column) {
      const std::string cell = to_text(matrix.at(row, column));
      text += "\t" + (cell.size() < 3 ? " " + cell + " " : cell);
    }
    text += "\n";
  }
  return text + "\nLegend:\n\n  X    = Self\n";
}

/// The machine of one text, called f.
inline ImportedMachine imported(const std::string& text) { return import_machine({{"f", text}}); }

/// What each guess is about, in their order.
inline std::vector<std::string> guessed(const ImportedMachine& made) {
  std::vector<std::string> all;
  for (const ImportGuess& guess : made.guesses)
    all.push_back(guess.subject.empty() ? guess.what : guess.subject + ": " + guess.what);
  return all;
}

/// Two A100 of a server with two sockets, one with a NIC behind a switch.
inline const std::string kNccl = R"(<system version="1">
  <cpu numaid="0" affinity="ffff" arch="x86_64" vendor="AuthenticAMD" familyid="175" modelid="1">
    <pci busid="0000:01:00.0" class="0x060400" link_speed="16 GT/s" link_width="16">
      <pci busid="0000:03:00.0" class="0x030200" vendor="0x10de" device="0x20b0" link_speed="16 GT/s" link_width="16">
        <gpu dev="0" sm="80" rank="0" gdr="1">
          <nvlink target="0000:83:00.0" count="4" tclass="0x030200"/>
        </gpu>
      </pci>
      <pci busid="0000:04:00.0" class="0x020700" vendor="0x15b3" device="0x101b" link_speed="16.0 GT/s PCIe" link_width="16">
        <nic>
          <net name="mlx5_0" dev="0" speed="200000" port="1" guid="0x1" maxconn="262144" gdr="1"/>
        </nic>
      </pci>
    </pci>
  </cpu>
  <cpu numaid="1" affinity="ffff0000" arch="x86_64" vendor="AuthenticAMD" familyid="175" modelid="1">
    <pci busid="0000:83:00.0" class="0x030200" vendor="0x10de" device="0x20b0" link_speed="" link_width="0">
      <gpu dev="1" sm="80" rank="1" gdr="1">
        <nvlink target="0000:03:00.0" count="4" tclass="0x030200"/>
      </gpu>
    </pci>
  </cpu>
</system>
)";

/// The text of an input of the fuzzers, which are examples of each form.
inline std::string example(const std::string& name) {
  return test::read_file(std::string(GF_SOURCE_DIR "/tests/fuzz/corpus/import/") + name);
}

/// Returns `text` with each `from` replaced.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

}  // namespace gf::model::import_texts
