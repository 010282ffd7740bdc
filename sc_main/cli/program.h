// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::app {

/// The whole of `gpufabric`, for main(): its signals and streams, then dispatch(). A program of
/// one's own that registers something (core/base/registry.h) before is gpufabric with that in it:
///   int main(int argc, char* argv[]) {
///     gf::hw::pcie::arbiter_registry().add({"mine", make_mine});
///     return gf::app::run_program(argc, argv);
///   }
/// It links GPUFabric::sc_main, which also has the sc_main() that SystemC asks for. Once a process.
int run_program(int argc, char* argv[]);

}  // namespace gf::app
