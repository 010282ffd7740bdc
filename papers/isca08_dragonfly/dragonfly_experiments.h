// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/experiment.h"

namespace gf::papers::isca08 {

ExperimentResult sizes(const ExperimentContext& context);
ExperimentResult cables(const ExperimentContext& context);
ExperimentResult cost(const ExperimentContext& context);
ExperimentResult zero_load(const ExperimentContext& context);
ExperimentResult booksim(const ExperimentContext& context);
ExperimentResult uniform(const ExperimentContext& context);
ExperimentResult worst_case(const ExperimentContext& context);
ExperimentResult utilization(const ExperimentContext& context);
ExperimentResult lanes(const ExperimentContext& context);
ExperimentResult buffers(const ExperimentContext& context);
ExperimentResult two_humps(const ExperimentContext& context);
ExperimentResult credit_round_trip(const ExperimentContext& context);

}  // namespace gf::papers::isca08
