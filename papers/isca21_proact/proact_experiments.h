// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/isca21_proact/proact_app_runs.h"

namespace gf::papers::isca21 {

void goodput(Judge& judge);                      ///< Fig. 2
void transfer_threads(Judge& judge, Size size);  ///< Fig. 4
void micro_kepler(Judge& judge, Size size);      ///< Fig. 6(a)
void micro_pascal(Judge& judge, Size size);      ///< Fig. 6(b)
void micro_volta(Judge& judge, Size size);       ///< Fig. 6(c)
void speedups(Judge& judge, Size size);          ///< Fig. 7
void choices(Judge& judge, Size size);           ///< Table II
void stores(Judge& judge, Size size);            ///< V-B: ALS, 26 times
void overhead(Judge& judge, Size size);          ///< Fig. 8
void overlap(Judge& judge, Size size);           ///< Fig. 9
void scaling(Judge& judge);                      ///< Fig. 10, at the published size
void in_hardware(Judge& judge, Size size);       ///< Future work of V-B, V-C
void sensitivity(Judge& judge);                  ///< Fig. 7 with other parameters

}  // namespace gf::papers::isca21
