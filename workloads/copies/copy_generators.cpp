// SPDX-License-Identifier: Apache-2.0
#include "workloads/copies/copy_generators.h"

#include <map>

#include "core/base/error.h"
#include "core/base/random.h"
#include "tlm_models/link/device_name.h"

namespace gf::model::workload {
namespace {

void add(Schedule& graph, unsigned src, unsigned dst, core::Bytes bytes) {
  graph.tasks.push_back({src, dst, bytes, sc_core::SC_ZERO_TIME});
}

void require(bool legal, const std::string& pattern, const std::string& field, unsigned value,
             const std::string& range) {
  if (!legal)
    core::fail_config("workload " + pattern, field, std::to_string(value), range,
                      "choose a legal value or another pattern");
}

void require_gpus(const std::string& pattern, unsigned gpus) {
  require(gpus >= 2, pattern, "GPUs", gpus, "at least 2");
}

void require_root(const std::string& pattern, unsigned gpus, unsigned root) {
  require_gpus(pattern, gpus);
  require(root < gpus, pattern, "root", root, "0 ... " + std::to_string(gpus - 1));
}

}  // namespace

Schedule scatter(unsigned gpus, unsigned root, core::Bytes bytes) {
  require_root("scatter", gpus, root);
  Schedule graph{"scatter", {}};
  for (unsigned dst = 0; dst < gpus; ++dst)
    if (dst != root) add(graph, root, dst, bytes);
  return graph;
}

Schedule gather(unsigned gpus, unsigned root, core::Bytes bytes) {
  require_root("gather", gpus, root);
  Schedule graph{"gather", {}};
  for (unsigned src = 0; src < gpus; ++src)
    if (src != root) add(graph, src, root, bytes);
  return graph;
}

Schedule all_to_all(unsigned gpus, AllToAllOrder order, core::Bytes bytes) {
  require_gpus("all_to_all", gpus);
  require(order != AllToAllOrder::kXor || (gpus & (gpus - 1)) == 0, "all_to_all:order=xor", "GPUs",
          gpus, "a power of two");
  require(std::uint64_t{gpus} * gpus <= kMostCommunications, "all_to_all", "GPUs", gpus,
          "up to 2048, which makes 4 million communications");
  Schedule graph{"all_to_all", {}};
  for (unsigned src = 0; src < gpus; ++src)
    for (unsigned step = 0; step < gpus; ++step) {
      unsigned dst = step;
      if (order == AllToAllOrder::kRotated) dst = (src + step) % gpus;
      if (order == AllToAllOrder::kXor) dst = src ^ step;
      if (dst != src) add(graph, src, dst, bytes);
    }
  return graph;
}

Schedule ring(unsigned gpus, core::Bytes bytes) {
  require_gpus("ring", gpus);
  Schedule graph{"ring", {}};
  for (unsigned src = 0; src < gpus; ++src) add(graph, src, (src + 1) % gpus, bytes);
  return graph;
}

Schedule pairwise(unsigned gpus, unsigned distance, core::Bytes bytes) {
  require_gpus("pairwise", gpus);
  require(distance >= 1 && distance < gpus, "pairwise", "distance", distance,
          "1 ... " + std::to_string(gpus - 1));
  Schedule graph{"pairwise", {}};
  for (unsigned src = 0; src < gpus; ++src)
    if ((src ^ distance) < gpus) add(graph, src, src ^ distance, bytes);
  return graph;
}

Neighbours halo_2d_neighbours(unsigned gpus) {
  require(gpus >= 2 && gpus % 2 == 0, "halo2d", "GPUs", gpus, "an even number");
  const unsigned row = gpus / 2;
  Neighbours neighbours(gpus);
  for (unsigned i = 0; i < gpus; ++i) {
    if (i >= row) neighbours[i].push_back(i - row);
    if (i % row != 0) neighbours[i].push_back(i - 1);
    if (i % row != row - 1) neighbours[i].push_back(i + 1);
    if (i < row) neighbours[i].push_back(i + row);
  }
  return neighbours;
}

Neighbours halo_3d_neighbours(unsigned gpus) {
  require(gpus >= 4 && gpus % 4 == 0, "halo3d", "GPUs", gpus, "a multiple of 4");
  Neighbours neighbours(gpus);
  for (unsigned i = 0; i < gpus; ++i)
    for (unsigned j = 0; j < gpus; ++j) {
      const bool in_face = i / 4 == j / 4 && ((i ^ j) == 1 || (i ^ j) == 2);
      if (in_face || i + 4 == j || j + 4 == i) neighbours[i].push_back(j);
    }
  return neighbours;
}

Schedule halo(const std::string& name, const Neighbours& order, core::Bytes bytes) {
  Schedule graph{name, {}};
  for (unsigned src = 0; src < order.size(); ++src)
    for (unsigned dst : order[src]) add(graph, src, dst, bytes);
  return graph;
}

std::vector<Schedule> peer_matrix(unsigned gpus, core::Bytes bytes, core::Bytes small) {
  constexpr unsigned kMostGpus = 64;
  require_gpus("peer_matrix", gpus);
  require(gpus <= kMostGpus, "peer_matrix", "GPUs", gpus, "up to 64, which make 10,080 runs");
  std::vector<Schedule> all;
  const auto measure = [&](PeerTest test, const char* name, core::Bytes size) {
    for (unsigned src = 0; src < gpus; ++src)
      for (unsigned dst = test == PeerTest::kBothWays ? src + 1 : 0; dst < gpus; ++dst) {
        if (src == dst) continue;
        Schedule pair{name + std::to_string(src) + "_" + std::to_string(dst), {}};
        pair.peers = test;
        add(pair, src, dst, size);
        if (test == PeerTest::kBothWays) add(pair, dst, src, size);
        all.push_back(std::move(pair));
      }
  };
  measure(PeerTest::kOneWay, "one_way_", bytes);
  measure(PeerTest::kBothWays, "both_ways_", bytes);
  measure(PeerTest::kLatency, "latency_", small);
  return all;
}

std::vector<Schedule> host_matrix(unsigned gpus, unsigned hosts, core::Bytes bytes,
                                  core::Bytes small) {
  constexpr unsigned kMostPairs = 4096;
  if (hosts == 0)
    core::fail_config("workload host_matrix", "hosts", "0", "a machine with host memories",
                      "give the root complexes of its file the key memory (docs/machines.md)");
  require(std::uint64_t{gpus} * hosts <= kMostPairs, "host_matrix", "GPUs", gpus,
          "up to 4096 pairs of a host and a GPU, which make 12,288 runs");
  std::vector<Schedule> all;
  const auto measure = [&](PeerTest test, const char* name, core::Bytes size) {
    for (unsigned host = kFirstHost; host < kFirstHost + hosts; ++host)
      for (unsigned gpu = 0; gpu < gpus; ++gpu) {
        const bool to_host = test == PeerTest::kToHost;
        Schedule pair{name + device_name(host) + "_" + device_name(gpu), {}};
        pair.peers = test;
        add(pair, to_host ? gpu : host, to_host ? host : gpu, size);
        all.push_back(std::move(pair));
      }
  };
  measure(PeerTest::kFromHost, "from_", bytes);
  measure(PeerTest::kToHost, "to_", bytes);
  measure(PeerTest::kHostLatency, "latency_", small);
  return all;
}

Schedule random(unsigned gpus, unsigned edges, core::Bytes bytes, std::uint64_t seed,
                const std::string& name) {
  require_gpus("random", gpus);
  const std::uint64_t pairs = std::uint64_t{gpus} * (gpus - 1);
  require(edges >= 1 && edges <= pairs, "random", "edges", edges, "1 ... " + std::to_string(pairs));
  core::RandomStream stream(seed, name);
  Schedule graph{name, {}};
  // Fisher-Yates over the numbers of all pairs; only the moved entries are stored.
  std::map<std::uint64_t, std::uint64_t> moved;
  const auto at = [&](std::uint64_t slot) {
    const auto entry = moved.find(slot);
    return entry == moved.end() ? slot : entry->second;
  };
  for (std::uint64_t i = 0; i < edges; ++i) {
    const std::uint64_t slot = i + stream.below(pairs - i);
    const std::uint64_t pair = at(slot);
    moved[slot] = at(i);
    const auto src = static_cast<unsigned>(pair / (gpus - 1));
    const auto rest = static_cast<unsigned>(pair % (gpus - 1));
    add(graph, src, rest + (rest >= src ? 1 : 0), bytes);
  }
  return graph;
}

}  // namespace gf::model::workload
