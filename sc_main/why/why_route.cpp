// SPDX-License-Identifier: Apache-2.0
#include "sc_main/why/why_route.h"

#include <fmt/format.h>

#include "core/text/engineering.h"
#include "sc_main/page/link_names.h"
#include "sc_main/why/why_report.h"

namespace gf::app {

void LinkLoads::leaves(const Hop& hop) {
  Load& load = loads_[hop.link];
  ++load.packets;
  load.held += hop.free - hop.start;
  ForwardingSink::leaves(hop);
}

std::optional<NarrowestLink> NarrowestLink::of(const LinkLoads& loads,
                                               const core::HopJournal& journal,
                                               const platforms::Graph& graph, std::uint64_t bytes) {
  const std::map<std::string, NamedLink> names = named_links(graph);
  struct Carrier {
    const NamedLink* link;
    const LinkLoads::Load* load;
  };
  std::vector<Carrier> carriers;
  const Carrier* longest = nullptr;
  carriers.reserve(loads.by_link().size());
  for (const auto& [number, load] : loads.by_link()) {
    const auto known = names.find(journal.link_name(number));
    if (known == names.end() || known->second.rate.bytes_per_second() <= 0) continue;
    carriers.push_back({&known->second, &load});
    if (longest == nullptr || load.held > longest->load->held) longest = &carriers.back();
  }
  if (longest == nullptr || longest->load->held == 0) return std::nullopt;
  NarrowestLink found{longest->link->name, 0, longest->link->rate};
  double packets = 0, sent = 0;
  for (const Carrier& each : carriers) {
    // Answers occupy the links out of that node for less time.
    if (each.link->from != longest->link->from || 2 * each.load->held < longest->load->held)
      continue;
    ++found.links;
    packets += static_cast<double>(each.load->packets);
    sent += core::to_time(each.load->held).to_seconds() * each.link->rate.bytes_per_second();
  }
  found.payload = static_cast<double>(bytes) / packets;
  found.wire = sent / packets;
  return found;
}

double NarrowestLink::most() const { return links * rate.bytes_per_second() * payload / wire; }

std::string NarrowestLink::text() const {
  const std::string several = links == 1 ? "" : fmt::format("{} x ", links);
  return fmt::format("{}{}: {}{} x {:.4g}/{:.4g} = {}", name,
                     links == 1 ? "" : " and its parallel links", several,
                     core::engineering(rate.bytes_per_second(), "B/s"), payload, wire,
                     core::engineering(most(), "B/s"));
}

nlohmann::ordered_json NarrowestLink::json() const {
  return {{"link", name},       {"links", links}, {"rate", rate.bytes_per_second()},
          {"payload", payload}, {"wire", wire},   {"most", most()},
          {"text", text()}};
}

std::string narrowest_sentence(const nlohmann::json& narrowest) {
  if (!narrowest.is_object()) return "";
  return folded(
      fmt::format("Narrowest link of its path, {}.", narrowest.at("text").get<std::string>()), 0);
}

}  // namespace gf::app
