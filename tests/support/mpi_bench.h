// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <memory>
#include <vector>

#include "platforms/apenet/card_choice.h"
#include "tests/support/in_child.h"
#include "tlm_models/host/mpi_library.h"

namespace gf::model::mpi_bench {

using sc_core::sc_time;

inline double in_us(const sc_time& time) { return time.to_seconds() * 1e6; }

/// Sends messages from node 0 to node 1, all at once, and hears when each is there.
struct MpiLibraryTest : testing::Test, MessageClient {
  platforms::apenet::IbClusterParams params;
  RdmaHostParams copies;
  std::unique_ptr<platforms::cluster::RdmaCards> cards;
  std::vector<double> arrivals;  ///< us
  std::vector<double> sent;      ///< us; with `tells` alone.
  bool tells = false;

  /// us, until the last of `messages` is there.
  double run(std::uint64_t bytes, unsigned messages = 1, bool gpu = true) {
    core::ParamRegistry registry;
    params.declare(registry.root().child("ib"), 2);
    cards = params.make(copies, 1);
    MessagePath path;
    path.from_gpu = path.to_gpu = gpu;
    MessageIf& net = cards->make_messages(path);
    net.connect(*this);
    net.set_size(bytes);
    for (unsigned i = 0; i < messages; ++i) net.send(0, 1, 0);
    sc_core::sc_start();
    EXPECT_EQ(arrivals.size(), messages);
    return arrivals.back();
  }
  void message_received(unsigned node, unsigned) override {
    EXPECT_EQ(node, 1u);
    arrivals.push_back(in_us(sc_core::sc_time_stamp()));
  }
  [[nodiscard]] bool waits_for_sends() const override { return tells; }
  void message_sent(unsigned node) override {
    EXPECT_EQ(node, 0u);
    sent.push_back(in_us(sc_core::sc_time_stamp()));
  }
  [[nodiscard]] double copy_out(double bytes) const {
    return in_us(copies.memcpy) + bytes / 5500;  // 5.5 GB/s
  }
  [[nodiscard]] double copy_in(double bytes) const {
    return in_us(copies.memcpy_to_gpu) + bytes / 5500;
  }
  [[nodiscard]] std::uint64_t posts(unsigned rank) {
    return cards->software(rank).stats().posts.value();
  }
  [[nodiscard]] double eager() const { return double(params.mpi.eager.get().count()); }
};

}  // namespace gf::model::mpi_bench
