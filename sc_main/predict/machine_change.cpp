// SPDX-License-Identifier: Apache-2.0
#include "sc_main/predict/machine_change.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "tlm_models/machine/name_range.h"

namespace gf::app {
namespace {

using model::LinkFamily;
using model::LinkSpec;
using model::MachinePlan;
using model::PlannedLink;

[[noreturn]] void fail(const std::string& change, const std::string& expected,
                       const std::string& hint) {
  core::fail_config("", "--set", change, expected, hint);
}

unsigned find_device(const MachinePlan& plan, const std::string& name, const std::string& change) {
  const unsigned found = plan.find(name);
  if (found < plan.devices.size()) return found;
  std::vector<std::string> names;
  for (const model::PlannedDevice& device : plan.devices) names.push_back(device.name);
  const bool has_others = plan.network && !plan.network->machines.empty();
  fail(change, "devices of the machine: " + core::legal_names(name, names),
       has_others ? "to change another machine of the network, change its own file"
                  : "gpufabric topology MACHINE shows them");
}

PlannedLink& link_to_parent(MachinePlan& plan, unsigned device, const std::string& change) {
  for (PlannedLink& link : plan.links)
    if (link.below && link.b == device) return link;
  fail(change, "a device below a switch or root complex",
       plan.devices[device].name + " has no parent");
}

void move(MachinePlan& plan, unsigned device, const std::string& parent,
          const std::string& change) {
  PlannedLink& link = link_to_parent(plan, device, change);
  PlannedLink moved = link;
  moved.a = find_device(plan, parent, change);
  // Behind the children that the parent has, as if it were plugged in last.
  plan.links.erase(plan.links.begin() + (&link - plan.links.data()));
  plan.links.push_back(moved);
}

void set_link_up(MachinePlan& plan, unsigned device, const LinkSpec& spec,
                 const std::string& change) {
  link_to_parent(plan, device, change).spec = spec;
  if (plan.devices[device].pcie && spec.family == LinkFamily::kPcie)
    plan.devices[device].pcie = spec;
}

void set_link(MachinePlan& plan, unsigned a, unsigned b, const LinkSpec& spec) {
  for (PlannedLink& link : plan.links)
    if (!link.below && std::minmax(link.a, link.b) == std::minmax(a, b)) {
      link.spec = spec;
      return;
    }
  PlannedLink added;
  added.a = a;
  added.b = b;
  added.spec = spec;
  plan.links.push_back(added);
}

}  // namespace

void change_machine(MachinePlan& plan, const std::string& change) {
  static const char* const kForms =
      "'DEVICE at PARENT', 'DEVICE LINK' or 'DEVICE DEVICE LINK', such as 'nic1 at plx2', 'gpu3 "
      "pcie gen4 x8', 'rc0 rc1 socket 41.6 GB/s 25 ns'";
  const auto words = core::split_words(change);
  if (words.size() < 2) fail(change, kForms, "docs/predict.md explains them");
  const auto names = model::names_of_range(words[0]);
  if (!names) fail(change, kForms, "docs/predict.md explains them");
  const std::string rest(core::trimmed(
      std::string_view(change).substr(static_cast<std::size_t>(words[1].data() - change.data()))));
  const bool moves = words[1] == "at" && words.size() == 3;
  const bool is_up = !moves && model::link_spec(rest).has_value();
  const std::string link = is_up ? rest : std::string(core::trimmed(rest.substr(words[1].size())));
  if (!moves && !model::link_spec(link))
    fail(change, kForms, std::string("a LINK is ") + std::string(model::kLinkForms));
  for (const std::string& name : *names) {
    const unsigned device = find_device(plan, name, change);
    if (moves)
      move(plan, device, std::string(words[2]), change);
    else if (is_up)
      set_link_up(plan, device, *model::link_spec(link), change);
    else
      set_link(plan, device, find_device(plan, std::string(words[1]), change),
               *model::link_spec(link));
  }
}

}  // namespace gf::app
