// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tlm_models/machine/machine_plan.h"

namespace gf::model {

/// Built-in machines, tlm_models/machine/presets/*.ini, by name in the order of lists.
const std::vector<std::string>& machine_preset_names();
std::string machine_preset_list();  ///< "t1, t2, ...".
/// Returns the text of a preset; empty: there is none of that name.
std::string_view machine_preset_text(std::string_view name);
/// Returns the file name of a preset in messages.
std::string machine_preset_origin(std::string_view name);
/// Returns whether `origin` is such a name.
bool is_machine_preset(std::string_view origin);

/// Returns the machine that `text` names: a preset, or a file for read_machine_file(). Throws
/// UserError (exit 2) that lists the presets if it is neither, and the errors of the reader.
MachinePlan make_machine(const std::string& text);
/// Returns `text` if make_machine() takes it for the name of a file, else empty. A core::FileIn.
std::string_view machine_file(std::string_view text);

}  // namespace gf::model
