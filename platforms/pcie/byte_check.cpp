// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/byte_check.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "core/base/error.h"
#include "core/base/random.h"

namespace gf::platforms::pcie {
namespace {

constexpr std::uint64_t kBlock = 4096;

/// Calls `use` for each block of the pattern `key`: offset, bytes, number of bytes.
void for_each_block(
    std::uint64_t seed, std::uint64_t key, std::uint64_t bytes,
    const std::function<void(std::uint64_t, const std::uint8_t*, std::uint64_t)>& use) {
  core::RandomStream stream(seed, "byte_check." + std::to_string(key));
  std::vector<std::uint8_t> block(kBlock);
  for (std::uint64_t offset = 0; offset < bytes; offset += kBlock) {
    for (std::uint8_t& byte : block) byte = static_cast<std::uint8_t>(stream());
    use(offset, block.data(), std::min(kBlock, bytes - offset));
  }
}

}  // namespace

void ByteCheck::Store::write(std::uint64_t address, const std::uint8_t* data,
                             std::uint64_t count) const {
  if (pages != nullptr) return pages->write(address, data, count);
  debug(tlm::TLM_WRITE_COMMAND, address, const_cast<std::uint8_t*>(data), count);
}

void ByteCheck::Store::read(std::uint64_t address, std::uint8_t* data, std::uint64_t count) const {
  if (pages != nullptr) return pages->read(address, data, count);
  debug(tlm::TLM_READ_COMMAND, address, data, count);
}

void ByteCheck::Store::debug(tlm::tlm_command command, std::uint64_t address, std::uint8_t* data,
                             std::uint64_t count) const {
  if (port->debug(command, address, data, static_cast<std::uint32_t>(count)) != count)
    core::fail_config(name, "real_bytes", "true",
                      "devices whose target moves all bytes of a transport_dbg",
                      "copy from and to others, or leave real_bytes out");
}

ByteCheck::ByteCheck(EndpointTree& machine, const model::SparseMemoryParams& params,
                     std::uint64_t seed)
    : ByteCheck(machine.gpus(), params, seed) {}

ByteCheck::ByteCheck(std::vector<hw::pcie::Endpoint*> gpus, const model::SparseMemoryParams& params,
                     std::uint64_t seed)
    : ByteCheck(std::vector<Store>(gpus.size()), seed) {
  for (std::size_t gpu = 0; gpu < gpus.size(); ++gpu) {
    if (gpus[gpu] == nullptr) continue;
    const std::string name = "memory_" + std::to_string(gpu);
    memories_.push_back(std::make_unique<model::SparseMemory>(name.c_str(), params));
    gpus[gpu]->memory.socket.bind(memories_.back()->socket);
    const hw::pcie::AddressWindow& window = gpus[gpu]->window();
    stores_[gpu] = {gpus[gpu]->name(), window.last - window.first + 1, &memories_.back()->pages()};
  }
}

ByteCheck::ByteCheck(std::vector<Store> stores, std::uint64_t seed)
    : seed_(seed),
      gpus_(stores.size()),
      stores_(std::move(stores)),
      sources_used_(stores_.size()),
      destinations_used_(stores_.size()) {}

void ByteCheck::add_host(const Store& host) {
  stores_.push_back(host);
  sources_used_.push_back(0);
  destinations_used_.push_back(0);
}

std::uint64_t ByteCheck::reserve(std::vector<std::uint64_t>& used, std::size_t at,
                                 std::uint64_t bytes) {
  const std::uint64_t half = stores_[at].bytes / 2;
  const std::uint64_t first = &used == &sources_used_ ? stores_[at].first : 0;
  if (first + used[at] + bytes > half) {
    core::fail_config(
        stores_[at].name, "real_bytes", "true",
        "copies of a graph that fit into half of bar = " + core::to_text(core::Bytes(half)),
        "raise bar, or copy less");
  }
  const std::uint64_t address = first + used[at];
  used[at] += bytes;
  return address;
}

void ByteCheck::place(hw::pcie::CopyRequest& request) {
  const hw::pcie::Flow& flow = *request.flow;
  Placement placement{};
  placement.flow = &flow;
  placement.source_address = reserve(sources_used_, index_of(flow.source), flow.bytes);
  // Sources are in the lower half of a memory and destinations in the upper: a GPU that both sends
  // and receives never overwrites data that it still has to send.
  placement.destination_address =
      stores_[index_of(flow.destination)].bytes / 2 +
      reserve(destinations_used_, index_of(flow.destination), flow.bytes);
  placement.key = next_key_++;
  request.source_address = placement.source_address;
  request.offset = placement.destination_address;
  for_each_block(seed_, placement.key, flow.bytes,
                 [&](std::uint64_t offset, const std::uint8_t* data, std::uint64_t bytes) {
                   stores_[index_of(flow.source)].write(placement.source_address + offset, data,
                                                        bytes);
                 });
  placements_.push_back(placement);
}

std::uint64_t ByteCheck::new_pattern(std::uint64_t bytes) {
  std::vector<std::uint8_t>& pattern = patterns_[next_key_];
  for_each_block(seed_, next_key_, bytes,
                 [&](std::uint64_t, const std::uint8_t* data, std::uint64_t count) {
                   pattern.insert(pattern.end(), data, data + count);
                 });
  return next_key_++;
}

void ByteCheck::expect(const hw::pcie::Flow& flow, std::uint64_t key, std::uint64_t destination) {
  placements_.push_back({&flow, 0, destination, key});
}

void ByteCheck::store(std::uint64_t key, unsigned gpu, std::uint64_t address, std::uint64_t at,
                      std::uint64_t bytes) {
  stores_[gpu].write(address, patterns_.at(key).data() + at, bytes);
}

void ByteCheck::compare(const hw::pcie::Flow& flow, std::uint64_t key, std::uint64_t destination,
                        std::uint64_t at, std::uint64_t bytes) {
  std::vector<std::uint8_t> found(bytes);
  stores_[index_of(flow.destination)].read(destination + at, found.data(), bytes);
  if (!std::equal(found.begin(), found.end(), patterns_.at(key).data() + at)) differs(flow, at);
}

void ByteCheck::differs(const hw::pcie::Flow& flow, std::uint64_t offset) {
  if (!difference_.empty()) return;
  difference_ = model::name_of_copy(flow.source, flow.destination) + " of " +
                std::to_string(flow.bytes) + " B differs in the block at " + std::to_string(offset);
}

void ByteCheck::verify() {
  for (const Placement& placement : placements_) compare(placement);
  placements_.clear();
  patterns_.clear();
  // Graphs run one after the other, so the next one may use the same addresses.
  std::fill(sources_used_.begin(), sources_used_.end(), 0);
  std::fill(destinations_used_.begin(), destinations_used_.end(), 0);
}

void ByteCheck::compare(const Placement& placement) {
  const hw::pcie::Flow& flow = *placement.flow;
  std::vector<std::uint8_t> found(kBlock);
  for_each_block(seed_, placement.key, flow.bytes,
                 [&](std::uint64_t offset, const std::uint8_t* data, std::uint64_t bytes) {
                   stores_[index_of(flow.destination)].read(placement.destination_address + offset,
                                                            found.data(), bytes);
                   compared_ += bytes;
                   if (!std::equal(data, data + bytes, found.begin())) differs(flow, offset);
                 });
}

}  // namespace gf::platforms::pcie
