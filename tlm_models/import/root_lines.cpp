// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/root_lines.h"

#include <algorithm>
#include <fmt/format.h>

#include "tlm_models/import/found/found_origin.h"
#include "tlm_models/machine/cpu_presets.h"

namespace gf::model {
namespace {

constexpr const char* kNamesCpu = "the file of NCCL_TOPO_DUMP_FILE, or of lstopo";

/// Pairs of processors, by their indices.
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

/// Returns the least distance from a NUMA node of one processor to one of the other; 0: not known.
double distance(const FoundMachine& machine, const std::vector<unsigned>& one,
                const std::vector<unsigned>& other) {
  double least = 0;
  for (const unsigned a : one)
    for (const unsigned b : other) {
      const auto &from = machine.devices[a].numa, &to = machine.devices[b].numa;
      const auto known =
          from && to ? machine.distances.of.find({*from, *to}) : machine.distances.of.end();
      if (known != machine.distances.of.end() && (least == 0 || known->second < least))
        least = known->second;
    }
  return least;
}

/// Returns the pairs whose distance is the least of all; none if some are not known.
Pairs neighbours(const FoundMachine& machine,
                 const std::vector<std::vector<unsigned>>& processors) {
  Pairs near;
  double least = 0;
  for (std::size_t b = 1; b < processors.size(); ++b)
    for (std::size_t a = 0; a < b; ++a) {
      const double here = distance(machine, processors[a], processors[b]);
      if (here <= 0) return {};
      if (least == 0 || here < least) near.clear();
      if (least == 0 || here < least) least = here;
      if (here == least) near.emplace_back(a, b);
    }
  return near;
}

bool are_connected(const Pairs& pairs, std::size_t count) {
  std::vector<bool> reached(count);
  reached[0] = true;
  for (std::size_t round = 1; round < count; ++round)
    for (const auto& [a, b] : pairs)
      if (reached[a] || reached[b]) reached[a] = reached[b] = true;
  return std::find(reached.begin(), reached.end(), false) == reached.end();
}

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
  if (!nodes_.empty()) join(machine);
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
  const auto known = nodes_of_processor_.find(root);
  const unsigned nodes = known == nodes_of_processor_.end() ? 1 : known->second;
  const double rate = preset.memory_rate / nodes;
  const std::string share =
      nodes == 1 ? "" : fmt::format("; shared by the {} NUMA nodes of a processor", nodes);
  return guesses_.said(
      fmt::format("{:g} GB/s {} ns", rate, kMemoryLatency),
      {GuessKind::kMemory, "memory of hosts",
       fmt::format("{:g} GB/s and {} ns", rate, kMemoryLatency),
       (part_ != nullptr ? std::string(preset.memory_source) + "; the latency is assumed"
                         : "no file names a CPU that is known") +
           share,
       part_ != nullptr ? "" : kNamesCpu});
}

std::optional<Said> RootLines::links(unsigned root) const {
  const auto found = links_.find(root);
  return found == links_.end() ? std::nullopt : std::optional<Said>(found->second);
}

void RootLines::join(const FoundMachine& machine) {
  std::vector<Processor> processors;
  std::map<unsigned, std::size_t> at;  // by number of a package
  std::vector<std::string> places;
  for (const std::vector<unsigned>& roots : nodes_) {
    const auto root = std::find_if(roots.begin(), roots.end(), [&](unsigned one) {
      return machine.devices[one].package.has_value();
    });
    const FoundDevice* const named = root == roots.end() ? nullptr : &machine.devices[*root];
    if (named != nullptr) nodes_of_processor_[roots.front()] = named->package_nodes;
    const std::size_t fresh = processors.size();
    const std::size_t index =
        named == nullptr ? fresh : at.emplace(*named->package, fresh).first->second;
    if (index == fresh) {
      processors.emplace_back();
      places.push_back(named == nullptr ? "" : origin_text({named->package_place}));
    }
    processors[index].push_back(roots.front());
  }
  if (processors.size() > 1) join_sockets(machine, processors, at.empty());
  for (std::size_t i = 0; i < processors.size(); ++i)
    for (std::size_t b = 1; b < processors[i].size(); ++b)
      for (std::size_t a = 0; a < b; ++a)
        join_inside(fmt::format("a processor ({})", places[i]), processors[i][a], processors[i][b]);
  for (const std::vector<unsigned>& roots : nodes_)
    for (std::size_t i = 1; i < roots.size(); ++i) join_inside("a NUMA node", roots[0], roots[i]);
}

void RootLines::join_sockets(const FoundMachine& machine, const std::vector<Processor>& processors,
                             bool guessed) {
  Said between = socket_link();
  const auto join_all = [&](const Pairs& pairs) {
    for (const auto& [a, b] : pairs)
      add_link(processors[a].front(), names_[processors[b].front()], between);
  };
  if (const Pairs near = neighbours(machine, processors);
      processors.size() > 2 && are_connected(near, processors.size())) {
    between.comment += "; neighbours " + origin_text({machine.distances.place});
    return join_all(near);
  }
  if (processors.size() > 2)
    guesses_.add({GuessKind::kSocket, guessed ? "NUMA nodes" : "processors",
                  "joined as a star around " + names_[processors.front().front()],
                  "no file says how they are joined",
                  guessed ? "the file of lstopo, if several are one processor" : ""});
  Pairs star;
  for (std::size_t other = 1; other < processors.size(); ++other) star.emplace_back(0, other);
  join_all(star);
}

void RootLines::join_inside(const std::string& place, unsigned root, unsigned other) {
  // The fabric there carries as much as a root complex sends by its widest link.
  const Said link{"socket 64 GB/s 25 ns",
                  fmt::format("guessed: inside {}, as fast as a link of gen5 x16 below it", place)};
  guesses_.add({GuessKind::kSocket, names_[other],
                fmt::format("{} to {}", link.value, names_[root]),
                fmt::format("within {}; no file gives its rate", place), ""});
  add_link(root, names_[other], link);
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
