// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/ticks.h"
#include "platforms/platform.h"
#include "platforms/schedule/copy_mover_if.h"
#include "tlm_models/host/isolated_put.h"
#include "workloads/messages/benchmark.h"
#include "workloads/nodes/cluster_transport.h"

namespace gf::platforms::cluster {

/// Busy time so far of the parts of cards that may limit messages; empty: the kind has none.
struct CardWork {
  std::vector<core::Ticks> processors;  ///< By node.
  std::vector<core::Ticks> links;       ///< Outgoing, by node and port.
};

/// Nodes that cards of one kind join, with the host software that drives the cards. After its
/// construction call one of make_messages(), make_transport() and make_copies(), once.
class CardIf {
 public:
  virtual ~CardIf() = default;
  [[nodiscard]] virtual Graph graph() const = 0;
  [[nodiscard]] virtual std::string network() const = 0;  ///< "APEnet+".
  [[nodiscard]] virtual std::string text() const = 0;     ///< Of the machine: "4x2x1, v3, fermi".

  /// Makes the messages of a benchmark's programs.
  virtual model::MessageIf& make_messages(const model::MessagePath& path) = 0;
  /// Makes the transport of an application, whose ranks are the nodes.
  virtual model::ClusterTransport& make_transport(const model::ClusterApp& app) = 0;
  /// Makes the mover of the copies of `schedules`. Throws UserError if the kind has none.
  virtual schedule::CopyMoverIf& make_copies(const model::MessagePath& path,
                                             const std::vector<model::Schedule>& schedules) = 0;
  /// Returns a benchmark that only repeats a call of an earlier run; null: the kind cannot. Call
  /// after make_messages().
  [[nodiscard]] virtual std::unique_ptr<model::Benchmark> make_alone(const model::IsolatedPut&) {
    return nullptr;
  }

  /// Throws UserError if a card refused to register a buffer.
  virtual void require_buffers() const {}
  /// Ends a run in which messages did not arrive, because of `cause`.
  [[noreturn]] virtual void fail_lost(const std::string& cause) = 0;
  [[nodiscard]] virtual CardWork work() const { return {}; }
  virtual void append_results(std::vector<Result>& /*results*/) const {}
  virtual void write_files(const core::RunDirectory& /*directory*/) const {}
};

}  // namespace gf::platforms::cluster
