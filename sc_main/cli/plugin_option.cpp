// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/plugin_option.h"

#include "core/run/plugins.h"

namespace gf::app {

Arguments without_plugins(const Arguments& words) {
  const std::string option = "--plugin";
  std::size_t i = 0;
  for (; i < words.size(); ++i) {
    if (words[i].rfind(option + "=", 0) == 0) {
      core::load_plugin(words[i].substr(option.size() + 1));
      continue;
    }
    if (words[i] != option) break;
    if (++i == words.size())
      throw core::UserError(core::ExitCode::kUsage,
                            "--plugin: expected the name of a shared object behind it");
    core::load_plugin(words[i]);
  }
  return {words.begin() + static_cast<std::ptrdiff_t>(i), words.end()};
}

}  // namespace gf::app
