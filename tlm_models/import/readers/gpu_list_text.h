// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tlm_models/import/found/found_machine.h"
#include "tlm_models/import/readers/import_lines.h"

namespace gf::model {

/// Whether the lines hold `nvidia-smi -L` or `nvidia-smi nvlink -s`: "GPU 0: NAME (UUID: ...)".
bool is_gpu_list(const std::vector<ImportLine>& lines);

/// Takes the numbers and names of GPUs, and their active NVLink links with their rate: "Link 0:
/// 25 GB/s". Devices have no parents, links no other end. Throws UserError (exit 5) with file:line
/// for a second GPU of one number, for a rate that is none, and for links of one GPU that differ.
FoundMachine read_gpu_list(const std::vector<ImportLine>& lines);

}  // namespace gf::model
