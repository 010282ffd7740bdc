// SPDX-License-Identifier: Apache-2.0
#include "hw/gpu/memory/deliveries.h"

#include "hw/gpu/memory/memory_ports.h"

namespace gf::hw::gpu {

void Deliveries::cycle(core::Cycle now) {
  const auto act = [&](const Mail& mail) {
    if (mail.at <= now) {
      mail.to->mail_comes(mail.kind, mail.what, now);
    } else {
      post(mail.at, *mail.to, mail.kind, mail.what);
    }
  };
  const auto soon = [](const Mail& mail) { __builtin_prefetch(mail.what, 1); };
  boxes_.deliver(now, act, soon, [](const Mail&) {});
}

}  // namespace gf::hw::gpu
