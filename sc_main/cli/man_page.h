// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sc_main/cli/command_line.h"

namespace gf::app {

/// The text of gpufabric.1, in the macros of man(7): commands and platforms as they are registered.
/// `date`: "2026-01-31", of the page.
std::string main_page(const std::string& date);

/// The text of gpufabric-NAME.1: what --help says of the command. `summary`: its line in the list.
std::string command_page(const CommandLine& line, const std::string& summary,
                         const std::string& date);

}  // namespace gf::app
