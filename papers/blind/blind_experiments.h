// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "papers/judge.h"

namespace gf::papers::blind {

/// Presets as they are, beside what others measured on such parts (docs/blind.md).
void memory(Judge& judge);
void links(Judge& judge);
void pcie(Judge& judge);
void allreduce(Judge& judge);

}  // namespace gf::papers::blind
