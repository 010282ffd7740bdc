// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::app {

/// Runs all of `gpufabric`, for main(): sets up signals and streams, then calls dispatch(). A
/// program that first registers something (core/base/registry.h) is gpufabric with that extension:
///   int main(int argc, char* argv[]) {
///     gf::hw::pcie::arbiter_registry().add({"mine", make_mine});
///     return gf::app::run_program(argc, argv);
///   }
/// The program links GPUFabric::sc_main, which also has the sc_main() that SystemC needs. May be
/// called once per process.
int run_program(int argc, char* argv[]);

}  // namespace gf::app
