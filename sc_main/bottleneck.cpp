// SPDX-License-Identifier: Apache-2.0
#include "sc_main/bottleneck.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "core/stats.h"
#include "sc_main/link_names.h"

namespace gf::app {
namespace {

constexpr double kLeastBusy = 0.5;

const core::LinkSender* busiest(const std::vector<core::LinkSender>& senders) {
  const core::LinkSender* most = nullptr;
  core::Ticks busy = 0;
  for (const core::LinkSender& sender : senders) {
    const core::Ticks held = sender.busy();
    if (held < busy || (held == busy && (most == nullptr || sender.path >= most->path))) continue;
    busy = held;
    most = &sender;
  }
  return busy == 0 ? nullptr : most;
}

/// "; waits there: 71 % arbitration_lost", the cause that has the most of them; empty: nothing
/// waited.
std::string waits_of(const core::LinkSender& sender) {
  if (sender.stall == nullptr) return "";
  std::vector<core::StatRow> rows;
  sender.stall->append_rows("", rows);
  const double all = rows.back().value;  // their total
  rows.pop_back();
  if (all == 0) return "";
  const auto most = std::max_element(
      rows.begin(), rows.end(),
      [](const core::StatRow& a, const core::StatRow& b) { return a.value < b.value; });
  return fmt::format("; waits there: {:.0f} % {}", 100 * most->value / all,
                     most->name.substr(most->name.find('.') + 1));
}

}  // namespace

std::string bottleneck_line(const platforms::Platform& platform) {
  const core::Ticks time = core::now_ticks();
  const std::vector<core::LinkSender> senders = platform.link_senders();
  const core::LinkSender* const sender = time == 0 ? nullptr : busiest(senders);
  if (sender == nullptr) return "";
  const auto names = link_names(platform.graph());
  const auto name = names.find(sender->path);
  const std::string link = name == names.end() ? sender->path : name->second;
  const double share = std::min(1.0, double(sender->busy()) / double(time));
  if (share < kLeastBusy)
    return fmt::format("bottleneck: no link; the busiest, {}, was busy {:.0f} % of the time\n",
                       link, 100 * share);
  return fmt::format("bottleneck: {}, busy {:.0f} %{}\n", link, 100 * share, waits_of(*sender));
}

}  // namespace gf::app
