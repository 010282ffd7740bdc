// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/deliveries.h"

#include <vector>

#include "hw/gpu/memory/memory_ports.h"

namespace gf::hw::gpu {

void Deliveries::cycle(core::Cycle now) {
  std::vector<Mail>& box = boxes_[now];
  for (std::size_t i = 0; i < box.size(); ++i) {
    if (i + 4 < box.size()) __builtin_prefetch(box[i + 4].what, 1);
    const Mail mail = box[i];
    if (mail.at <= now) {
      mail.to->mail_comes(mail.kind, mail.what, now);
    } else {
      post(mail.at, *mail.to, mail.kind, mail.what);
    }
  }
  boxes_.emptied(box);
}

}  // namespace gf::hw::gpu
