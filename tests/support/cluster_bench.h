// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <memory>
#include <string>
#include <vector>

#include "core/param/params.h"
#include "core/time/quiescence.h"
#include "platforms/cluster/cluster.h"
#include "platforms/cluster/cluster_copies.h"
#include "platforms/pcie/byte_check.h"
#include "platforms/schedule/schedule_runner.h"

namespace gf::test {

/// A cluster under test: set the parameters, then build().
class ClusterBench {
 public:
  platforms::cluster::ClusterParams params;
  std::unique_ptr<platforms::cluster::Cluster> cluster;

  void build() {
    shape_ = platforms::network::make_shape(params.network, true);
    core::ParamRegistry registry;
    shape_->declare(registry.root());
    shape_->build(params.net, false, 1);
    cluster = std::make_unique<platforms::cluster::Cluster>(params, *shape_, 1);
  }
  [[nodiscard]] const model::RouterGraph& topology() const { return shape_->topology(); }
  /// Every buffer is empty, every credit home, every packet in its pool.
  void expect_quiescent() {
    const std::vector<core::Wait> waits = core::pending_waits();
    EXPECT_TRUE(waits.empty()) << core::explain(waits);
    EXPECT_EQ(cluster->segments().in_use(), 0u);
    EXPECT_EQ(cluster->network().flits_in_flight(), 0u);
    for (unsigned i = 0; i < cluster->size(); ++i) EXPECT_EQ(cluster->node(i).tlps_in_use(), 0u);
  }

 private:
  std::unique_ptr<platforms::network::ShapeIf> shape_;
};

/// The same, with what moves copies and real bytes behind every GPU.
class ClusterCopiesBench : public ClusterBench {
 public:
  platforms::cluster::ClusterCopiesParams copies_params;
  std::unique_ptr<platforms::pcie::ByteCheck> bytes;
  std::unique_ptr<platforms::cluster::ClusterCopies> copies;
  std::unique_ptr<platforms::schedule::Runner> runner;

  void build() {
    ClusterBench::build();
    std::vector<hw::pcie::Endpoint*> gpus;
    for (unsigned i = 0; i < cluster->size(); ++i) {
      for (unsigned g = 0; g < cluster->node(i).gpus(); ++g)
        gpus.push_back(&cluster->node(i).gpu(g));
    }
    bytes = std::make_unique<platforms::pcie::ByteCheck>(gpus, model::SparseMemoryParams{}, 1);
    copies = std::make_unique<platforms::cluster::ClusterCopies>(
        copies_params, *cluster, params, std::vector<platforms::gpu::TaskWorkloads>{{{}, 1}},
        bytes.get());
  }
  void start(std::vector<model::Schedule> schedules) {
    runner = std::make_unique<platforms::schedule::Runner>(
        "host", platforms::schedule::RunnerParams{}, *copies, std::move(schedules));
    sc_core::sc_start();
  }
};

}  // namespace gf::test
