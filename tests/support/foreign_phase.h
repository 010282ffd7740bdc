// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tlm>

namespace gf::test {

/// A phase that the base protocol does not know: who gets it ignores it (IEEE 1666, 15.2.5).
TLM_DECLARE_EXTENDED_PHASE(FOREIGN_PHASE);

}  // namespace gf::test
