// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <systemc>

#include "core/base/registry.h"
#include "core/param/params.h"
#include "hw/pcie/device/endpoint.h"
#include "platforms/pcie/tree_hardware.h"

namespace gf::platforms::pcie {

/// The place of a model from outside in a PCIe tree. The object is valid during build(), its
/// sockets until the end of the run.
class DeviceSite {
 public:
  using Requester = decltype(hw::pcie::Requester::socket);
  using Memory = decltype(model::AtMaster::socket);

  DeviceSite(std::string name, hw::pcie::Endpoint& port, const TreeHardware& tree)
      : name_(std::move(name)), port_(port), tree_(tree) {}

  /// Its name in the machine file.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Takes the accesses of the model's initiator to addresses of the tree: b_transport,
  /// nb_transport and transport_dbg. DMI is refused. hw/pcie/device/requester.h has the details.
  [[nodiscard]] Requester& requester() const { return port_.requester.socket; }
  /// Passes on the tree's accesses to the device's window, with addresses from 0. Bind it to the
  /// model's target. Unbound, writes are dropped and reads return zeros. It uses nb_transport and
  /// transport_dbg; the sockets of tlm_utils adapt a b_transport. Each access has a data array,
  /// also where the machine models no bytes: then zeros are written, and what is read is dropped.
  /// An atomic is a write with an AtomicExtension. A response other than OK ends the run with an
  /// error.
  [[nodiscard]] Memory& memory() const { return port_.memory.socket; }
  [[nodiscard]] const hw::pcie::AddressWindow& window() const { return port_.window(); }
  /// Returns the window of a GPU, host, NIC or device of the tree by its name in the machine file.
  /// Throws UserError(kUsage), which names the parameter `field` of the model, if there is none.
  [[nodiscard]] hw::pcie::AddressWindow window_of(const std::string& device,
                                                  const std::string& field) const;

 private:
  const std::string name_;
  hw::pcie::Endpoint& port_;
  const TreeHardware& tree_;
};

/// The model of a device, written by someone else in SystemC and TLM-2.0. One object serves a
/// `model = NAME` of a machine file: it has the parameters of that device, and makes its modules
/// once for each node that has it.
class DeviceModelIf {
 public:
  virtual ~DeviceModelIf() = default;
  /// Declares the model's parameters; `scope` is "<device>.model".
  virtual void declare(const core::ParamScope& /*scope*/) {}
  /// Makes the model and binds its sockets to those of `site`. New modules are below the port of
  /// the device: "dsa0.model" for the module "model" of the device dsa0. A run ends when nothing
  /// has an event, so the model must fall silent when it has no work.
  [[nodiscard]] virtual std::unique_ptr<sc_core::sc_module> build(const DeviceSite& site) const = 0;
};

/// A legal value of the key `model` in a machine file.
struct DeviceModelEntry {
  std::string name;
  std::string summary;
  std::function<std::unique_ptr<DeviceModelIf>()> make;
};

/// Returns the models that machine files may name; add() adds one. Built in: "memory".
core::Registry<DeviceModelEntry>& device_model_registry();

/// Makes the modules of `model` below the port of its device, after that has been constructed.
std::unique_ptr<sc_core::sc_module> build_device(const DeviceModelIf& model,
                                                 const std::string& name, hw::pcie::Endpoint& port,
                                                 const TreeHardware& tree);

}  // namespace gf::platforms::pcie
