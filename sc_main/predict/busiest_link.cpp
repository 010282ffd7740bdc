// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/busiest_link.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/run/run_dir.h"
#include "core/system/text_file.h"
#include "core/text/json.h"

namespace gf::app {
namespace {

using Json = nlohmann::json;

constexpr double kAsBusy = 0.99;  // parallel links share packets to within one of them
constexpr double kNear = 0.01;    // of a ratio that is shown as one of whole numbers
constexpr std::string_view kSender = ".tx";

/// A direction of a link, with what it counted.
struct Lane {
  std::string from, to, kind;
  double rate = 0, busy = 0, wire = 0, payload = 0, packets = 0;
  std::string path;
};

double count(const Json& stats, const char* name) {
  return stats.contains(name) ? stats[name]["value"].get<double>() : 0;
}

/// Fills in a channel from a router, which counts only how long it is busy. The NIC at its end
/// counts the payload that arrives.
void read_channel(const Json& track, const Json& stats, Lane& lane) {
  lane.path = track["path"].get<std::string>();
  lane.busy = track["total"]["busy"].get<double>();
  const std::string receiver = lane.to + ".receiver";
  if (!stats.contains(receiver)) return;
  lane.payload = lane.wire = count(stats[receiver], "bytes");
  lane.packets = count(stats[receiver], "segments");
}

std::vector<Lane> lanes_of(const Json& record, const Json& stats) {
  const auto name_of = [&](const Json& node) {
    return record["graph"]["nodes"][node.get<std::size_t>()]["name"].get<std::string>();
  };
  std::vector<Lane> lanes;
  for (const Json& link : record["graph"]["links"])
    for (const bool there : {true, false}) {
      const Json& direction = link[there ? "there" : "back"];
      if (direction["track"].get<int>() < 0) continue;  // it has no statistics
      const Json& track = record["tracks"][direction["track"].get<std::size_t>()];
      Lane lane;
      lane.path = track["stats"].get<std::string>();
      lane.from = name_of(link[there ? "from" : "to"]);
      lane.to = name_of(link[there ? "to" : "from"]);
      lane.kind = link["kind"].get<std::string>();
      lane.rate = direction["rate"].get<double>();
      if (!stats.contains(lane.path)) {
        read_channel(track, stats, lane);
        lanes.push_back(std::move(lane));
        continue;
      }
      const Json& counted = stats[lane.path];
      lane.busy = count(counted, "busy");
      lane.wire = count(counted, "wire_bytes");
      lane.payload = count(counted, "payload_bytes");
      lane.packets = count(counted, "packets");
      if (lane.payload > 0 && lane.packets > 0) lanes.push_back(std::move(lane));
    }
  return lanes;
}

/// Orders lanes by the time that they are busy, then by whether their payload is known.
bool is_less_busy(const Lane& a, const Lane& b) {
  if (a.busy != b.busy) return a.busy < b.busy;
  if ((a.payload > 0) != (b.payload > 0)) return b.payload > 0;
  return a.path > b.path;
}

/// Returns the cause for which packets waited longest at the sender; empty: they did not wait.
std::string largest_wait(const Json& stats, const std::string& path) {
  const std::size_t end = path.rfind(kSender);
  const std::string owner = end == path.npos ? path : path.substr(0, end);
  if (!stats.contains(owner)) return {};
  std::string cause;
  double most = 0;
  for (const auto& [name, value] : stats[owner].items()) {
    if (name.rfind("stall.", 0) != 0 || name == "stall.total") continue;
    const double time = value["value"].get<double>();
    if (time <= most) continue;
    most = time;
    cause = name.substr(name.find('.') + 1);
  }
  return cause;
}

Json json_file(const runs::Result& result, const char* name) {
  const std::string file = (result.directory() / name).string();
  return core::parse_json(core::read_text_file(file, "a file of a run"));
}

/// Returns "x 7/16" if the ratio is one of small whole numbers, "x 0.44" otherwise.
std::string factor_text(double ratio, double part, double whole) {
  const double above = std::round(part), below = std::round(whole);
  if (above >= 1 && std::abs(above - part) < kNear * above &&
      std::abs(below - whole) < kNear * below)
    return below == 1 ? fmt::format(" x {:.0f}", above)
                      : fmt::format(" x {:.0f}/{:.0f}", above, below);
  return fmt::format(" x {:.3g}", ratio);
}

}  // namespace

std::optional<BusiestLink> BusiestLink::of(const runs::Result& result, double seconds) {
  const Json stats = json_file(result, "stats.json")["stats"];
  const std::vector<Lane> lanes = lanes_of(json_file(result, core::kRecordFile), stats);
  const auto most = std::max_element(lanes.begin(), lanes.end(), is_less_busy);
  if (most == lanes.end() || most->busy == 0 || seconds <= 0) return std::nullopt;
  BusiestLink found;
  found.parallel = 0;
  double wire = 0, packets = 0, busy = 0;
  for (const Lane& lane : lanes) {
    const bool same_end = lane.to == most->to || most->kind == "nvlink";
    if (lane.from != most->from || lane.kind != most->kind || !same_end) continue;
    if (lane.busy < kAsBusy * most->busy) continue;
    ++found.parallel;
    found.carried += lane.payload;
    wire += lane.wire;
    packets += lane.packets;
    busy += lane.busy;
    if (lane.to != most->to) found.link = lane.from + " -> all";
  }
  if (found.link.empty()) found.link = most->from + " -> " + most->to;
  found.sent = wire / busy;
  found.rate = most->rate > 0 ? most->rate : found.sent;
  if (packets > 0) {
    found.payload = found.carried / packets;
    found.packet = wire / packets;
  }
  found.busy = std::min(1.0, busy / found.parallel / seconds);
  found.waits = largest_wait(stats, most->path);
  return found;
}

std::string BusiestLink::arithmetic(double value, double moved, double copy) const {
  const std::string because = waits.empty() ? "" : "; packets there wait for " + waits;
  if (carried == 0) return fmt::format("{}: {:.0f} % busy", link, 100 * busy) + because;
  std::string text = fmt::format("{}: {:.4g} GB/s", link, rate / 1e9);
  if (parallel > 1) text += fmt::format(" x {} links", parallel);
  if (std::abs(sent / rate - 1) > kNear) text += fmt::format(" x {:.3f}", sent / rate);
  text += payload == packet ? " of payload" : fmt::format(" x {:.0f}/{:.0f}", payload, packet);
  text += fmt::format(" x {:.0f} % busy", 100 * busy);
  const double ratio = moved / carried;
  if (std::abs(ratio - 1) > kNear) text += factor_text(ratio, moved / copy, carried / copy);
  return text + fmt::format(" = {:.4g} GB/s", value / 1e9) + because;
}

}  // namespace gf::app
