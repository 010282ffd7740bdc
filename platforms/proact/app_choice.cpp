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
  core::ParamGroup::declare(root);
  const core::ParamScope own = root.child("app");
  app.declare_only(own, {"bytes"});
  if (name == "microbenchmark") app.declare_only(own, {"cta_cycles"});
  if (model::proact::takes_matrix(name)) app.declare_only(own, {"rows"});
}

std::unique_ptr<model::proact::SharedApp> AppChoice::make(const gpu::GpuNodeParams& node,
                                                          std::uint64_t seed) const {
  model::proact::AppContext context;
  context.gpus = node.gpus;
  context.large = size == "large";
  context.seed = seed;
  context.matrix = matrix;
  context.iterations = iterations;
  context.work = work;
  if (app.rows == "published") context.stream_rate = stream_rate(node);
  context.bytes = app.bytes.count();
  context.cta_cycles = app.cta_cycles;
  return model::proact::make_shared_app(name, context);
}

}  // namespace gf::platforms::proact
