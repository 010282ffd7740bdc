// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/experiment.h"

namespace gf::papers::micro17 {

ExperimentResult rates(const ExperimentContext& context);
ExperimentResult bound(const ExperimentContext& context);
ExperimentResult asymmetry(const ExperimentContext& context);
ExperimentResult sample_times(const ExperimentContext& context);
ExperimentResult switch_times(const ExperimentContext& context);
ExperimentResult scaling(const ExperimentContext& context);
ExperimentResult better_policies(const ExperimentContext& context);
ExperimentResult energy(const ExperimentContext& context);

}  // namespace gf::papers::micro17
