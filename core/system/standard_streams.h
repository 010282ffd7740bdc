// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace gf::core {

/// Opens each of the descriptors 0, 1 and 2 that the starter of this process left closed (`2>&-`)
/// on /dev/null. Otherwise a file opened later would get its number, and messages would be written
/// into it. They are opened in the wrong direction, so that reading from or writing to them still
/// fails. Call it before anything else is opened.
void open_standard_streams();

}  // namespace gf::core
