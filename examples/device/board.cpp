// SPDX-License-Identifier: Apache-2.0
// The models of models.h as devices of machine files, `model = prober` and `model = buffer`.
//   gpufabric --plugin ./board.so run cluster --machine board.ini --schedule board.csv
#include "core/run/plugin.h"
#include "models.h"
#include "platforms/pcie/device_model.h"

namespace {

namespace core = gf::core;
using gf::platforms::pcie::DeviceModelIf;
using gf::platforms::pcie::DeviceSite;

class ProberDevice final : public DeviceModelIf {
 public:
  void declare(const core::ParamScope& scope) override { params_.declare(scope); }
  [[nodiscard]] std::unique_ptr<sc_core::sc_module> build(const DeviceSite& site) const override {
    const std::uint64_t first = site.window_of(params_.peer, "peer").first;
    auto made = std::make_unique<Prober>("model", first + params_.offset.count(),
                                         static_cast<unsigned>(params_.bytes.count()));
    made->socket.bind(site.requester());
    return made;
  }

 private:
  struct Params : core::ParamGroup {
    core::Param<std::string> peer =
        param("peer", "gpu0", "device whose memory is written and read", "none");
    core::Param<core::Bytes> offset =
        param("offset", core::mebibytes(64), "first byte in that memory", "none");
    core::Param<core::Bytes> bytes =
        param("bytes", core::kibibytes(64), "size of the access", "none",
              core::between(core::Bytes(1), core::mebibytes(16)));
  };
  Params params_;
};

class BufferDevice final : public DeviceModelIf {
 public:
  void declare(const core::ParamScope& scope) override { params_.declare(scope); }
  [[nodiscard]] std::unique_ptr<sc_core::sc_module> build(const DeviceSite& site) const override {
    const std::uint64_t size = site.window().last - site.window().first + 1;
    auto made = std::make_unique<Buffer>("model", size, params_.rate.bytes_per_second());
    site.memory().bind(made->socket);
    return made;
  }

 private:
  struct Params : core::ParamGroup {
    core::Param<core::ByteRate> rate =
        param("rate", core::gigabytes_per_second(10), "rate of reads and writes together",
              "assumed: a channel of DDR4 behind a controller");
  };
  Params params_;
};

}  // namespace

GF_PLUGIN() {
  auto& registry = gf::platforms::pcie::device_model_registry();
  registry.add({"prober", "writes to a device, reads back and compares",
                [] { return std::make_unique<ProberDevice>(); }});
  registry.add({"buffer", "a memory that serves one access after the other",
                [] { return std::make_unique<BufferDevice>(); }});
}
