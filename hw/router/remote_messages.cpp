// SPDX-License-Identifier: Apache-2.0
#include "hw/router/remote_messages.h"

#include "core/base/parcel_bytes.h"

namespace gf::hw::router {

void RemoteMessages::pack(std::string& bytes) const {
  bytes.clear();
  core::ByteWriter writer(bytes);
  writer.put_all(flits);
  writer.put_all(credits);
  writer.put_all(notes);
}

void RemoteMessages::unpack(const std::string& bytes) {
  core::ByteReader reader(bytes);
  reader.get_all(flits);
  reader.get_all(credits);
  reader.get_all(notes);
  GF_CHECK(reader.at_end(), "letters: " + std::to_string(bytes.size()) + " B");
}

}  // namespace gf::hw::router
