// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/experiment.h"
#include "sc_main/command.h"

namespace gf::app {

/// `gpufabric reproduce` over a given registry; run_reproduce() gives it all_experiments().
/// The program that calls it must lead "reproduce --worker ..." back here with the same registry.
core::ExitCode reproduce(const Arguments& arguments,
                         const std::vector<papers::Experiment>& experiments);

}  // namespace gf::app
