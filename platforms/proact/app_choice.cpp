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

}  // namespace

AppChoice::AppChoice()
    : name(param("workload", "jacobi", "application", "[PROACT21], IV-C",
                 core::one_of(app_names()))) {}

void AppChoice::declare(const core::ParamScope& root) {
  declare_only(root, {"workload", "size"});
  context.declare_only(root, {"matrix", "iterations"});
  const core::ParamScope app = root.child("app");  // all but `bytes` are for some applications only
  context.declare_only(app, {"bytes"});
  // A parameter that the chosen application does not read is not declared. Setting it is then an
  // error, not a value without effect.
  if (name == "microbenchmark")
    context.declare_only(app, {"cta_cycles"});
  else
    context.declare_only(app, {"registers", "lanes"});
}

std::unique_ptr<model::proact::SharedApp> AppChoice::make(const gpu::GpuNodeParams& node,
                                                          std::uint64_t seed) const {
  model::proact::AppContext whole = context;
  whole.gpus = node.gpus;
  whole.published = size == "published";
  whole.seed = seed;
  return model::proact::make_shared_app(name, whole);
}

}  // namespace gf::platforms::proact
