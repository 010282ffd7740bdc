// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/experiment.h"

namespace gf::papers::isca21 {

ExperimentResult goodput(const ExperimentContext& context);       ///< Fig. 2
ExperimentResult profile(const ExperimentContext& context);       ///< Fig. 4
ExperimentResult micro_kepler(const ExperimentContext& context);  ///< Fig. 6(a)
ExperimentResult micro_pascal(const ExperimentContext& context);  ///< Fig. 6(b)
ExperimentResult micro_volta(const ExperimentContext& context);   ///< Fig. 6(c)
ExperimentResult speedups(const ExperimentContext& context);      ///< Fig. 7
ExperimentResult choices(const ExperimentContext& context);       ///< Table II
ExperimentResult stores(const ExperimentContext& context);        ///< V-B: ALS, 26 times
ExperimentResult overhead(const ExperimentContext& context);      ///< Fig. 8
ExperimentResult overlap(const ExperimentContext& context);       ///< Fig. 9
ExperimentResult scaling(const ExperimentContext& context);       ///< Fig. 10
ExperimentResult in_hardware(const ExperimentContext& context);   ///< Future work of V-B, V-C
ExperimentResult sensitivity(const ExperimentContext& context);   ///< Of Fig. 7 to parameters

}  // namespace gf::papers::isca21
