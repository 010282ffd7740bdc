// SPDX-License-Identifier: Apache-2.0
// Checks of links, once all of them are known.
#include <algorithm>
#include <fmt/format.h>

#include "tlm_models/machine/cpu_presets.h"
#include "tlm_models/machine/machine_draft.h"

namespace gf::model {
namespace {

bool is_leaf_kind(DeviceKind kind) {
  return kind == DeviceKind::kGpu || kind == DeviceKind::kHost || kind == DeviceKind::kDevice ||
         kind == DeviceKind::kNic;
}

bool has_nvlink(DeviceKind kind) {
  return kind == DeviceKind::kGpu || kind == DeviceKind::kNvSwitch;
}

}  // namespace

std::string MachineDraft::ends_of(const PlannedLink& link) const {
  return plan_.devices[link.a].name + " - " + plan_.devices[link.b].name;
}

void MachineDraft::check_kinds(const PlannedLink& link) const {
  const DeviceKind a = plan_.devices[link.a].kind, b = plan_.devices[link.b].kind;
  const std::string what =
      fmt::format("the link {} ({}, {})", ends_of(link), to_text(a), to_text(b));
  if (link.below && (is_leaf_kind(a) || a == DeviceKind::kNvSwitch))
    link.place.fail(fmt::format("{} {} has the child {}", to_text(a), plan_.devices[link.a].name,
                                plan_.devices[link.b].name),
                    "children only of switches and root complexes");
  const bool tree_link = link.family() == LinkFamily::kPcie || link.family() == LinkFamily::kBare;
  if (link.below && (!tree_link || b == DeviceKind::kNvSwitch))
    link.place.fail(what + " cannot be part of a PCIe tree",
                    "a PCIe link, or a rate and a latency");
  if (link.below) return;
  if (tree_link)
    link.place.fail(what + " is a tree link outside `children`",
                    "one of the devices as a child of a switch or root complex, in its `children`");
  const bool roots = a == DeviceKind::kRootComplex && b == DeviceKind::kRootComplex;
  if (link.family() == LinkFamily::kSocket && !roots)
    link.place.fail(what + " is a socket link", "socket links only between root complexes");
  if (link.family() == LinkFamily::kSocket &&
      cpu_preset(plan_.devices[link.a].cpu) != cpu_preset(plan_.devices[link.b].cpu))
    link.place.fail(fmt::format("{} joins the processors {} and {}", what,
                                cpu_preset(plan_.devices[link.a].cpu)->name,
                                cpu_preset(plan_.devices[link.b].cpu)->name),
                    "the same cpu at both root complexes; without the key it is generic");
  if (link.family() == LinkFamily::kNvlink && (!has_nvlink(a) || !has_nvlink(b)))
    link.place.fail(what + " is NVLink", "NVLink only between GPUs and NVSwitches");
}

void MachineDraft::negotiate_rates() {
  for (PlannedLink& link : plan_.links) {
    if (!link.below || link.family() != LinkFamily::kPcie) continue;
    const bool asked = link.spec.has_value();  // Otherwise it gets the best link of both ends.
    for (const unsigned end : {link.a, link.b}) {
      const PlannedDevice& device = plan_.devices[end];
      if (!device.pcie) continue;
      const LinkSpec port = *device.pcie;
      if (!asked) {
        if (!link.spec) link.spec = port;
        link.spec->generation = std::min(link.spec->generation, port.generation);
        link.spec->width = std::min(link.spec->width, port.width);
      } else if (link.spec->generation > port.generation || link.spec->width > port.width) {
        link.place.fail(fmt::format("the link {} is {}, but {} supports at most {}", ends_of(link),
                                    to_text(*link.spec), device.name, to_text(port)),
                        "a link that both ports support");
      }
    }
  }
}

void MachineDraft::check_ports() const {
  std::vector<unsigned> lanes(plan_.devices.size()), nvlinks(plan_.devices.size());
  for (const PlannedLink& link : plan_.links) {
    for (const unsigned end : {link.a, link.b}) {
      const PlannedDevice& device = plan_.devices[end];
      if (link.family() == LinkFamily::kPcie)
        lanes[end] += link.spec ? link.spec->width : kDefaultPcieLanes;
      if (device.lanes != 0 && lanes[end] > device.lanes)
        link.place.fail(fmt::format("{} has {} lanes, but its links need {}", device.name,
                                    device.lanes, lanes[end]),
                        "no more lanes than it has");
      if (link.family() != LinkFamily::kNvlink || !device.nvlinks) continue;
      nvlinks[end] += link.spec->width;
      const LinkSpec& ports = *device.nvlinks;
      if (link.spec->generation != ports.generation || nvlinks[end] > ports.width)
        link.place.fail(fmt::format("{} has {}, but its links need {}", device.name, to_text(ports),
                                    to_text(LinkSpec{LinkFamily::kNvlink, link.spec->generation,
                                                     nvlinks[end]})),
                        "links of that generation, no more than it has");
    }
  }
}

void MachineDraft::check_uses() const {
  for (unsigned i = 0; i < plan_.devices.size(); ++i) {
    const PlannedDevice& device = plan_.devices[i];
    const auto refuse = [&](const char* key, const char* expected) {
      if (const auto said = declared_[i].find(key); said != declared_[i].end())
        said->second.place.fail(fmt::format("{} of {} {}", key, to_text(device.kind), device.name),
                                expected);
    };
    const bool forks =
        device.kind == DeviceKind::kSwitch || device.kind == DeviceKind::kRootComplex;
    if (!forks) refuse("lanes", "lanes only for switches and root complexes");
    if (device.kind != DeviceKind::kRootComplex)
      refuse("numa", "NUMA nodes only of root complexes; devices below have theirs");
    if (device.kind != DeviceKind::kRootComplex)
      refuse("cpu", "a processor only of root complexes");
    if (device.kind != DeviceKind::kDevice)
      refuse("model", "a model only of kind = device; of GPUs and NICs it is the preset");
    if (device.kind == DeviceKind::kNvSwitch) refuse("pcie", "pcie only for devices on PCIe trees");
    if (!has_nvlink(device.kind)) refuse("nvlinks", "nvlinks only for GPUs and NVSwitches");
  }
  if (plan_.relays && !plan_.has(LinkFamily::kNvlink))
    relays_->place.fail("relays = nearest in a machine without NVLink",
                        "relays = none: only NVLink packets are relayed");
}

}  // namespace gf::model
