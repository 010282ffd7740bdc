// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/program.h"

int main(int argc, char* argv[]) { return gf::app::run_program(argc, argv); }
