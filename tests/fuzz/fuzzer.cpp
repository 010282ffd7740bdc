// SPDX-License-Identifier: Apache-2.0
// One reader under libFuzzer: fuzz_readers --reader=NAME [its options] [folders of inputs].
// Without --reader it prints the names.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <systemc>

#include "core/base/units.h"
#include "tests/fuzz/readers.h"

namespace {

const gf::test::FuzzedReader* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  gf::core::set_time_resolution();
  const std::string option = "--reader=";  // libFuzzer passes over what begins with two dashes
  for (int i = 1; i < *argc; ++i)
    for (const gf::test::FuzzedReader& reader : gf::test::fuzzed_readers())
      if ((*argv)[i] == option + reader.name) chosen = &reader;
  if (chosen != nullptr) return 0;
  for (const gf::test::FuzzedReader& reader : gf::test::fuzzed_readers())
    std::cout << reader.name << '\n';
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Any other exception than UserError ends the process here, and libFuzzer keeps its input.
  gf::test::read_or_refuse(*chosen, {reinterpret_cast<const char*>(data), size});
  return 0;
}

/// The SystemC library wants one; libFuzzer's main() calls none.
int sc_main(int /*argc*/, char* /*argv*/[]) { return 0; }
