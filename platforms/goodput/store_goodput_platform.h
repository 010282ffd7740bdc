// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "platforms/goodput/store_links.h"
#include "platforms/platform.h"

namespace gf::core {
class Timeline;
}

namespace gf::platforms::goodput {

/// Measures which share of a link's rate is payload, with a stream of stores over one link
/// ([PROACT21], Fig. 2).
class StoreGoodputPlatform final : public Platform {
 public:
  StoreGoodputPlatform();
  [[nodiscard]] Outputs outputs() const override;
  void declare(core::ParamScope root) override;
  void build(std::uint64_t seed) override;
  [[nodiscard]] Graph graph() const override;

 protected:
  [[nodiscard]] RunProgress progress() const override;
  core::RunEndReport simulate(const core::RunLimits& limits) override;
  void judge(RunOutcome& outcome) override;
  [[nodiscard]] std::vector<Result> results() const override;
  [[nodiscard]] std::string table() const override;

 private:
  void show_phases(core::Timeline& timeline) const;

  std::string fabric_ = "nvlink";
  model::StoreStreamParams stream_params_;
  hw::pcie::EndpointParams endpoint_;
  hw::nvlink::NvlinkParams nvlink_;
  hw::nvlink::NvlinkPortParams port_;
  std::unique_ptr<StoreLink> link_;
  std::unique_ptr<model::StoreStream> stream_;
};

}  // namespace gf::platforms::goodput
