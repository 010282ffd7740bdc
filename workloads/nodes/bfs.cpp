// SPDX-License-Identifier: Apache-2.0
#include "workloads/nodes/bfs.h"

#include <algorithm>
#include <cstring>

#include "core/base/error.h"
#include "core/base/parcel_bytes.h"
#include "core/base/random.h"
#include "core/base/time_limits.h"
#include "workloads/graphs/search.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kCountBytes = 8;

}  // namespace

Bfs::Bfs(const BfsParams& params)
    : params_(params),
      graph_(graph500(params.scale, params.edge_factor, params.seed)),
      parent_(graph_.rows(), kNoVertex),
      ranks_(params.ranks) {
  GF_CHECK(params.ranks > 0, "no ranks");
  choose_root();
  make_channels();
  parent_[root_] = root_;
  ranks_[owner(root_)].frontier.push_back(root_);
  for (Rank& rank : ranks_) {
    rank.frontiers = 1;
    if (params.filter) rank.sent.resize(graph_.rows());
  }
}

void Bfs::choose_root() {
  core::RandomStream random(params_.seed, "bfs.root");
  // Graph500 requires this: a search from a vertex without edges measures nothing.
  do {
    root_ = static_cast<std::uint32_t>(random.below(graph_.rows()));
  } while (graph_.degree(root_) == 0);
}

void Bfs::make_channels() {
  const unsigned ranks = params_.ranks;
  std::vector<std::uint64_t> edges(std::size_t{ranks} * ranks);
  for (std::uint32_t v = 0; v < graph_.rows(); ++v) {
    for (std::uint32_t k = graph_.row_begin[v]; k < graph_.row_begin[v + 1]; ++k) {
      ++edges[owner(v) * ranks + owner(graph_.column[k])];
    }
  }
  for (unsigned from = 0; from < ranks; ++from) {
    for (unsigned to = 0; to < ranks; ++to) {
      const std::uint64_t most = kCountBytes + edges[from * ranks + to] * sizeof(Candidate);
      if (to != from) channels_.push_back({from, to, most});
    }
  }
}

bool Bfs::next(unsigned rank, AppStep& step) {
  Rank& r = ranks_[rank];
  if (r.claims) {
    claim(rank, step);
  } else {
    // This is the sum over all ranks, and every rank knows it. All ranks therefore end in the same
    // step, and none waits for a rank that has ended.
    if (r.frontiers == 0) return false;
    expand(rank, step);
  }
  r.claims = !r.claims;
  step.arrivals = params_.ranks - 1;
  return true;
}

void Bfs::expand(unsigned rank, AppStep& step) {
  Rank& r = ranks_[rank];
  std::vector<Candidates> lists(params_.ranks);
  std::uint64_t edges = 0;
  for_each_edge(graph_, r.frontier, [&](std::uint32_t v, std::uint32_t k) {
    const std::uint32_t w = graph_.column[k];
    ++edges;
    if (params_.filter) {
      if (r.sent[w]) return;
      r.sent[w] = true;
    }
    lists[owner(w)].push_back({w, v});
  });
  step.first = kernel(
      core::repeated(params_.edge, double(edges), "expanding edges (app.edge)") +
      core::repeated(params_.vertex, double(r.frontier.size()), "expanding vertices (app.vertex)"));
  r.candidates = std::move(lists[rank]);
  send(rank, 0, &lists, step);
  ++r.levels;
}

void Bfs::claim(unsigned rank, AppStep& step) {
  Rank& r = ranks_[rank];
  r.frontier.clear();
  for (const Candidate& candidate : r.candidates)
    model::claim(candidate.vertex, candidate.parent, parent_, r.frontier);
  step.first = kernel(
      core::repeated(params_.claim, double(r.candidates.size()), "claiming vertices (app.claim)"));
  r.candidates.clear();
  r.frontiers = r.frontier.size();
  send(rank, r.frontiers, nullptr, step);
}

sc_core::sc_time Bfs::kernel(const sc_core::sc_time& work) const {
  // A kernel with almost no work still takes the minimum time.
  return std::max(work, params_.kernel.get());
}

void Bfs::send(unsigned rank, std::uint64_t count, const std::vector<Candidates>* lists,
               AppStep& step) const {
  for (unsigned k = 1; k < params_.ranks; ++k) {
    // Each rank begins with the next one; otherwise all would send to rank 0 first.
    const unsigned to = (rank + k) % params_.ranks;
    AppMessage message{channel(rank, to), kCountBytes, {}};
    const Candidates none;
    const Candidates& list = lists == nullptr ? none : (*lists)[to];
    // A claim sends the size of the frontier instead, without a list.
    if (lists != nullptr) count = list.size();
    message.bytes += list.size() * sizeof(Candidate);
    message.contents.resize(message.bytes);
    std::memcpy(message.contents.data(), &count, kCountBytes);
    if (!list.empty()) {
      std::memcpy(message.contents.data() + kCountBytes, list.data(),
                  list.size() * sizeof(Candidate));
    }
    step.messages.push_back(std::move(message));
  }
}

/// Throws because memory does not hold the data that was sent. A completion event in host memory
/// does not wait for data whose TLPs the GPU's link is still retransmitting.
void Bfs::fail_overtaken(unsigned channel) const {
  const AppChannel& c = channels_[channel];
  throw core::UserError(
      core::ExitCode::kCheckFailed,
      "a message from rank " + std::to_string(c.from) + " to rank " + std::to_string(c.to) +
          " was read before all of its data were in memory: errors of a PCIe link delayed them and "
          "their completion event came first; expected node links without bit errors while bytes = "
          "true; lower *.pcie.bit_error_rate, or set bytes = false");
}

void Bfs::receive(unsigned channel, const std::vector<std::uint8_t>& contents) {
  Rank& r = ranks_[channels_[channel].to];
  std::uint64_t count = 0;
  std::memcpy(&count, contents.data(), kCountBytes);
  if (!r.claims) {  // the ending step was a claim: the messages are frontier sizes
    r.frontiers += count;
    return;
  }
  if (contents.size() != kCountBytes + count * sizeof(Candidate)) fail_overtaken(channel);
  if (count == 0) return;
  const std::size_t had = r.candidates.size();
  r.candidates.resize(had + count);
  std::memcpy(r.candidates.data() + had, contents.data() + kCountBytes, count * sizeof(Candidate));
}

std::string Bfs::packed_by(unsigned rank) const {
  std::string said;
  core::ByteWriter writer(said);
  for (std::size_t v = rank; v < parent_.size(); v += params_.ranks) writer.put(parent_[v]);
  return said;
}

void Bfs::take(unsigned rank, const std::string& said) {
  core::ByteReader reader(said);
  for (std::size_t v = rank; v < parent_.size(); v += params_.ranks)
    parent_[v] = reader.get<std::uint32_t>();
}

}  // namespace gf::model
