// SPDX-License-Identifier: Apache-2.0
#include "tlm_models/import/found/found_machine.h"

#include <cctype>
#include <fmt/format.h>
#include <utility>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"

namespace gf::model {
namespace {

/// Returns a hexadecimal number of up to `digits` digits.
std::optional<unsigned> hexadecimal(std::string_view text, std::size_t digits) {
  if (text.empty() || text.size() > digits) return {};
  unsigned value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || stop != text.data() + text.size()) return {};
  return value;
}

}  // namespace

unsigned FoundMachine::add(FoundDevice device) {
  if (devices.size() == kMostFound)
    device.place.fail(fmt::format("more than {} devices", kMostFound),
                      "the devices of one machine; leave some out");
  if (!device.bus_id.empty())
    if (const unsigned other = find_bus(device.bus_id); other != kNoFound)
      device.place.fail(fmt::format("a second device with the bus id {}, first on line {}",
                                    device.bus_id, devices[other].place.line),
                        "each device once");
  devices.push_back(std::move(device));
  return static_cast<unsigned>(devices.size() - 1);
}

unsigned FoundMachine::find_bus(const std::string& bus_id) const {
  for (unsigned i = 0; i < devices.size(); ++i)
    if (devices[i].bus_id == bus_id) return i;
  return kNoFound;
}

std::vector<unsigned> FoundMachine::of_kind(DeviceKind kind) const {
  std::vector<unsigned> found;
  for (unsigned i = 0; i < devices.size(); ++i)
    if (devices[i].kind == kind) found.push_back(i);
  return found;
}

std::optional<std::string> bus_id_of(std::string_view text) {
  std::vector<std::string_view> fields = core::split_fields(text, ':');
  if (fields.size() == 2) fields.insert(fields.begin(), "0");
  if (fields.size() != 3) return {};
  const std::size_t dot = fields[2].find('.');
  if (dot == fields[2].npos) return {};
  const auto domain = hexadecimal(fields[0], 8), bus = hexadecimal(fields[1], 2),
             device = hexadecimal(fields[2].substr(0, dot), 2),
             function = hexadecimal(fields[2].substr(dot + 1), 1);
  if (!domain || !bus || !device || !function) return {};
  return fmt::format("{:04x}:{:02x}:{:02x}.{:x}", *domain, *bus, *device, *function);
}

}  // namespace gf::model
