// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::core {

/// Opens those of descriptors 0, 1 and 2 that whoever started this process left closed (`2>&-`), on
/// /dev/null, so that no file that is opened later gets their numbers and messages with them. They
/// are opened against their direction: what is read from or written to them still fails. Before
/// anything else is opened.
void open_standard_streams();

}  // namespace gf::core
