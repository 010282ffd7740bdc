// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hw/proact/proact_unit.h"
#include "platforms/proact/mechanisms/bulk_copy.h"

namespace gf::platforms::proact {

/// PROACT in hardware ([PROACT21], III-D). Each GPU has a unit whose counters watch the stores and
/// whose agent sends the chunks. The kernels are the application's own.
class Hardware final : public PlainKernels, private hw::proact::TransferClient {
 public:
  [[nodiscard]] std::vector<model::DataStructure> structures(
      const model::proact::SharedApp& app, const RegionLayout& layout,
      const TransferParams& transfer) const override;
  void attach(const MechanismContext& context) override;
  std::vector<model::Kernel> kernels(unsigned phase) override;
  void drain(unsigned phase, const Done& done) override;
  [[nodiscard]] core::ErrorList errors() const override;

 private:
  void all_sent(unsigned gpu, core::Cycle now) override;
  [[nodiscard]] std::string why_missing(unsigned gpu, unsigned region,
                                        unsigned chunk) const override;
  [[nodiscard]] bool sent() const;
  [[nodiscard]] std::vector<unsigned> shown_chunks() const;     ///< Chunks in waveforms.
  std::vector<std::unique_ptr<hw::proact::ProactUnit>> units_;  ///< By GPU.
  hw::proact::Region region_;
  model::proact::CtaWrites user_map_;  ///< For the first phase; may be empty.
  unsigned phase_ = 0;
  mutable std::unique_ptr<model::proact::PhaseMap> compared_;  ///< Made by why_missing().
  Done done_;
};

}  // namespace gf::platforms::proact
