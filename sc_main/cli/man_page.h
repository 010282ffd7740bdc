// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sc_main/cli/command_line.h"

namespace gf::app {

/// Returns the text of gpufabric.1, in the macros of man(7): the registered commands and platforms.
/// `date` is the page's date: "2026-01-31".
std::string main_page(const std::string& date);

/// Returns the text of gpufabric-NAME.1: the command's --help. `summary` is its line in the list of
/// commands.
std::string command_page(const CommandLine& line, const std::string& summary,
                         const std::string& date);

}  // namespace gf::app
