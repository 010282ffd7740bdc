// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workloads/schedule/collectives/msccl_file.h"

namespace gf::model {

/// Adds the slices of a program whose ranks are all peers, as RCCL's interpreter runs it
/// (src/device/msccl_kernel_impl.h): chunks that are longer than a buffer's are moved in several
/// loops over all steps, short neighbouring ones together. A block is a channel of its rank. The
/// vector must consist of whole chunks. Throws UserError (exit 5) with the line of a step that
/// waits for ever, or receives another number of elements than was sent.
/// Consecutive reductions into the same elements are one slice.
void run_msccl(CollectiveBuilder& builder, const MscclFile& file, const sc_core::sc_time& launch);

}  // namespace gf::model
