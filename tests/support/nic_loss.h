// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "core/base/random.h"
#include "tests/support/matchers.h"
#include "tests/support/nic_bench.h"

namespace gf::hw::nic::nic_loss {

using model::WorkStatus;

/// Loses the segments of a kind and number that it is told, once each.
class Once {
 public:
  Once(SegmentKind kind, std::vector<Psn> psns) : kind_(kind), psns_(std::move(psns)) {}
  bool operator()(const Segment& segment) {
    if (segment.kind != kind_) return false;
    const auto found = std::find(psns_.begin(), psns_.end(), segment.psn);
    if (found == psns_.end()) return false;
    psns_.erase(found);
    return true;
  }

 private:
  SegmentKind kind_;
  std::vector<Psn> psns_;
};

class NicLoss : public testing::Test, public test::NicBench {
 protected:
  void write(std::uint64_t segments) {
    data_ = fill(0, true, 0, segments * 4096);
    post(work(Kind::kWrite, 1, bus(0, true, 0), bus(1, true, 0), segments * 4096));
    run();
    EXPECT_EQ(bytes_at(1, true, 0, segments * 4096), data_);
    EXPECT_THAT(ids(), ElementsAre(1));
  }
  void read(std::uint64_t segments) {
    data_ = fill(1, true, 0, segments * 4096);
    post(work(Kind::kRead, 1, bus(0, true, 0), bus(1, true, 0), segments * 4096));
    run();
    EXPECT_EQ(bytes_at(0, true, 0, segments * 4096), data_);
    EXPECT_THAT(ids(), ElementsAre(1));
  }
  const Sender::Stats& sent() { return nic(0).sender.stats(); }
  const SegmentReceiver::Stats& got() { return nic(1).receiver.stats(); }
  std::vector<std::uint8_t> data_;
};

}  // namespace gf::hw::nic::nic_loss
