// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/experiments/experiment.h"

/// Seed 003: Kim, Dally, Scott, Abts, "Technology-Driven, Highly-Scalable Dragonfly Topology".
namespace gf::platforms::isca08 {

ExperimentResult sizes(const ExperimentContext& context);
ExperimentResult zero_load(const ExperimentContext& context);
ExperimentResult worst_case(const ExperimentContext& context);
ExperimentResult uniform(const ExperimentContext& context);
ExperimentResult lanes(const ExperimentContext& context);

}  // namespace gf::platforms::isca08
