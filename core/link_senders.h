// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/ticks.h"

namespace gf::core {

class StallDuration;
class StatGroup;

/// One direction of a link, as who watches a run sees it.
struct LinkSender {
  std::string path;                      ///< "gpu_0.nvlink.link_0": of the link's end that sends.
  std::function<Ticks()> busy;           ///< How long it has held packets so far.
  const StatGroup* stats = nullptr;      ///< Its statistics, "<path>.tx"; null: it has none.
  const StallDuration* stall = nullptr;  ///< What heads wait for there; null: nobody counts it.
};

/// LinkSender::path of the path of its statistics: without the ".tx" of a transmitter that another
/// module owns.
std::string link_of_stats(const std::string& path);

/// Every sender of a link whose statistics exist, by path: the groups with `busy` and `wire_bytes`.
std::vector<LinkSender> link_senders();

}  // namespace gf::core
