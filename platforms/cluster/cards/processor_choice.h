// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/param/param.h"
#include "hw/apenet/card/card.h"

namespace gf::platforms::apenet {

/// Makes the firmware in C the default of the cards' processors, and declares the short names of
/// the choice: nios.model, nios.program, nios.firmware and nios.cost_table. Call it before the
/// card's own parameters are declared: they then show the choice as their defaults.
/// The cost table of nios.model = cost_table is measured on that firmware unless the user asks for
/// the one that is calibrated on published times.
void declare_processor(const core::ParamScope& root, hw::apenet::CardParams& card);

}  // namespace gf::platforms::apenet
