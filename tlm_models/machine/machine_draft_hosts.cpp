// SPDX-License-Identifier: Apache-2.0
// Memories of hosts and of devices from outside: the keys `memory` and `model`.
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "tlm_models/machine/machine_draft.h"

namespace gf::model {
namespace {

// Assumed: the link between a root complex and its memory does not limit the memory, and is short.
constexpr double kLinkPerMemory = 2;

constexpr core::Bytes kLeastWindow = core::mebibytes(1);  // of a bridge [PCIe 3.0, 7.5.1.3]
constexpr core::Bytes kMostWindow(1ull << 40);            // as the parameter `bar` of endpoints

core::Bytes window_of(const std::string& text, const std::string& device, const FilePlace& place) {
  core::Bytes size;
  try {
    size = core::parse_bytes(text);
  } catch (const core::UserError&) {  // no size: refused below
  }
  const std::uint64_t count = size.count();
  if (size < kLeastWindow || size > kMostWindow || (count & (count - 1)) != 0)
    place.fail(fmt::format("memory of device {} = '{}'", device, core::excerpt(text)),
               "the size of its window, a power of two from 1 MiB to 1 TiB, such as 64 MiB");
  return size;
}

}  // namespace

void MachineDraft::read_model(const Keys& keys, PlannedDevice& device) const {
  const auto model = keys.find("model");
  if (model == keys.end() || model->second.value.empty())
    (model == keys.end() ? device.place : model->second.place)
        .fail(device.name + " is a device without a model",
              "model = NAME, the name under which a plug-in registers it");
  device.model = PlannedModel{model->second.value, kLeastWindow, model->second.place};
  if (const auto memory = keys.find("memory"); memory != keys.end())
    device.model->window = window_of(memory->second.value, device.name, memory->second.place);
}

void MachineDraft::read_memory(unsigned index) {
  const auto found = declared_[index].find("memory");
  if (found == declared_[index].end()) return;
  const FileEntry said = found->second;  // a copy: a root complex adds a device
  const DeviceKind kind = plan_.devices[index].kind;
  if (kind == DeviceKind::kDevice) return;  // a window: read_model()
  if (kind != DeviceKind::kHost && kind != DeviceKind::kRootComplex)
    said.place.fail(fmt::format("memory of {} {}", to_text(kind), plan_.devices[index].name),
                    "memory only of root complexes, hosts and devices; a GPU's is in its preset");
  const auto spec = link_spec(said.value);
  if (!spec || spec->family != LinkFamily::kBare || !spec->rate || !spec->latency)
    said.place.fail(fmt::format("memory of {} = '{}'", plan_.devices[index].name, said.value),
                    "RATE LATENCY, such as 76.8 GB/s 90 ns");
  const PlannedMemory memory{*spec->rate, *spec->latency, said.place};
  if (kind == DeviceKind::kHost)
    plan_.devices[index].memory = memory;
  else
    add_host(index, memory);
}

void MachineDraft::add_host(unsigned root, const PlannedMemory& memory) {
  unsigned number = 0;
  while (index_.count(fmt::format("host{}", number)) != 0) ++number;
  const std::string name = fmt::format("host{}", number);
  const LinkSpec link{LinkFamily::kBare, 0, 0, memory.rate * kLinkPerMemory,
                      sc_core::sc_time(1, sc_core::SC_NS)};
  add_child(root, name, link, memory.place);
  PlannedDevice& host = plan_.devices[index_.at(name)];
  host.kind = DeviceKind::kHost;
  host.memory = memory;
}

}  // namespace gf::model
