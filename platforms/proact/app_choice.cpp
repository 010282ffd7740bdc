// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/app_choice.h"

#include <vector>

namespace gf::platforms::proact {
namespace {

std::vector<std::string> app_names() {
  std::vector<std::string> names;
  for (const model::proact::AppEntry& entry : model::proact::shared_apps())
    names.push_back(entry.name);
  return names;
}

/// Bytes that an SM's share of its GPU's memory carries a cycle.
double stream_rate(const gpu::GpuNodeParams& node) {
  const auto& gpu = node.gpu;
  return gpu.memory.channels * gpu.memory.channel_rate.bytes_per_second() *
         node.clock.to_seconds() / gpu.sms;
}

}  // namespace

AppChoice::AppChoice()
    : name(param("workload", "jacobi", "application", "[PROACT21], IV-C",
                 core::one_of(app_names()))) {}

void AppChoice::declare(const core::ParamScope& root) {
  declare_only(root, {"workload", "size"});
  context.declare_only(root, {"matrix", "iterations", "work"});
  const core::ParamScope app = root.child("app");  // all but `bytes` are of some applications alone
  context.declare_only(app, {"bytes"});
  // A parameter that the chosen application does not read is not declared: setting it is an error,
  // not a value without effect.
  context.declare_only(app, {name == "microbenchmark" ? "cta_cycles" : "registers"});
  if (!model::proact::takes_matrix(name)) return;
  declare_only(app, {"rows"});
  if (rows == "streamed") context.declare_only(app, {"lanes"});
}

std::unique_ptr<model::proact::SharedApp> AppChoice::make(const gpu::GpuNodeParams& node,
                                                          std::uint64_t seed) const {
  model::proact::AppContext whole = context;
  whole.gpus = node.gpus;
  whole.large = size == "large";
  whole.seed = seed;
  whole.streamed = rows == "streamed";
  if (rows == "published") whole.stream_rate = stream_rate(node);
  return model::proact::make_shared_app(name, whole);
}

}  // namespace gf::platforms::proact
