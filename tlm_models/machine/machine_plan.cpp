// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/machine/machine_plan.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "tlm_models/machine/cpu_presets.h"

namespace gf::model {
namespace {

constexpr std::array<std::pair<DeviceKind, std::string_view>, 7> kKindNames{
    {{DeviceKind::kGpu, "gpu"},
     {DeviceKind::kHost, "host"},
     {DeviceKind::kDevice, "device"},
     {DeviceKind::kNic, "nic"},
     {DeviceKind::kSwitch, "switch"},
     {DeviceKind::kRootComplex, "root_complex"},
     {DeviceKind::kNvSwitch, "nvswitch"}}};

/// Returns k of a name that ends in digits, else nothing.
std::optional<unsigned> last_number(const std::string& name) {
  const std::size_t stem = name.find_last_not_of("0123456789") + 1;
  return core::parse_number<unsigned>(std::string_view(name).substr(stem));
}

}  // namespace

std::string_view to_text(DeviceKind kind) {
  for (const auto& [known, text] : kKindNames)
    if (known == kind) return text;
  return "";
}

std::optional<DeviceKind> device_kind(std::string_view text) {
  for (const auto& [kind, known] : kKindNames)
    if (known == text) return kind;
  return {};
}

bool is_file_name(std::string_view text) { return text.find_first_of("./") != text.npos; }

void FilePlace::fail(const std::string& cause, const std::string& expected) const {
  core::fail_input(file, line, cause, expected);
}

void FilePlace::fail(const std::string& text) const {
  throw core::UserError(core::ExitCode::kBadInput,
                        fmt::format("{}:{}: {}", core::excerpt_of_path(file), line, text));
}

unsigned MachinePlan::find(std::string_view wanted) const {
  for (unsigned i = 0; i < devices.size(); ++i)
    if (devices[i].name == wanted) return i;
  return kNoPcieNode;
}

std::vector<unsigned> MachinePlan::of_kind(DeviceKind kind) const {
  if (kind == DeviceKind::kGpu && !ranks.empty()) return ranks;
  std::vector<unsigned> found;
  for (unsigned i = 0; i < devices.size(); ++i)
    if (devices[i].kind == kind) found.push_back(i);
  const auto number = [this](unsigned i) { return last_number(devices[i].name); };
  const bool numbered = std::all_of(found.begin(), found.end(), [&](unsigned i) {
    const auto own = number(i);
    return own && *own < found.size();
  });
  if (numbered)
    std::stable_sort(found.begin(), found.end(),
                     [&](unsigned a, unsigned b) { return *number(a) < *number(b); });
  return found;
}

std::vector<unsigned> MachinePlan::nics() const {
  std::vector<unsigned> all;
  if (network)
    for (const std::string& name : network->nics) all.push_back(find(name));
  for (const unsigned nic : of_kind(DeviceKind::kNic))
    if (std::find(all.begin(), all.end(), nic) == all.end()) all.push_back(nic);
  return all;
}

LinkSpec MachinePlan::socket_spec(const PlannedLink& link) const {
  const CpuPreset& cpu = *cpu_preset(devices[link.a].cpu);
  LinkSpec spec = link.spec.value_or(LinkSpec{LinkFamily::kSocket});
  if (!spec.rate) spec.rate = core::gigabytes_per_second(cpu.socket_rate);
  if (!spec.latency) spec.latency = sc_core::sc_time(cpu.socket_latency, sc_core::SC_NS);
  return spec;
}

bool MachinePlan::has(LinkFamily family) const {
  return std::any_of(links.begin(), links.end(),
                     [family](const PlannedLink& link) { return link.family() == family; });
}

}  // namespace gf::model
