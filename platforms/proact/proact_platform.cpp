// SPDX-License-Identifier: Apache-2.0
#include "platforms/proact/proact_platform.h"

#include <fmt/format.h>
#include <fstream>

#include "core/run/run_dir.h"
#include "core/text/text_table.h"
#include "core/time/watchdog.h"
#include "core/trace/timeline.h"
#include "platforms/proact/choices.h"
#include "platforms/proact/link_slices.h"

namespace gf::platforms::proact {
namespace {

constexpr Note kTime{"time", "s", "time of all phases"};
constexpr Note kKernelTime{"kernel_time", "s",
                           "sum over the phases of the time from launch to the end of the kernels"};
constexpr Note kDrainTime{"drain_time", "s",
                          "sum over the phases of the time until all transfers had arrived"};
constexpr Note kCopyTime{"copy_time", "s", "time of all copies between phases"};
constexpr Note kPhases{"phases", "count", "phases that ended"};
constexpr Note kStoreTransactions{"store_transactions", "count", "stores of SMs to other GPUs"};
constexpr Note kStoreBytes{"store_bytes", "B", "data bytes of these stores"};
constexpr Note kLinkPackets{"link_packets", "count", "packets that GPUs sent"};
constexpr Note kLinkBytes{"link_bytes", "B", "bytes that GPUs sent, headers included"};
constexpr Note kNetworkBytes{"network_bytes", "B", "bytes of copies between nodes",
                             "with a network"};
constexpr Note kWrongBytes{"wrong_bytes", "B",
                           "bytes of the copies that differ from what was written", "check"};
constexpr Note kCheckedReads{"checked_reads", "count", "loads that were compared", "check"};
constexpr Note kStaleReads{"stale_reads", "count", "loads that returned old bytes", "check"};
constexpr Note kPhasesFile{"phases.csv", "",
                           "a line per phase: when it was launched, produced, drained and copied"};
constexpr Note kLinksFile{"links.csv", "",
                          "a line per GPU: bytes out and in, and the share of time it was busy"};

}  // namespace

Outputs ProactPlatform::outputs() const {
  return {{kTime, kKernelTime, kDrainTime, kCopyTime, kPhases, kStoreTransactions, kStoreBytes,
           kLinkPackets, kLinkBytes, gpu::kWarpInstructions, gpu::kPacketHops, kNetworkBytes,
           cluster::kSegmentsAgain, kWrongBytes, kCheckedReads, kStaleReads},
          {kPhasesFile, kLinksFile}};
}

void ProactPlatform::declare(core::ParamScope root) {
  root.add("system", system_, "machine; sets the defaults of the parameters below",
           "[PROACT21], Table I", core::one_of(system_names()));
  params_ = system_params(system_);
  // Before the declarations whose sources they replace (ParamScope::cite()).
  root.cite(params_.sources);
  choice_.context.lanes = params_.app.lanes.get();
  choice_.declare(root);
  root.add("mechanism", mechanism_name_,
           "mechanism that transfers data written by one GPU to the others",
           "[PROACT21], III-C and IV-B", core::one_of(mechanism_registry().names()));
  // The page size of cudaMalloc(); managed memory moves in smaller pages.
  if (mechanism_name_ != "um") params_.node.pages.page = core::mebibytes(2);
  root.add("check", check_,
           "whether real data is transferred and compared with the application's results",
           "test aid");
  params_.declare(root);
}

void ProactPlatform::make_app(std::uint64_t seed) {
  app_ = choice_.make(params_.node, seed);
  layout_.emplace(app_->region_bytes(), params_.node.pages.page.count(), params_.node.gpus);
}

std::uint64_t ProactPlatform::region_bytes(std::uint64_t seed) {
  make_app(seed);
  return app_->region_bytes();
}

void ProactPlatform::build(std::uint64_t seed) {
  make_app(seed);
  const MechanismEntry& entry = mechanism_entry(mechanism_name_);
  check_choices(entry, params_, check_);
  check_fit(entry, params_, *app_);
  mechanism_ = entry.make();
  data_.name = app_->name();
  data_.data = mechanism_->region(*layout_, params_.host);
  for (const auto& more :
       {app_->private_data(), mechanism_->structures(*app_, *layout_, params_.transfer)})
    data_.data.insert(data_.data.end(), more.begin(), more.end());
  if (check_) params_.node.gpu.memory.real_bytes = true;
  make_fabric(seed);
  node_ = std::make_unique<gpu::GpuNode>(
      params_.node, data_, [this](gpu::Gpu& gpu, unsigned n) { fabric_->add_port(gpu, n); });
  // After the node, because its GPUs have the ports.
  fabric_->connect();
  if (auto* client = fabric_->kernel_client()) node_->dispatcher().add_client(*client);
  timer_ = std::make_unique<HostTimer>("host");
  const MechanismContext context{*node_,           *app_,        *layout_,       *timer_,
                                 params_.transfer, params_.host, params_.proact, far_};
  mechanism_->attach(context);
  host_ = std::make_unique<HostProgram>(context, *mechanism_);
  if (!check_) return;
  region_check_ = std::make_unique<RegionCheck>(context, *mechanism_, entry.region);
  host_->on_phase([this](unsigned phase) { region_check_->phase_starts(phase); });
}

void ProactPlatform::make_fabric(std::uint64_t seed) {
  if (!params_.networked()) {
    fabric_ = gpu::make_fabric(params_.fabric, params_.node.gpus, seed);
    return;
  }
  network::ShapeIf& shape = params_.shape.build(params_.cluster.net, seed);
  auto networked = std::make_unique<NetworkedGpus>(params_.cluster, shape, seed);
  far_ = networked.get();
  fabric_ = std::move(networked);
}

std::vector<core::LinkSender> ProactPlatform::link_senders() const {
  std::vector<core::LinkSender> senders = core::link_senders();
  if (far_ == nullptr) return senders;
  for (core::LinkSender& channel : far_->cluster().network().link_senders())
    senders.push_back(std::move(channel));
  return senders;
}

Graph ProactPlatform::graph() const {
  Graph graph;
  graph.title = fmt::format(
      "{}: {}, {} per GPU and direction, {} SMs each\n"
      "{}",
      system_, fabric_->text(), core::to_text(fabric_->wire_rate()), params_.node.gpu.sms, text());
  fabric_->add_to(graph);
  return graph;
}

std::string ProactPlatform::text() const {
  return fmt::format("{}: {}; region of {}, a copy at each GPU; {}", app_->name(), app_->input(),
                     core::to_text(core::Bytes(layout_->bytes())), mechanism_name_);
}

RunProgress ProactPlatform::progress() const { return {host_->phase(), app_->phases()}; }

core::RunEndReport ProactPlatform::simulate(const core::RunLimits& limits) {
  fabric_->require_all_pairs();
  // The destructor reports slices that are still open, so it must run at the end of this function,
  // before the timeline ends.
  std::optional<LinkSlices> links;
  if (core::Timeline::active() != nullptr) links.emplace(node_->gpus());
  host_->run();
  const core::RunEndReport end = core::run_simulation(limits);
  ports_ = port_rows(*fabric_, node_->gpus(), host_->seconds());
  return end;
}

std::string ProactPlatform::table() const {
  std::string table =
      fmt::format("{}: {}\n\n{}\n{}", system_, text(),
                  phases_table(host_->times(), host_->cut_phase()), ports_table(ports_));
  for (const Result& result : checked_)
    table += fmt::format("{} {:.0f}\n", result.name, result.value);
  return table;
}

void ProactPlatform::write_files(const core::RunDirectory& directory) const {
  std::ofstream phases(directory.file(kPhasesFile.name));
  write_phases_csv(phases, host_->times());
  std::ofstream links(directory.file(kLinksFile.name));
  write_ports_csv(links, ports_);
}

std::vector<Result> ProactPlatform::results() const {
  const double second = core::to_time(1).to_seconds();
  double kernels = 0, drain = 0, copies = 0;
  std::vector<PhaseTimes> times = host_->times();
  if (const auto cut = host_->cut_phase()) times.push_back(*cut);
  for (const PhaseTimes& phase : times) {
    kernels += static_cast<double>(phase.produced - phase.launched) * second;
    drain += static_cast<double>(phase.drained - phase.produced) * second;
    copies += static_cast<double>(phase.copied) * second;
  }
  double stores = 0, remote = 0;
  double packets = 0, wire = 0;
  for (unsigned g = 0; g < node_->gpus(); ++g) {
    stores += static_cast<double>(node_->gpu(g).memory.stats().peer_writes.value());
    const gpu::FabricTraffic traffic = fabric_->traffic(g);
    packets += traffic.out.packets;
    wire += traffic.out.bytes;
    remote += static_cast<double>(node_->gpu(g).memory.stats().peer_write_bytes.value());
  }
  std::vector<Result> results{kTime.result(host_->seconds()),
                              kKernelTime.result(kernels),
                              kDrainTime.result(drain),
                              kCopyTime.result(copies),
                              kPhases.result(host_->times().size()),
                              kStoreTransactions.result(stores),
                              kStoreBytes.result(remote),
                              kLinkPackets.result(packets),
                              kLinkBytes.result(wire),
                              gpu::kWarpInstructions.result(node_->warp_instructions()),
                              gpu::kPacketHops.result(fabric_->packet_hops())};
  if (far_ != nullptr) {
    results.push_back(kNetworkBytes.result(far_->network_bytes()));
    results.push_back(cluster::kSegmentsAgain.result(far_->segments_again()));
  }
  results.insert(results.end(), checked_.begin(), checked_.end());
  return results;
}

void ProactPlatform::judge(RunOutcome& outcome) {
  if (far_ != nullptr && !far_->lost().empty()) {
    // This is no cycle of waits: data behind a failed queue pair never arrives.
    outcome.code = core::ExitCode::kDeadlock;
    outcome.reason = far_->lost() + ", so the phase cannot end\n" + outcome.reason;
    return;
  }
  // The copies of a run that was cut short may differ without any fault of the mechanism.
  if (outcome.code != core::ExitCode::kDone || !host_->finished()) return;
  std::vector<std::string> errors = mechanism_->errors().lines();
  if (const std::string refused = node_->refused(); !refused.empty()) errors.push_back(refused);
  for (std::string& error : check_region()) errors.push_back(std::move(error));
  if (errors.empty()) return;
  outcome.code = core::ExitCode::kCheckFailed;
  outcome.reason = fmt::format("{}", fmt::join(errors, "; "));
}

std::vector<std::string> ProactPlatform::check_region() {
  std::vector<std::string> errors;
  if (region_check_ == nullptr) return errors;
  const std::uint64_t wrong = region_check_->wrong_bytes();
  const std::uint64_t stale = region_check_->stale_reads();
  checked_ = {kWrongBytes.result(wrong), kCheckedReads.result(region_check_->checked_reads()),
              kStaleReads.result(stale)};
  if (wrong != 0) errors.push_back(fmt::format("{} B of the copies are wrong", wrong));
  if (stale != 0)
    errors.push_back(
        fmt::format("{} loads of stale bytes, first: {}", stale, region_check_->first_stale()));
  return errors;
}

}  // namespace gf::platforms::proact
