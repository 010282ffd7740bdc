// SPDX-License-Identifier: Apache-2.0
#include "hw/proact/region.h"

#include <algorithm>

#include "core/base/error.h"
#include "tlm_models/gpu/page_table.h"

namespace gf::hw::proact {
namespace {

void check_chunk(const std::string& path, const Region& region) {
  const std::uint64_t chunk = region.chunk.count();
  const bool power = chunk != 0 && (chunk & (chunk - 1)) == 0;
  if (!power || chunk < Region::kLeastChunk || chunk > Region::kMostChunk) {
    core::fail_config(path, "chunk", core::to_text(region.chunk),
                      "a power of two, 4 KiB ... 16 MiB", "[PROACT21], Table II, has these sizes");
  }
  if (chunk > region.bytes.count()) {
    core::fail_config(path, "chunk", core::to_text(region.chunk),
                      "not larger than the region, " + core::to_text(region.bytes),
                      "choose a smaller chunk or a larger region");
  }
}

void check_base(const std::string& path, const Region& region, unsigned gpu,
                std::uint64_t memory_bytes) {
  const std::uint64_t base = region.base_by_gpu[gpu];
  const std::string field = "base_by_gpu[" + std::to_string(gpu) + "]";
  if (base % Region::kAlign != 0) {
    core::fail_config(path, field, std::to_string(base), "a multiple of 256",
                      "packets of all copies lie at the same places");
  }
  if (base > memory_bytes || region.bytes.count() > memory_bytes - base) {
    core::fail_config(path, field, std::to_string(base),
                      "base and bytes within the memory of " + std::to_string(memory_bytes) + " B",
                      "the whole copy must be in one memory");
  }
}

}  // namespace

void Region::validate(const std::string& parent, std::uint64_t memory_bytes) const {
  const std::string path = parent + "." + name;
  check_chunk(path, *this);
  if (gpus() == 0 || gpus() > model::PageTable::kMostGpus) {
    core::fail_config(path, "base_by_gpu", std::to_string(gpus()) + " copies",
                      "1 ... " + std::to_string(model::PageTable::kMostGpus),
                      "one for each GPU of the node");
  }
  for (unsigned gpu = 0; gpu < gpus(); ++gpu)
    if (base_by_gpu[gpu] != kNoCopy) check_base(path, *this, gpu, memory_bytes);
}

void Region::check_apart(const std::string& path, const Region& other) const {
  // Checks each GPU on which both have a copy: only one of two overlapping regions would count a
  // store.
  for (unsigned gpu = 0; gpu < std::min(gpus(), other.gpus()); ++gpu) {
    const std::uint64_t a = base_by_gpu[gpu];
    const std::uint64_t b = other.base_by_gpu[gpu];
    if (a == kNoCopy || b == kNoCopy) continue;
    if (a + bytes.count() <= b || b + other.bytes.count() <= a) continue;
    core::fail_config(path + "." + name, "base_by_gpu[" + std::to_string(gpu) + "]",
                      std::to_string(a),
                      "no byte of region " + other.name + ", " + std::to_string(b) + " ... " +
                          std::to_string(b + other.bytes.count() - 1),
                      "a byte belongs to only one region");
  }
}

Span Region::span_of(unsigned number) const {
  const std::uint64_t begin = number * chunk.count();
  return {begin, std::min(begin + chunk.count(), bytes.count())};
}

std::uint64_t Region::physical(unsigned gpu, std::uint64_t at) const {
  return (std::uint64_t{gpu} << model::kHomeShift) + base_by_gpu[gpu] + at;
}

std::vector<unsigned> Region::destinations_of(unsigned source) const {
  std::vector<unsigned> all;
  for (unsigned gpu = 0; gpu < gpus(); ++gpu)
    if (gpu != source && base_by_gpu[gpu] != kNoCopy &&
        (!destinations || std::count(destinations->begin(), destinations->end(), gpu) > 0))
      all.push_back(gpu);
  return all;
}

}  // namespace gf::hw::proact
