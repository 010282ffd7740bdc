// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/systems.h"

#include <algorithm>
#include <fmt/format.h>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "platforms/gpu/device/preset_files.h"

namespace gf::platforms::proact {
namespace {

struct System {
  const char* name;
  const char* node;  ///< Preset of its GPUs and links.
  const char* host;
};
constexpr System kSystems[] = {{"4x_kepler", "gpu/presets/kepler_4x", "proact/presets/kepler"},
                               {"4x_pascal", "gpu/presets/pascal_4x", "proact/presets/pascal"},
                               {"4x_volta", "gpu/presets/volta_4x", "proact/presets/volta"},
                               {"16x_volta", "gpu/presets/volta_16x", "proact/presets/volta"}};

const System& system_of(const std::string& name) {
  for (const System& system : kSystems)
    if (system.name == name) return system;
  core::fail_config("", "system", name, core::legal_names(name, system_names()),
                    "choose one of them");
}

}  // namespace

SystemParams::SystemParams() { cluster.nodes = 1; }

void SystemParams::declare(const core::ParamScope& root) {
  transfer.declare(root);
  host.declare(root.child("host"));
  node.declare(root);
  cluster.declare_only(root, {"nodes"});
  if (networked())
    declare_nodes(root);
  else
    fabric.declare(root);
  proact.declare(root.child("proact"));
}

void SystemParams::declare_nodes(const core::ParamScope& root) {
  if (node.gpus % cluster.nodes != 0)
    core::fail_config("", "nodes", std::to_string(cluster.nodes),
                      fmt::format("a divisor of gpus = {}", node.gpus),
                      "all nodes have the same number of GPUs");
  cluster.node.gpus = node.gpus / cluster.nodes;
  // GPUs on a tree of a cluster have the same endpoints as without one: with windows that cover
  // their memory.
  cluster.node.gpu = fabric.pcie.endpoint;
  while (cluster.node.gpu.bar < node.pages.memory)
    cluster.node.gpu.bar = core::Bytes(cluster.node.gpu.bar.get().count() * 2);
  cluster.declare_but(root, {"nodes"});
  const unsigned each = cluster.node.gpus;
  cluster.declare_parts(root);
  if (cluster.node.gpus != each)
    core::fail_config("node", "gpus", std::to_string(cluster.node.gpus),
                      fmt::format("{}, which is gpus / nodes", each), "set gpus and nodes");
  shape.declare(cluster.network, root.child("net"));
}

std::vector<std::string> system_names() {
  std::vector<std::string> names;
  for (const System& system : kSystems) names.emplace_back(system.name);
  return names;
}

SystemParams system_params(const std::string& name) {
  const System& system = system_of(name);
  SystemParams params;
  core::ParamRegistry presets;
  for (const char* preset : {system.node, system.host}) {
    const std::string path = fmt::format("platforms/{}.ini", preset);
    const std::vector<core::IniEntry> entries = gpu::read_preset(path);
    GF_CHECK(!entries.empty(), path + " is not in the program");
    for (const core::IniEntry& entry : entries) {
      presets.add_override(entry.key, entry.value, fmt::format("{}:{}", path, entry.line));
      if (!entry.comment.empty()) params.sources.emplace_back(entry.key, entry.comment);
    }
  }
  params.declare(presets.root());
  params.app.declare_only(presets.root().child("app"), {"lanes"});
  // A preset key without a parameter would be a value of [PROACT21], Table I, that silently has no
  // effect.
  presets.check_all_used();
  return params;
}

}  // namespace gf::platforms::proact
