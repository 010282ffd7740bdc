// SPDX-License-Identifier: Apache-2.0
#include "sc_main/page/bottleneck.h"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "core/stats/stats.h"
#include "sc_main/page/link_names.h"

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

/// Finds the largest cause of the waits of heads there.
void add_waits(const core::LinkSender& sender, Bottleneck& found) {
  if (sender.stall == nullptr) return;
  std::vector<core::StatRow> rows;
  sender.stall->append_rows("", rows);
  const double all = rows.back().value;  // the total
  rows.pop_back();
  if (all == 0) return;
  const auto most = std::max_element(
      rows.begin(), rows.end(),
      [](const core::StatRow& a, const core::StatRow& b) { return a.value < b.value; });
  found.cause = most->name.substr(most->name.find('.') + 1);
  found.of_waits = most->value / all;
}

}  // namespace

std::optional<Bottleneck> Bottleneck::of(const platforms::Platform& platform) {
  const core::Ticks time = core::now_ticks();
  const std::vector<core::LinkSender> senders = platform.link_senders();
  const core::LinkSender* const sender = time == 0 ? nullptr : busiest(senders);
  if (sender == nullptr) return std::nullopt;
  const auto names = link_names(platform.graph());
  const auto name = names.find(sender->path);
  Bottleneck found;
  found.link = name == names.end() ? sender->path : name->second;
  found.busy = std::min(1.0, double(sender->busy()) / double(time));
  add_waits(*sender, found);
  return found;
}

std::string Bottleneck::line() const {
  if (busy < kLeastBusy)
    return fmt::format("bottleneck: no link; the busiest is {}, {:.2g} %\n", link, 100 * busy);
  const std::string waits =
      cause.empty() ? "" : fmt::format("; waits there: {:.0f} % {}", 100 * of_waits, cause);
  return fmt::format("bottleneck: {}, busy {:.0f} %{}\n", link, 100 * busy, waits);
}

nlohmann::ordered_json Bottleneck::json() const {
  nlohmann::ordered_json json = {{"link", link}, {"busy", busy}};
  if (!cause.empty()) {
    json["waits_for"] = cause;
    json["of_waits"] = of_waits;
  }
  return json;
}

std::string bottleneck_line(const platforms::Platform& platform) {
  const std::optional<Bottleneck> found = Bottleneck::of(platform);
  return found ? found->line() : "";
}

}  // namespace gf::app
