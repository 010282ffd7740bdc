// SPDX-License-Identifier: Apache-2.0
#include "platforms/pcie/device_model.h"

#include "core/base/error.h"
#include "tlm_models/memory/sparse_memory.h"

namespace gf::platforms::pcie {
namespace {

/// A memory with real bytes: an expander, or the buffer of a card.
class MemoryDevice final : public DeviceModelIf {
 public:
  MemoryDevice() { params_.size = core::Bytes(1ull << 40); }  // the window limits addresses
  void declare(const core::ParamScope& scope) override {
    params_.declare_only(scope, {"rate", "latency"});
  }
  [[nodiscard]] std::unique_ptr<sc_core::sc_module> build(const DeviceSite& site) const override {
    auto made = std::make_unique<model::SparseMemory>("model", params_);
    site.memory().bind(made->socket);
    return made;
  }

 private:
  model::SparseMemoryParams params_;
};

}  // namespace

hw::pcie::AddressWindow DeviceSite::window_of(const std::string& device,
                                              const std::string& field) const {
  const model::PcieTree& tree = tree_.tree();
  std::vector<std::string> known;
  for (unsigned number = 0; number < tree.device_count(); ++number) {
    const unsigned node = tree.device_node(number);
    if (tree.node(node).name == device) return tree_.configuration()[node].window;
    known.push_back(tree.node(node).name);
  }
  core::fail_config(name_ + ".model", field, device, core::legal_names(device, known),
                    "name a device of the PCIe tree of " + name_);
}

core::Registry<DeviceModelEntry>& device_model_registry() {
  static core::Registry<DeviceModelEntry> registry(
      "device model", {{"memory", "a memory with a rate and a latency",
                        [] { return std::make_unique<MemoryDevice>(); }}});
  return registry;
}

std::unique_ptr<sc_core::sc_module> build_device(const DeviceModelIf& model,
                                                 const std::string& name, hw::pcie::Endpoint& port,
                                                 const TreeHardware& tree) {
  // As within the constructor of `port`.
  struct Below {
    explicit Below(sc_core::sc_module& module) {
      sc_core::sc_get_curr_simcontext()->hierarchy_push(&module);
    }
    ~Below() { sc_core::sc_get_curr_simcontext()->hierarchy_pop(); }
    Below(const Below&) = delete;
    Below& operator=(const Below&) = delete;
  } const below(port);
  return model.build({name, port, tree});
}

}  // namespace gf::platforms::pcie
