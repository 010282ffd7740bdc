// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "runs/pool.h"
#include "runs/request.h"

namespace gf::app {

/// PoolOptions::facts: the revision of this program, the platform, each of its parameters in force
/// (of a file: the hash of its content) and the options. Throws UserError as `gpufabric run` does.
std::string run_facts(const runs::Request& request,
                      const std::map<std::string, std::string>& inputs);

/// A pool of runs of this program. `interrupted` as in PoolOptions.
runs::PoolOptions pool_options(int jobs, std::function<bool()> interrupted);

}  // namespace gf::app
