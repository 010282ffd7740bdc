// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "core/param/param.h"
#include "core/stats/stats.h"
#include "hw/pcie/device/copy_engine.h"
#include "hw/pcie/device/device_port.h"
#include "hw/pcie/device/read_completer.h"
#include "hw/pcie/device/requester.h"
#include "tlm_models/memory/at_master.h"

namespace gf::hw::pcie {

/// Parameters of an endpoint and its blocks. The port's parameters are declared at the endpoint's
/// own level, the others below "copy_engine", "requester" and "completer".
struct EndpointParams : core::ParamGroup {
  PortParams port;
  CopyEngineParams copy;
  RequesterParams requester;
  ReadCompleterParams completer;
  core::Param<sc_core::sc_time> receive_latency =
      param("receive_latency", sc_core::sc_time(100, sc_core::SC_NS),
            "latency from the last bit received to the memory access", "assumed", {},
            core::plausible(
                sc_core::sc_time(50, sc_core::SC_NS), sc_core::sc_time(500, sc_core::SC_NS),
                "at least a switch hop; at most half of a read over PCIe, which takes about 1 us"));
  core::Param<std::string> arbitration =
      param("arbitration", "round_robin", "arbitration among copy engine, requester and completer",
            "assumed", core::one_of(arbiter_registry().names()));
  core::Param<bool> stuck =
      param("stuck", false, "test aid: ignores what it receives and never returns its credits",
            "none: no device does this");
  core::Param<core::Bytes> bar =
      param("bar", core::Bytes(1ull << 28), "size of the window onto local memory",
            "assumed: below 4 GiB for 8 GPUs, so that headers have 3 DW",
            core::power_of_two(core::mebibytes(1), core::Bytes(1ull << 40)));

  unsigned engines = 1;  ///< Copy engines; the owner of the endpoint declares it if it varies.
  bool shares = false;   ///< Its only copy engine also reads (SharedEngine).
  bool stores = false;   ///< It also makes stores, by Endpoint::store().
  /// Behind it is a model from outside, which does not know model::no_bytes(): each access to it
  /// has bytes. One that it refuses ends the run with a UserError.
  bool foreign = false;

  void declare(const core::ParamScope& scope);
  void validate(const std::string& path) const;
  [[nodiscard]] core::Bytes largest_payload() const;  ///< Largest payload of any TLP that it sends.
};

/// A device with one or more copy engines, a window onto local memory, and TLM-2.0 base protocol
/// sockets on its own side. It serves as a GPU, a host, or the port of a model that plugs in.
///   requester.socket  takes local accesses to addresses of the fabric
///   memory.socket     issues fabric accesses to local memory, from offset 0 of the window;
///                     unbound, writes are counted, reads return zeros and copies send zeros
/// Timing: as DevicePort. When memory has responded, the credits of a TLP return, and reads and
/// atomics are answered.
/// Order: TLPs take effect in the order of arrival.
class Endpoint final : public DevicePort, private TlpClient, private model::AtMaster::Client {
 public:
  CopyEngine copy_engine;
  Requester requester;
  ReadCompleter completer;
  model::AtMaster memory;

  Endpoint(const sc_core::sc_module_name& name, const EndpointParams& params, std::uint64_t seed,
           TlpPool& pool);
  /// Sets the id and the window that enumeration assigned to this device.
  void configure(DeviceId id, const AddressWindow& window) override;
  /// Sets a callback for when the last byte of a copy to this endpoint is in its memory.
  void on_copy_finished(std::function<void(Flow&)> callback) {
    copy_finished_ = std::move(callback);
  }

  /// Gives a copy to the copy engine with the fewest pending copies; among these, to the first.
  void copy(const CopyRequest& request);
  /// Makes a copy as the stores of a kernel that already runs: posted writes of at most a
  /// line of 128 B, without set-up, besides the copy engines. Precondition: EndpointParams::stores.
  void store(const CopyRequest& request) { stores_->submit(request); }
  [[nodiscard]] bool foreign() const { return params_.foreign; }
  [[nodiscard]] bool makes_stores() const { return stores_ != nullptr; }

  [[nodiscard]] bool idle() const override;
  void append_waits(std::vector<core::Wait>& waits) const override;

 private:
  void on_packet(model::Packet& packet, core::Ticks head_at, core::Ticks tail_at) override;
  unsigned debug_access(tlm::tlm_generic_payload& access) override;
  void access_ended(std::uint64_t key, tlm::tlm_response_status status) override;

  void on_tlp(Tlp& tlp) override;
  void issue(Tlp& tlp);  ///< Starts the memory access; its key is the TLP's pointer.
  /// Throws UserError for an access that the model from outside refused: what made it, such as a
  /// copy engine, counts on memory that is there.
  [[noreturn]] void fail(const Tlp& tlp, tlm::tlm_response_status status) const;
  void memory_done(Tlp& tlp, const std::uint8_t* data, CompletionStatus status);
  void end_write(Tlp& tlp, CompletionStatus status);
  void count_write(const Tlp& tlp);

  const EndpointParams params_;
  std::vector<std::unique_ptr<CopyEngine>> more_engines_;  ///< Those after `copy_engine`.
  std::unique_ptr<CopyEngine> stores_;                     ///< Null: it makes no stores.
  std::function<void(Flow&)> copy_finished_;
  core::Counter bytes_{stats(), "bytes", core::Unit::kBytes, "payload bytes of writes received"};
  core::Counter refused_{stats(), "refused", core::Unit::kCount, "accesses that memory refused"};
};

}  // namespace gf::hw::pcie
