// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/mechanisms/copy_order.h"

#include "core/base/error.h"
#include "workloads/shared/exchange.h"

namespace gf::platforms::proact {
namespace {

CopyOrder tournament(unsigned gpus) {
  CopyOrder order;
  for (unsigned round = 0; round < model::proact::exchange_rounds(gpus); ++round)
    for (unsigned gpu = 0; gpu < gpus; ++gpu)
      if (const auto to = model::proact::exchange_partner(gpus, round, gpu))
        order.emplace_back(gpu, *to);
  return order;
}

CopyOrder by_source(unsigned gpus) {
  CopyOrder order;
  for (unsigned from = 0; from < gpus; ++from)
    for (unsigned to = 0; to < gpus; ++to)
      if (to != from) order.emplace_back(from, to);
  return order;
}

CopyOrder by_distance(unsigned gpus) {
  CopyOrder order;
  for (unsigned distance = 1; distance < gpus; ++distance)
    for (unsigned from = 0; from < gpus; ++from) order.emplace_back(from, (from + distance) % gpus);
  return order;
}

}  // namespace

CopyOrder copy_order(const std::string& name, unsigned gpus) {
  if (name == "tournament") return tournament(gpus);
  if (name == "by_source") return by_source(gpus);
  GF_CHECK(name == "by_distance", name);
  return by_distance(gpus);
}

}  // namespace gf::platforms::proact
