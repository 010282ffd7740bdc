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
constexpr double kLeastShare = 0.05;  ///< Of a cause that is named.

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

/// "; waits there: 71 % arbitration_lost, 29 % no_credit"; empty: nothing waited.
std::string waits_of(const core::LinkSender& sender) {
  if (sender.stall == nullptr) return "";
  std::vector<core::StatRow> rows;
  sender.stall->append_rows("", rows);
  const double all = rows.back().value;  // their total
  rows.pop_back();
  std::stable_sort(rows.begin(), rows.end(), [](const core::StatRow& a, const core::StatRow& b) {
    return a.value > b.value;
  });
  std::string text;
  for (const core::StatRow& row : rows) {
    if (all == 0 || row.value < kLeastShare * all) break;
    const std::string cause = row.name.substr(row.name.find('.') + 1);
    text += fmt::format("{}{:.0f} % {}", text.empty() ? "; waits there: " : ", ",
                        100 * row.value / all, cause);
  }
  return text;
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
