// SPDX-License-Identifier: Apache-2.0
// Chunks pushed to other nodes compared with copies after the kernel: by chunk size, and by
// distance in the network.
#include <fmt/format.h>

#include "questions/cluster_experiments.h"
#include "questions/cluster_runs.h"

namespace gf::papers::cluster {
namespace {

constexpr unsigned kChunks[] = {4, 16, 64, 128};     ///< KiB; 128 is all that a GPU writes.
constexpr unsigned kDistances[] = {1, 2, 4, 8, 16};  ///< Routers apart, on a ring.
constexpr unsigned kDrawnChunk = 16;                 ///< KiB, at all distances.

struct PushedApp {
  const char* name;
  const char* shown;
};
constexpr PushedApp kApps[] = {{"jacobi", "Jacobi"}, {"pagerank", "PageRank"}};

runs::Run ask_nodes(Judge& judge, const PushedApp& app, unsigned distance, const Words& transfer) {
  const Words settings =
      with({"nodes=2", "gpus=4", "network=torus", "net.x=32", "net.y=1", "net.z=1",
            fmt::format("spacing={}", distance), fmt::format("workload={}", app.name)},
           transfer);
  return judge.ask({"proact", settings}, fmt::format("{}, {} routers apart, {}", app.shown,
                                                     distance, fmt::join(transfer, ", ")));
}

runs::Run ask_copies(Judge& judge, const PushedApp& app, unsigned distance) {
  return ask_nodes(judge, app, distance, {"mechanism=memcpy"});
}

runs::Run ask_chunks(Judge& judge, const PushedApp& app, unsigned distance, unsigned chunk) {
  return ask_nodes(judge, app, distance, {"mechanism=hw", fmt::format("chunk={} KiB", chunk)});
}

/// Runs of copies and of chunks, by a varied quantity.
struct Curve {
  std::vector<double> x;
  std::vector<runs::Run> copies, chunks;
  [[nodiscard]] Series series(const std::string& name) const {
    Series series{name, Role::kSimulated, Mark::kLinePoints, x, {}, ""};
    for (std::size_t i = 0; i < x.size(); ++i)
      series.y.push_back(copies[i].value("time") / chunks[i].value("time"));
    return series;
  }
};

Figure figure_of(const std::string& id, const std::string& title, Axis x,
                 std::vector<Series> series) {
  Chart chart;
  chart.x = std::move(x);
  chart.y = {"time of copies over time of chunks", "x", Scale::kLinear, 0.0, {}, {}};
  chart.series = std::move(series);
  return {id, title, "Two nodes of two V100 and a card of 100 Gb/s each, on a ring of 32 routers.",
          chart};
}

}  // namespace

void proact_network(Judge& judge) {
  std::vector<Curve> by_chunk, by_distance;
  for (const PushedApp& app : kApps) {
    Curve& chunks = by_chunk.emplace_back();
    for (const unsigned chunk : kChunks) {
      chunks.x.push_back(1024.0 * chunk);
      chunks.copies.push_back(ask_copies(judge, app, 1));
      chunks.chunks.push_back(ask_chunks(judge, app, 1, chunk));
    }
    Curve& distances = by_distance.emplace_back();
    for (const unsigned distance : kDistances) {
      distances.x.push_back(distance);
      distances.copies.push_back(ask_copies(judge, app, distance));
      distances.chunks.push_back(ask_chunks(judge, app, distance, kDrawnChunk));
    }
  }
  const runs::Run fewer =
      ask_nodes(judge, kApps[0], 1, {"mechanism=hw", "chunk=4 KiB", "proact.agent.descriptors=4"});
  std::vector<Series> chunks, distances;
  for (std::size_t a = 0; a < by_chunk.size(); ++a) {
    chunks.push_back(by_chunk[a].series(kApps[a].shown));
    distances.push_back(by_distance[a].series(kApps[a].shown));
    const std::string id = fmt::format("cluster.proact_network.{}.", kApps[a].name);
    for (std::size_t c = 0; c < chunks.back().y.size(); ++c)
      judge.set(fmt::format("{}{}k", id, kChunks[c]), chunks.back().y[c]);
    judge.set(id + "far", distances.back().y.back() / distances.back().y.front());
  }
  judge.set("cluster.proact_network.jacobi.4k.descriptors",
            by_chunk[0].copies[0].value("time") / fewer.value("time"));
  judge.draw(figure_of("by_chunk", "Gain of pushed chunks by chunk size",
                       {"chunk", "B", Scale::kLog2, {}, {}, {}}, std::move(chunks)));
  judge.draw(figure_of("by_distance", "Gain of pushed chunks by distance",
                       {"routers from node to node", "", Scale::kLog2, {}, {}, {}},
                       std::move(distances)));
}

}  // namespace gf::papers::cluster
