// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/machine_presets.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "tlm_models/machine/machine_reader.h"

namespace gf::model {

/// Text of "tlm_models/machine/presets/t1.ini" and the other presets (cmake/EmbedText.cmake).
std::string_view machine_preset_file(std::string_view path);

const std::vector<std::string>& machine_preset_names() {
  static const std::vector<std::string> names{"t1",     "t2",       "two_socket",    "dgx1_v100",
                                              "hgx_16", "dgx_h100", "dgx_h100_4nic", "apenet_node",
                                              "nvl72"};
  return names;
}

std::string machine_preset_list() {
  return fmt::format("{}", fmt::join(machine_preset_names(), ", "));
}

std::string machine_preset_origin(std::string_view name) {
  return fmt::format("tlm_models/machine/presets/{}.ini", name);
}

bool is_machine_preset(std::string_view origin) { return !machine_preset_file(origin).empty(); }

std::string_view machine_preset_text(std::string_view name) {
  return machine_preset_file(machine_preset_origin(name));
}

std::string_view machine_file(std::string_view text) {
  if (text.empty() || !machine_preset_text(text).empty()) return {};
  std::error_code ignored;
  return is_file_name(text) || std::filesystem::exists(text, ignored) ? text : std::string_view();
}

MachinePlan make_machine(const std::string& text) {
  if (const std::string_view preset = machine_preset_text(text); !preset.empty()) {
    std::istringstream in{std::string(preset)};
    MachinePlan plan = read_machine(in, machine_preset_origin(text));
    plan.name = text;
    return plan;
  }
  if (!machine_file(text).empty()) return read_machine_file(text);
  core::fail_config("machine", "", text,
                    "a file FILE.ini or one of " + core::legal_names(text, machine_preset_names()),
                    "a file of another name needs a path, as in ./machine");
}

}  // namespace gf::model
