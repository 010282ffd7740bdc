// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/experiments/experiment.h"

namespace gf::platforms::isca21 {

ExperimentResult goodput(const ExperimentContext& context);  ///< Fig. 2

}  // namespace gf::platforms::isca21
