// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cards/apenet_cards.h"

#include <fmt/format.h>
#include <fstream>
#include <utility>

#include "core/base/error.h"
#include "core/run/run_dir.h"
#include "platforms/cluster/cards/bus_trace.h"
#include "platforms/refuse_ranks.h"

namespace gf::platforms::apenet {
namespace {

constexpr Note kRxTask{"rx_task", "s", "mean time of the peer's tasks that receive a packet"};
constexpr Note kPacketHops{"packet_hops", "count", "link crossings of all packets on the torus"};
constexpr Note kFirmwareTasks{"firmware_tasks", "count", "tasks that the cards' processors ended"};
constexpr Note kStagingOverruns{
    "staging_overruns", "count",
    "chunks that came while the receiver's staging buffers were in use"};
constexpr Note kBusFile{"pcie_trace.csv", "", "a line per packet on the card's bus", "trace=bus"};

ApenetClusterParams prepared(ApenetClusterParams params, const CardWatch& watch) {
  if (watch.bus) params.traced_node = static_cast<int>(watch.node);
  if (core::ranks().alone()) return params;
  if (watch.bus || watch.nios) refuse_ranks("a traced node", "only one rank has the trace");
  params.use_threads();
  return params;
}

}  // namespace

ApenetCards::ApenetCards(ApenetClusterParams params, const model::RdmaTransportParams& rdma,
                         const CardWatch& watch, std::uint64_t seed)
    : params_(prepared(std::move(params), watch)),
      rdma_(rdma),
      watch_(watch),
      cluster_(std::make_unique<ApenetCluster>(params_, seed)),
      nios_files_(std::make_unique<NiosFiles>(*cluster_)) {
  if (watch.nios) nios_files_->record(watch.node, watch.instructions);
}

std::string ApenetCards::text() const {
  return fmt::format("{}, {}, {}", to_text(params_.shape),
                     params_.node.card.gpu_p2p_tx.generation.generation, params_.node.architecture);
}

model::MessageIf& ApenetCards::make_messages(const model::MessagePath& path) {
  if (cluster_->cut() != nullptr) cluster_->cut()->carry(messages_);
  for (unsigned i = 0; i < cluster_->size(); ++i)
    messages_.add(std::make_unique<model::MessageNode>(cluster_->host(i), i, path));
  return messages_;
}

model::ClusterTransport& ApenetCards::make_transport(const model::ClusterApp& app) {
  std::vector<model::RdmaRank> ranks;
  for (unsigned i = 0; i < cluster_->size(); ++i) {
    ApenetNode& node = cluster_->node(i);
    ranks.push_back({&cluster_->host(i), params_.bytes ? &node.host_memory() : nullptr,
                     params_.bytes ? node.gpu_memory() : nullptr, cluster_->acts_here(i)});
  }
  transport_ = std::make_unique<model::RdmaTransport>("apps", rdma_, app, ranks);
  if (cluster_->cut() != nullptr) cluster_->cut()->carry(*transport_);
  return *transport_;
}

schedule::CopyMoverIf& ApenetCards::make_copies(const model::MessagePath& path,
                                                const std::vector<model::Schedule>& schedules) {
  copies_ = std::make_unique<ApenetCopies>(*cluster_, path, schedules);
  return *copies_;
}

unsigned ApenetCards::refused() const {
  if (copies_ != nullptr) return copies_->refused();
  return transport_ != nullptr ? transport_->refused() : messages_.refused();
}

void ApenetCards::require_buffers() const {
  if (refused() == 0) return;
  core::fail_config("card", "buf_list", std::to_string(params_.node.card.buf_list),
                    fmt::format("at least {}", params_.node.card.buf_list + refused()),
                    "the card refused to register a buffer because its list is full");
}

cluster::CardWork ApenetCards::work() const {
  cluster::CardWork work;
  for (unsigned i = 0; i < cluster_->size(); ++i) {
    work.processors.push_back(cluster_->card(i).nios.stats().busy.ticks());
    for (unsigned port = 0; cluster_->size() > 1 && port < model::Torus::kDirections; ++port) {
      hw::apenet::TorusPort* const out = cluster_->torus_switch(i).port(port);
      work.links.push_back(out == nullptr ? 0 : out->tx.stats().busy.ticks());
    }
  }
  return work;
}

Outputs ApenetCards::outputs() {
  return Outputs{{kRxTask, kPacketHops, kFirmwareTasks, kStagingOverruns}, {kBusFile}} +
         Outputs{BusTrace::result_notes(), NiosFiles::file_notes()};
}

void ApenetCards::append_results(std::vector<Result>& results) const {
  std::uint64_t hops = 0, tasks = 0;
  for (unsigned i = 0; i < cluster_->size(); ++i) {
    tasks += cluster_->card(i).nios.stats().tasks.value();
    if (cluster_->size() > 1) hops += cluster_->torus_switch(i).stats().forwarded.value();
  }
  const hw::apenet::Processor::Stats& nios = cluster_->card(watch_.peer).nios.stats();
  const double rx = nios.busy_rx.value().to_seconds();
  const auto rx_tasks = static_cast<double>(nios.rx_tasks.value());
  results.push_back(kRxTask.result(rx_tasks > 0 ? rx / rx_tasks : 0));
  results.push_back(kPacketHops.result(hops));
  results.push_back(kFirmwareTasks.result(tasks));
  results.push_back(
      kStagingOverruns.result(core::ranks().sum(std::uint64_t{messages_.overruns()})));
  if (analyser() != nullptr)
    BusTrace(analyser()->records(), cluster_->node(watch_.node)).append_results(results);
}

void ApenetCards::write_files(const core::RunDirectory& directory) const {
  nios_files_->write(directory);
  if (analyser() == nullptr) return;
  const BusTrace trace(analyser()->records(), cluster_->node(watch_.node));
  std::ofstream csv(directory.file(kBusFile.name));
  trace.write_csv(csv);
  trace.draw();
}

}  // namespace gf::platforms::apenet
