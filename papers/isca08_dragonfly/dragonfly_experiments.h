// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/judge.h"

namespace gf::papers::isca08 {

void sizes(Judge& judge);
void cables(Judge& judge);
void cost(Judge& judge);
void zero_load(Judge& judge);
void booksim(Judge& judge);
void booksim_full(Judge& judge);
void uniform(Judge& judge);
void worst_case(Judge& judge);
void largest(Judge& judge);
void utilization(Judge& judge);
void lanes(Judge& judge);
void buffers(Judge& judge);
void two_humps(Judge& judge);
void credit_round_trip(Judge& judge);
void progressive(Judge& judge);

}  // namespace gf::papers::isca08
