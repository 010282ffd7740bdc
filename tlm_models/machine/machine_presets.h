// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// Machines that the program brings, tlm_models/machine/presets/*.ini, by name in lists' order.
const std::vector<std::string>& machine_preset_names();
std::string machine_preset_list();  ///< "t1, t2, ...".
/// The text of one; empty: there is none of that name.
std::string_view machine_preset_text(std::string_view name);
/// What messages call its file.
std::string machine_preset_origin(std::string_view name);
/// Whether `origin` is that of a preset.
bool is_machine_preset(std::string_view origin);

/// The machine that `text` names: a preset, or a file as of read_machine_file(). Throws UserError
/// (exit 2) that lists the presets when it is neither, and what the reader throws.
MachinePlan make_machine(const std::string& text);
/// `text` when make_machine() takes it for the name of a file, else empty. A core::FileIn.
std::string_view machine_file(std::string_view text);

}  // namespace gf::model
