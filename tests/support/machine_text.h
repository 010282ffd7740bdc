// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "core/base/text_fields.h"

namespace gf::test {

/// The sections of a machine's file; the first holds the lines before any section.
using MachineSections = std::vector<std::string>;

inline MachineSections sections_of(const std::string& text) {
  MachineSections sections(1);
  for (const std::string_view line : core::split_fields(text, '\n')) {
    if (!line.empty() && line.front() == '[') sections.emplace_back();
    sections.back().append(line).append("\n");
  }
  return sections;
}

inline std::string joined(const MachineSections& sections) {
  std::string text;
  for (const std::string& section : sections) text += section;
  return text;
}

/// A new name of a device, which sorts elsewhere and keeps its number.
inline std::string renamed_device(const std::string& name) {
  return fmt::format("{}_{}", static_cast<char>('z' - (std::tolower(name.front()) - 'a')), name);
}

/// Returns `text` with renamed devices.
inline std::string with_renamed_devices(const std::string& text) {
  std::string renamed, section;
  for (const std::string_view line : core::split_fields(text, '\n')) {
    const std::string_view all = line.substr(0, line.find('#'));
    const std::size_t equals = all.find('=');
    const std::string key(core::trimmed(all.substr(0, equals)));
    if (!all.empty() && all.front() == '[') {
      section = all.substr(1, all.rfind(']') - 1);
      const bool device = section != "network" && section != "parameters";
      renamed += device ? "[" + renamed_device(section) + "]" : "[" + section + "]";
    } else if (key == "children" || key == "links" || key == "ranks" ||
               (section == "network" && key == "nics")) {
      renamed += key + " = ";
      const auto fields = core::split_fields(all.substr(equals + 1), ',');
      for (std::size_t i = 0; i < fields.size(); ++i)
        renamed += (i == 0 ? "" : ", ") + renamed_device(std::string(fields[i]));
    } else {
      renamed += all;
    }
    renamed += '\n';
  }
  return renamed;
}

/// A small legal machine that follows from its number: one or two sockets, with switches or
/// without, alone or several on a network, some with NVLink.
inline std::string random_machine(unsigned number) {
  core::RandomStream random(number, "machine_text");
  const auto draw = [&](std::uint64_t limit) { return static_cast<unsigned>(random.below(limit)); };
  const auto link = [&] {
    return fmt::format("pcie gen{} x{}", 1 + draw(5), std::array{4, 8, 16}[draw(3)]);
  };
  const bool networked = draw(3) == 0;
  const unsigned sockets = 1 + draw(2), switches = draw(2) * sockets * (1 + draw(2));
  const unsigned parents = switches > 0 ? switches : sockets;
  const unsigned gpus = parents * (parents == 1 ? 2 : 1 + draw(2));
  std::string text = "about = random\n";
  text += fmt::format("[rc[0..{}]]\nkind = root_complex\n", sockets - 1);
  if (switches > 0)
    text +=
        fmt::format("children = plx[0..{}] {}\n[plx[0..{}]]\n", switches - 1, link(), switches - 1);
  text += fmt::format("children = gpu[0..{}] {}", gpus - 1, link());
  if (networked) text += fmt::format(", nic[0..{}] {}", parents - 1, link());
  text += "\n";
  if (sockets == 2) text += fmt::format("[rc0]\nlinks = rc1 socket {} GB/s 25 ns\n", 5 + draw(20));
  if (networked) {
    const char* const kinds[] = {"torus\nx = 4\ny = 3\nz = 1", "dragonfly\np = 2\na = 2\nh = 1",
                                 "fat_tree\nk = 4\nn = 2", "hyperx\nl = 2\ns = 3\nt = 2"};
    text += fmt::format("[nic[0..{}]]\nkind = nic\n[network]\nkind = {}\nnodes = {}\n", parents - 1,
                        kinds[draw(4)], 1 + draw(3));
  } else if (draw(8) == 0) {
    text += fmt::format("[gpu[0..{}]]\npreset = v100\n", gpus - 1);
    for (unsigned gpu = 0; gpu + 1 < gpus; ++gpu)
      text += fmt::format("[gpu{}]\nlinks = gpu{} nvlink2 x1\n", gpu, gpu + 1);
  }
  return text + fmt::format("[parameters]\n*.hop_latency = {} ns\n", 100 + draw(100));
}

/// The sections behind the first one in another order.
inline MachineSections shuffled(MachineSections sections, core::RandomStream& random) {
  for (std::size_t i = sections.size() - 1; i > 1; --i)
    std::swap(sections[i], sections[1 + random.below(i)]);
  return sections;
}

}  // namespace gf::test
