// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/root_lines.h"

#include <algorithm>
#include <fmt/format.h>

#include "tlm_models/import/found/found_origin.h"
#include "tlm_models/machine/cpu_presets.h"

namespace gf::model {
namespace {

constexpr const char* kNamesCpu = "the file of NCCL_TOPO_DUMP_FILE, or of lstopo";

}  // namespace

RootLines::RootLines(const FoundMachine& machine, const std::vector<std::string>& names,
                     ImportGuesses& guesses)
    : names_(names), guesses_(guesses) {
  for (const unsigned root : machine.of_kind(DeviceKind::kRootComplex)) {
    if (names[root].empty()) continue;
    const FoundDevice& device = machine.devices[root];
    // A root complex of no NUMA node is one by itself.
    const auto node = std::find_if(nodes_.begin(), nodes_.end(), [&](const auto& roots) {
      return device.numa && machine.devices[roots.front()].numa == device.numa;
    });
    if (node == nodes_.end())
      nodes_.push_back({root});
    else
      node->push_back(root);
    if (part_ != nullptr) continue;
    part_ = part_of_id("cpu", device.part_id);
    if (part_ != nullptr) named_at_ = device.named_at();
  }
  if (!nodes_.empty()) join();
}

std::optional<Said> RootLines::cpu() const {
  if (part_ == nullptr) return {};
  return Said{part_->preset, origin_text({named_at_}) + ": " + part_->part};
}

std::optional<Said> RootLines::memory(unsigned root) const {
  const bool first = std::any_of(nodes_.begin(), nodes_.end(),
                                 [&](const auto& roots) { return roots.front() == root; });
  if (!first) return {};
  const CpuPreset& preset = *cpu_preset(part_ != nullptr ? part_->preset : "");
  return guesses_.said(
      fmt::format("{:g} GB/s {} ns", preset.memory_rate, kMemoryLatency),
      {GuessKind::kMemory, "memory of hosts",
       fmt::format("{:g} GB/s and {} ns", preset.memory_rate, kMemoryLatency),
       part_ != nullptr ? std::string(preset.memory_source) + "; the latency is assumed"
                        : "no file names a CPU that is known",
       part_ != nullptr ? "" : kNamesCpu});
}

std::optional<Said> RootLines::links(unsigned root) const {
  const auto found = links_.find(root);
  return found == links_.end() ? std::nullopt : std::optional<Said>(found->second);
}

void RootLines::join() {
  const unsigned first = nodes_.front().front();
  if (nodes_.size() > 1) {
    const Said between = socket_link();
    if (nodes_.size() > 2)
      guesses_.add({GuessKind::kSocket, "NUMA nodes", "joined as a star around " + names_[first],
                    "no file says how they are joined", ""});
    for (std::size_t i = 1; i < nodes_.size(); ++i)
      add_link(first, names_[nodes_[i].front()], between);
  }
  // The fabric inside a NUMA node carries as much as a root complex sends by its widest link.
  const Said inside{"socket 64 GB/s 25 ns",
                    "guessed: inside a NUMA node, as fast as a link of gen5 x16 below it"};
  for (const std::vector<unsigned>& roots : nodes_) {
    for (std::size_t i = 1; i < roots.size(); ++i) {
      guesses_.add({GuessKind::kSocket, names_[roots[i]],
                    fmt::format("{} to {}", inside.value, names_[roots[0]]),
                    "within a NUMA node; no file gives its rate", ""});
      add_link(roots[0], names_[roots[i]], inside);
    }
  }
}

Said RootLines::socket_link() const {
  if (part_ == nullptr)
    return guesses_.said("socket", {GuessKind::kSocket, "sockets", "socket, 19.2 GB/s and 25 ns",
                                    "no file names a CPU that is known", kNamesCpu});
  const std::string link = to_text(part_->port);
  const std::string reason =
      fmt::format("{} {}; {}", part_->part, origin_text({named_at_}), part_->source);
  return guesses_.said(link, {GuessKind::kSocket, "sockets", link, reason, ""});
}

void RootLines::add_link(unsigned root, const std::string& to, const Said& link) {
  Said& said = links_[root];
  said.value += (said.value.empty() ? "" : ", ") + to + " " + link.value;
  if (said.comment.empty())
    said.comment = link.comment;
  else if (said.comment.find(link.comment) == std::string::npos)
    said.comment += "; " + link.comment;
}

}  // namespace gf::model
