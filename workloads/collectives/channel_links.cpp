// SPDX-License-Identifier: Apache-2.0
#include "workloads/collectives/channel_links.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <map>
#include <numeric>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "tlm_models/machine/nic_presets.h"
#include "workloads/collectives/channel_names.h"

namespace gf::model {
namespace {

constexpr unsigned kNoNode = ~0u;
constexpr SearchRate kLocalRate = 5'000'000;  // NCCL's LOC_BW
/// Port of a NIC without preset, by the generation of its PCIe slot: as fast as cards of that time.
constexpr SearchRate kAssumedPort[] = {5'000, 5'000, 12'500, 25'000, 50'000};

SearchRate port_rate_of(const MachinePlan& plan, unsigned nic) {
  if (const NicPreset* preset = nic_preset(plan.devices[nic].preset); preset != nullptr)
    return static_cast<SearchRate>(preset->port_gbits * 125);
  unsigned generation = 3;
  for (const PlannedLink& link : plan.links)
    if (link.b == nic && link.spec && link.family() == LinkFamily::kPcie)
      generation = link.spec->generation;
  return kAssumedPort[std::clamp(generation, 1u, 5u) - 1];
}

/// Groups of devices that are joined, as a forest of parents.
class Groups {
 public:
  explicit Groups(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  unsigned of(unsigned member) const {
    while (parent_[member] != member) member = parent_[member];
    return member;
  }
  /// The older of two groups gives the joint one its number.
  void join(unsigned a, unsigned b) {
    const unsigned first = std::min(of(a), of(b));
    parent_[std::max(of(a), of(b))] = first;
  }

 private:
  std::vector<unsigned> parent_;
};

bool both_of_kind(const MachinePlan& plan, const PlannedLink& link, DeviceKind kind) {
  return plan.devices[link.a].kind == kind && plan.devices[link.b].kind == kind;
}

}  // namespace

ChannelLinks::ChannelLinks(const MachinePlan& plan) : node_of_(plan.devices.size(), kNoNode) {
  const std::vector<unsigned> gpus = gpus_in_order(plan);
  if (gpus.empty() || gpus.size() > kMostGpus)
    throw core::UserError(core::ExitCode::kUsage,
                          fmt::format("{}: channels join 1 ... {} GPUs; this machine has {}",
                                      plan.name, kMostGpus, gpus.size()));
  capability_ = compute_capability(plan);
  add_devices(plan);
  add_links(plan);
  add_sockets(plan);
  between_.assign(gpus_, std::vector<Path>(gpus_));
  from_nic_.assign(nics(), std::vector<Path>(gpus_));
  to_nic_.assign(gpus_, std::vector<Path>(nics()));
  to_cpu_.resize(gpus_);
  nic_to_cpu_.resize(nics());
  for (unsigned gpu = 0; gpu < gpus_; ++gpu) {
    std::vector<Path> paths = paths_to(gpu);
    for (unsigned from = 0; from < gpus_; ++from) between_[from][gpu] = paths[from];
    for (unsigned nic = 0; nic < nics(); ++nic) from_nic_[nic][gpu] = paths[ports_[nic]];
    to_cpu_[gpu] = std::move(paths);  // links are alike in both directions
  }
  for (unsigned nic = 0; nic < nics(); ++nic) {
    std::vector<Path> paths = paths_to(ports_[nic]);
    for (unsigned gpu = 0; gpu < gpus_; ++gpu) to_nic_[gpu][nic] = paths[gpu];
    nic_to_cpu_[nic] = std::move(paths);
  }
  go_through_cpus(declared_peer_level(plan).value_or(ChannelPath::kSys));
  extend_nic_paths();
}

unsigned ChannelLinks::add(Kind kind) {
  nodes_.push_back({kind, false, {}});
  return nodes() - 1;
}

void ChannelLinks::join(unsigned a, unsigned b, ChannelPath type, SearchRate rate) {
  for (const unsigned known : nodes_[a].links)
    if (links_[known].to == b && links_[known].type == type) {
      links_[known].rate += rate;
      links_[links_[known].back].rate += rate;
      return;
    }
  const auto first = static_cast<unsigned>(links_.size());
  links_.push_back({a, b, type, rate, first + 1});
  links_.push_back({b, a, type, rate, first});
  nodes_[a].links.push_back(first);
  nodes_[b].links.push_back(first + 1);
}

void ChannelLinks::add_devices(const MachinePlan& plan) {
  const std::vector<unsigned> ranks = plan.of_kind(DeviceKind::kGpu);
  const std::vector<unsigned> numbers = gpu_numbers(plan);
  for (const unsigned gpu : gpus_in_order(plan)) {
    node_of_[gpu] = add(Kind::kGpu);
    const auto rank = std::find(ranks.begin(), ranks.end(), gpu) - ranks.begin();
    ranks_.push_back(static_cast<unsigned>(rank));
    numbers_.push_back(numbers[ranks_.back()]);
  }
  gpus_ = nodes();
  Groups fabrics(plan.devices.size());
  for (const PlannedLink& link : plan.links)
    if (both_of_kind(plan, link, DeviceKind::kNvSwitch)) fabrics.join(link.a, link.b);
  // Switches that share a GPU are one fabric: a GPU spreads its traffic over them.
  std::map<unsigned, unsigned> switch_of;
  for (const PlannedLink& link : plan.links)
    for (const auto& [gpu, other] : {std::pair(link.a, link.b), std::pair(link.b, link.a)})
      if (plan.devices[gpu].kind == DeviceKind::kGpu &&
          plan.devices[other].kind == DeviceKind::kNvSwitch)
        fabrics.join(switch_of.emplace(gpu, other).first->second, other);
  std::map<unsigned, unsigned> cpu_of_numa;
  std::vector<unsigned> nics = plan.nics();
  // Cards that do not join the network take no part.
  if (plan.network && !plan.network->nics.empty()) nics.resize(plan.network->nics.size());
  for (unsigned device = 0; device < plan.devices.size(); ++device) {
    const PlannedDevice& planned = plan.devices[device];
    switch (planned.kind) {
      case DeviceKind::kNvSwitch: {
        const unsigned fabric = fabrics.of(device);
        if (fabric == device) node_of_[device] = add(Kind::kNvSwitch);
        node_of_[device] = node_of_[fabric];
        has_nvswitch_ = true;
        break;
      }
      case DeviceKind::kSwitch:
        node_of_[device] = add(Kind::kPcieSwitch);
        break;
      case DeviceKind::kRootComplex: {
        if (planned.numa)
          if (const auto known = cpu_of_numa.find(*planned.numa); known != cpu_of_numa.end()) {
            node_of_[device] = known->second;
            break;
          }
        node_of_[device] = add(Kind::kCpu);
        if (planned.numa) cpu_of_numa.emplace(*planned.numa, node_of_[device]);
        nodes_[node_of_[device]].intel = core::begins_with(planned.cpu, "xeon");
        amd_ |= core::begins_with(planned.cpu, "epyc");
        break;
      }
      default:
        break;
    }
  }
  for (const unsigned nic : nics) {
    node_of_[nic] = add(Kind::kNic);
    ports_.push_back(add(Kind::kPort));
    port_rates_.push_back(port_rate_of(plan, nic));
    join(node_of_[nic], ports_.back(), ChannelPath::kLocal, port_rates_.back());
  }
}

void ChannelLinks::add_links(const MachinePlan& plan) {
  for (const PlannedLink& link : plan.links) {
    const unsigned a = node_of_[link.a], b = node_of_[link.b];
    if (a == kNoNode || b == kNoNode || a == b) continue;
    switch (link.family()) {
      case LinkFamily::kNvlink: {
        const bool gpu = nodes_[a].kind == Kind::kGpu || nodes_[b].kind == Kind::kGpu;
        if (!gpu) break;
        const unsigned device = nodes_[a].kind == Kind::kGpu ? link.a : link.b;
        join(a, b, ChannelPath::kNvlink,
             nvlink_search_rate(*link.spec, compute_capability(plan.devices[device])));
        break;
      }
      case LinkFamily::kSocket:
        break;
      case LinkFamily::kBare:
        if (nodes_[a].kind == Kind::kCpu && nodes_[b].kind == Kind::kGpu) {
          join(a, b, ChannelPath::kC2c,
               static_cast<SearchRate>(link.spec->rate->bytes_per_second() / 1e6));
          break;
        }
        [[fallthrough]];
      case LinkFamily::kPcie:
        join(a, b, ChannelPath::kPix, pcie_search_rate(link.spec));
        break;
    }
  }
  for (Node& node : nodes_)
    std::stable_sort(node.links.begin(), node.links.end(),
                     [this](unsigned a, unsigned b) { return links_[a].rate > links_[b].rate; });
}

void ChannelLinks::add_sockets(const MachinePlan& plan) {
  Groups joined(plan.devices.size());
  std::map<unsigned, SearchRate> rate_of;  // by CPU
  for (const PlannedLink& link : plan.links) {
    if (link.family() != LinkFamily::kSocket) continue;
    joined.join(link.a, link.b);
    for (const unsigned end : {link.a, link.b})
      rate_of.emplace(node_of_[end], socket_search_rate(plan.devices[end], plan.socket_spec(link)));
  }
  std::map<unsigned, unsigned> group_of;  // by CPU, the first of its root complexes
  for (unsigned device = 0; device < plan.devices.size(); ++device)
    if (plan.devices[device].kind == DeviceKind::kRootComplex && rate_of.count(node_of_[device]))
      group_of.emplace(node_of_[device], joined.of(device));
  for (const auto& [cpu, group] : group_of)
    for (const auto& [other, group_of_other] : group_of)
      if (cpu < other && group == group_of_other)
        join(cpu, other, ChannelPath::kSys, std::min(rate_of[cpu], rate_of[other]));
}

std::vector<ChannelLinks::Path> ChannelLinks::paths_to(unsigned base) const {
  std::vector<Path> paths(nodes_.size());
  paths[base].type = ChannelPath::kLocal;
  paths[base].rate = kLocalRate;
  std::vector<unsigned> level{base}, next;
  const auto extend = [&](unsigned at, unsigned out) {
    const Link& link = links_[out];
    const Path& known = paths[at];
    const Kind here = nodes_[at].kind, there = nodes_[link.to].kind;
    const bool relay = at != base && here == Kind::kGpu;
    if (relay && (link.type != ChannelPath::kNvlink || there != Kind::kGpu ||
                  known.links.size() != 1 || nodes_[base].kind != Kind::kGpu))
      return;
    ChannelPath type = link.type;
    if (type == ChannelPath::kPix && here == Kind::kPcieSwitch && there == Kind::kPcieSwitch)
      type = ChannelPath::kPxb;
    if (type == ChannelPath::kPix && (here == Kind::kCpu || there == Kind::kCpu))
      type = ChannelPath::kPhb;
    if (relay) type = ChannelPath::kRelay;
    type = std::max(type, known.type);
    const SearchRate rate = std::min(known.rate, link.rate);
    Path& found = paths[link.to];
    const bool better = type < found.type ||
                        (type == found.type &&
                         (rate > found.rate ||
                          (rate == found.rate && known.links.size() + 1 < found.links.size())));
    if (!better) return;
    found.links.assign(1, link.back);
    found.links.insert(found.links.end(), known.links.begin(), known.links.end());
    found.type = type;
    found.rate = rate;
    found.intel = known.intel || nodes_[at].intel;
    if (std::find(next.begin(), next.end(), link.to) == next.end()) next.push_back(link.to);
  };
  while (!level.empty()) {
    next.clear();
    for (const unsigned at : level)
      for (const unsigned out : nodes_[at].links) extend(at, out);
    level.swap(next);
  }
  return paths;
}

namespace {

ChannelLinks::Path joined(const ChannelLinks::Path& first, const ChannelLinks::Path& second) {
  ChannelLinks::Path path = first;
  path.links.insert(path.links.end(), second.links.begin(), second.links.end());
  path.type = std::max(first.type, second.type);
  path.rate = std::min(first.rate, second.rate);
  path.intel |= second.intel;
  return path;
}

}  // namespace

std::optional<ChannelPath> declared_peer_level(const MachinePlan& plan) {
  std::optional<ChannelPath> level;
  for (const PlannedSetting& one : plan.parameters) {
    if (one.name == "p2p_level") level = channel_path(one.value);
    if (one.name == "p2p" && one.value == "off") return ChannelPath::kRelay;
  }
  return level;
}

void ChannelLinks::go_through_cpus(ChannelPath nearest) {
  if (nearest == ChannelPath::kSys) return;
  for (unsigned to = 0; to < gpus_; ++to) {
    const std::vector<Path>& here = to_cpu_[to];  // to the GPU, from each node
    unsigned cpu = kNoNode;
    for (unsigned node = 0; node < nodes(); ++node)
      if (nodes_[node].kind == Kind::kCpu && here[node].type != ChannelPath::kNone &&
          (cpu == kNoNode || here[node].rate > here[cpu].rate ||
           (here[node].rate == here[cpu].rate && here[node].type < here[cpu].type)))
        cpu = node;
    if (cpu == kNoNode) continue;
    const std::vector<Path> there = paths_to(cpu);
    for (unsigned from = 0; from < gpus_; ++from)
      if (from != to && between_[from][to].type > nearest)
        between_[from][to] = joined(there[from], here[cpu]);
  }
}

void ChannelLinks::extend_nic_paths() {
  for (unsigned gpu = 0; gpu < gpus_; ++gpu)
    for (const unsigned nic : local_nics(gpu))
      for (unsigned cpu = 0; cpu < nodes(); ++cpu) {
        if (nodes_[cpu].kind != Kind::kCpu || to_cpu_[gpu][cpu].type != ChannelPath::kC2c ||
            nic_to_cpu_[nic][cpu].type != ChannelPath::kPhb)
          continue;
        to_nic_[gpu][nic].type = std::min(to_nic_[gpu][nic].type, ChannelPath::kP2c);
        from_nic_[nic][gpu].type = std::min(from_nic_[nic][gpu].type, ChannelPath::kP2c);
      }
  for (unsigned nic = 0; nic < nics(); ++nic)
    for (unsigned gpu = 0; gpu < gpus_; ++gpu) relay(gpu, nic);
}

void ChannelLinks::relay(unsigned gpu, unsigned nic) {
  const std::optional<unsigned> by = preferring_gpu(nic);
  if (!by || *by == gpu) return;
  const Path& second = to_nic_[*by][nic];
  const Path& first = between_[gpu][*by];
  Path& own = to_nic_[gpu][nic];
  const bool serves = second.type <= ChannelPath::kP2c && first.type <= ChannelPath::kNvlink &&
                      (second.rate > own.rate || own.type > ChannelPath::kPxn);
  if (!serves) return;
  own = joined(first, second);
  own.type = ChannelPath::kPxn;
}

SearchRate ChannelLinks::host_rate(unsigned gpu) const {
  for (const unsigned link : nodes_[gpu].links)
    if (links_[link].type != ChannelPath::kNvlink) return links_[link].rate;
  return 0;
}

SearchRate ChannelLinks::widest_gpu() const {
  SearchRate widest = 0;
  for (unsigned gpu = 0; gpu < gpus_; ++gpu) {
    SearchRate nvlink = 0;
    for (const unsigned link : nodes_[gpu].links)
      if (links_[link].type == ChannelPath::kNvlink) nvlink += links_[link].rate;
    widest = std::max({widest, nvlink, host_rate(gpu)});
  }
  return widest;
}

namespace {

/// Numbers of the paths with the highest rate, and among those the nearest type.
std::vector<unsigned> best_of(const std::vector<ChannelLinks::Path>& paths) {
  std::vector<unsigned> best;
  for (unsigned i = 0; i < paths.size(); ++i) {
    if (paths[i].type == ChannelPath::kNone) continue;
    if (!best.empty()) {
      const auto& known = paths[best.front()];
      if (paths[i].rate < known.rate || (paths[i].rate == known.rate && paths[i].type > known.type))
        continue;
      if (paths[i].rate > known.rate || paths[i].type < known.type) best.clear();
    }
    best.push_back(i);
  }
  return best;
}

unsigned mirrored(unsigned value, std::size_t power_of_two) {
  unsigned result = 0;
  for (unsigned bit = 1; bit < power_of_two; bit <<= 1)
    result = (result << 1) | ((value & bit) != 0 ? 1 : 0);
  return result;
}

}  // namespace

std::vector<unsigned> ChannelLinks::local_nics(unsigned gpu) const { return best_of(to_nic_[gpu]); }
std::vector<unsigned> ChannelLinks::local_gpus(unsigned nic) const {
  return best_of(from_nic_[nic]);
}

unsigned ChannelLinks::preferred_nic(unsigned gpu, unsigned channel) const {
  const std::vector<unsigned> near = local_nics(gpu);
  GF_CHECK(!near.empty(), fmt::format("GPU {} reaches no NIC", gpu));
  const std::size_t sharers = std::max<std::size_t>(local_gpus(near.front()).size(), 1);
  const std::size_t each = (near.size() + sharers - 1) / sharers;
  auto first = static_cast<unsigned>(numbers_[gpu] % sharers);
  const bool power_of_two = (near.size() & (near.size() - 1)) == 0;
  if (power_of_two) first = mirrored(first, near.size());
  return near[(first + channel % each) % near.size()];
}

std::optional<unsigned> ChannelLinks::preferring_gpu(unsigned nic) const {
  const std::vector<unsigned> near = local_gpus(nic);
  for (unsigned channel = 0; channel < kMostChannels; ++channel)
    for (const unsigned gpu : near)
      if (preferred_nic(gpu, channel) == nic) return gpu;
  return {};
}

}  // namespace gf::model
