// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/msccl_program.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>

namespace gf::model {
namespace {

using MscclTasks = std::vector<unsigned>;

class MscclRun {
 public:
  MscclRun(CollectiveBuilder& builder, const MscclFile& file, const sc_core::sc_time& launch)
      : builder_(builder),
        file_(file),
        chunk_(builder.collective().elements / file.chunks),
        launches_(add_launches(builder, launch)) {
    for (unsigned rank = 0; rank < builder.ranks(); ++rank) {
      const std::uint64_t count = file.scratch[rank] * chunk_;
      scratch_.push_back(count == 0 ? 0 : builder.scratch(rank, count).first);
      running_.emplace_back(file.blocks[rank].size());
    }
  }

  void run() {
    for (std::uint64_t at = 0; at < chunk_; at += file_.protocol.chunk) {
      loop_ = {at, std::min(at + file_.protocol.chunk, chunk_)};
      for (auto& blocks : running_)
        for (Running& block : blocks) block.begin_loop();
      while (advance_all()) {
      }
      check_ended();
    }
  }

 private:
  static void append(MscclTasks& to, const MscclTasks& more) {
    to.insert(to.end(), more.begin(), more.end());
  }
  /// A block, in one loop over its steps.
  struct Running {
    std::size_t step = 0;
    std::size_t piece = 0;  ///< Of the step.
    MscclTasks pieces;      ///< The tasks of the step so far.
    /// For which this step and those before it wait. Each slice names all of them: its elements
    /// count as read when its tasks have ended, not when its turn comes.
    std::set<unsigned> waits;
    std::vector<MscclTasks> ends;                        ///< By step: the tasks that end it.
    std::vector<std::pair<Elements, unsigned>> written;  ///< In its rank's memory, by which task.
    bool launched = false;
    void begin_loop() {
      const bool was = launched;
      *this = {};
      launched = was;
    }
  };
  struct Connection {
    Elements buffer;                                       ///< At the receiver.
    std::vector<std::pair<unsigned, std::uint64_t>> sent;  ///< MscclTasks, and how many elements.
    MscclTasks received;
  };
  enum class Wait { kNone, kStep, kData, kPlace };

  Connection& connection(unsigned from, unsigned to, unsigned channel) {
    return connections_[{from, to, channel}];
  }
  [[nodiscard]] bool joins(const MscclBlock& block, std::size_t step) const {
    if (step == 0) return false;
    const MscclStep &one = block.steps[step], &before = block.steps[step - 1];
    return one.reduces && before.reduces && !one.after && one.to == before.to &&
           one.to_chunk == before.to_chunk && one.count == before.count;
  }

  /// Returns the elements that a step moves at once, relative to the first of its chunks.
  [[nodiscard]] std::vector<ElementRange> pieces_of(const MscclStep& step) const {
    const std::uint64_t together = std::max<std::uint64_t>(file_.protocol.chunk / chunk_, 1);
    std::vector<ElementRange> pieces;
    for (std::uint64_t chunk = 0; chunk < step.count; chunk += together) {
      const std::uint64_t more = std::min(together, step.count - chunk) - 1;
      const std::uint64_t end = (chunk + more) * chunk_ + loop_.end;
      const bool cut = step.sends || step.receives;
      const std::uint64_t first = chunk * chunk_ + loop_.first;
      const std::uint64_t slice = cut ? file_.protocol.slice_of(end - first) : end - first;
      for (std::uint64_t at = first; at < end; at += slice)
        pieces.push_back({at, std::min(at + slice, end)});
    }
    return pieces;
  }

  bool advance_all() {
    bool moved = false;
    for (unsigned rank = 0; rank < builder_.ranks(); ++rank)
      for (unsigned block = 0; block < running_[rank].size(); ++block)
        while (advance(rank, block)) moved = true;
    return moved;
  }

  /// Returns what the block's next slice waits for.
  Wait wait_of(unsigned rank, unsigned number) {
    const Running& now = running_[rank][number];
    const MscclBlock& block = file_.blocks[rank][number];
    const MscclStep& step = block.steps[now.step];
    if (step.after && running_[rank][step.after->first].ends.size() <= step.after->second)
      return Wait::kStep;
    if (step.receives) {
      const Connection& in = connection(*block.receives_from, rank, block.channel);
      if (in.received.size() >= in.sent.size()) return Wait::kData;
    }
    if (step.sends) {
      const Connection& out = connection(rank, *block.sends_to, block.channel);
      if (out.sent.size() >= out.received.size() + file_.protocol.window) return Wait::kPlace;
    }
    return Wait::kNone;
  }

  /// Adds the next slice of a block. Returns whether it could.
  bool advance(unsigned rank, unsigned number) {
    Running& now = running_[rank][number];
    const MscclBlock& block = file_.blocks[rank][number];
    if (now.step == block.steps.size() || wait_of(rank, number) != Wait::kNone) return false;
    const MscclStep& step = block.steps[now.step];
    const MscclTasks awaited =
        step.after ? running_[rank][step.after->first].ends[step.after->second] : MscclTasks();
    now.waits.insert(awaited.begin(), awaited.end());
    if (step.count == 0) {
      MscclTasks ends = now.ends.empty() ? MscclTasks() : now.ends.back();
      append(ends, awaited);
      now.ends.push_back(std::move(ends));
      ++now.step;
      return true;
    }
    std::size_t joined = 1;
    while (now.step + joined < block.steps.size() && joins(block, now.step + joined)) ++joined;
    const std::vector<ElementRange> pieces = pieces_of(step);
    now.pieces.push_back(add(rank, number, joined, pieces[now.piece]));
    if (++now.piece < pieces.size()) return true;
    for (; joined > 0; --joined, ++now.step) now.ends.push_back(now.pieces);
    now.pieces.clear();
    now.piece = 0;
    return true;
  }

  [[nodiscard]] Elements elements(unsigned rank, RankBuffer buffer, std::uint64_t chunk,
                                  const ElementRange& piece) const {
    const std::uint64_t base = buffer == RankBuffer::kScratch ? scratch_[rank] : 0;
    return {rank, buffer, base + chunk * chunk_ + piece.first, piece.count()};
  }

  /// Returns the task.
  unsigned add(unsigned rank, unsigned number, std::size_t joined, const ElementRange& piece) {
    Running& now = running_[rank][number];
    const MscclBlock& block = file_.blocks[rank][number];
    const MscclStep& step = block.steps[now.step];
    const ChannelProtocol& protocol = file_.protocol;
    Slice slice;
    slice.channel = number;
    slice.window = protocol.window;
    const bool crosses = step.sends || step.receives;
    slice.wire = crosses ? protocol.wire : 1;
    slice.data = crosses ? protocol.data : 1;
    DataMove& move = slice.move;
    MscclTasks after(now.waits.begin(), now.waits.end());
    Connection* in = nullptr;
    Connection* out = nullptr;
    if (step.reduces) move.reads.push_back(elements(rank, step.to, step.to_chunk, piece));
    for (std::size_t i = now.step; step.takes && i < now.step + joined; ++i)
      move.reads.push_back(elements(rank, block.steps[i].from, block.steps[i].from_chunk, piece));
    if (step.receives) {
      in = &connection(*block.receives_from, rank, block.channel);
      const auto& [task, count] = in->sent[in->received.size()];
      if (count != piece.count())
        step.place.fail(fmt::format("{} elements are received from GPU {} where it sends {}",
                                    piece.count(), *block.receives_from, count),
                        "the same number of chunks (cnt) at both ends");
      after.push_back(task);
      slice.received.push_back(task);
      move.reads.push_back(
          slice_place(builder_, protocol, in->buffer, rank, in->received.size(), count));
    }
    if (step.puts) move.writes.push_back(elements(rank, step.to, step.to_chunk, piece));
    if (step.sends) {
      out = &connection(rank, *block.sends_to, block.channel);
      const std::size_t sent = out->sent.size();
      if (sent >= protocol.window) after.push_back(out->received[sent - protocol.window]);
      move.writes.push_back(
          slice_place(builder_, protocol, out->buffer, *block.sends_to, sent, piece.count()));
    }
    wait_for_writes(now, move, after);
    if (!launches_.empty() && !now.launched) after.push_back(launches_[rank]);
    now.launched = true;
    const bool puts = step.puts;
    const Elements put = puts ? move.writes.front() : Elements{};
    const unsigned task = builder_.add(std::move(slice), std::move(after));
    if (puts) now.written.emplace_back(put, task);
    if (in != nullptr) in->received.push_back(task);
    if (out != nullptr) out->sent.emplace_back(task, piece.count());
    return task;
  }

  /// A block's slice may begin when those before it are stored. What it reads must be in memory.
  void wait_for_writes(const Running& now, const DataMove& move, MscclTasks& after) const {
    const auto memory = [&](RankBuffer buffer) {
      const bool one = builder_.collective().in_place && buffer == RankBuffer::kOutput;
      return one ? RankBuffer::kInput : buffer;
    };
    for (const auto& [put, task] : now.written)
      for (const Elements& read : move.reads)
        if (read.rank == put.rank && memory(read.buffer) == memory(put.buffer) &&
            read.first < put.first + put.count && put.first < read.first + read.count)
          after.push_back(task);
  }

  void check_ended() {
    for (unsigned rank = 0; rank < builder_.ranks(); ++rank)
      for (unsigned number = 0; number < running_[rank].size(); ++number) {
        const MscclBlock& block = file_.blocks[rank][number];
        const Running& now = running_[rank][number];
        if (now.step == block.steps.size()) continue;
        const MscclStep& step = block.steps[now.step];
        const Wait wait = wait_of(rank, number);
        step.place.fail(
            fmt::format(
                "step {} of thread block {} of GPU {} waits for ever, {}", now.step, number, rank,
                wait == Wait::kStep
                    ? fmt::format("for step {} of block {}", step.after->second, step.after->first)
                : wait == Wait::kData ? fmt::format("for data of GPU {}", *block.receives_from)
                                      : fmt::format("for GPU {} to receive", *block.sends_to)),
            "an order in which each step can end");
      }
    for (const auto& [ends, one] : connections_)
      if (one.sent.size() != one.received.size())
        file_.place.fail(
            fmt::format("GPU {} sends {} times to GPU {} on channel {}, which receives "
                        "{} times",
                        std::get<0>(ends), one.sent.size(), std::get<1>(ends), std::get<2>(ends),
                        one.received.size()),
            "the same number of steps at both ends");
  }

  CollectiveBuilder& builder_;
  const MscclFile& file_;
  const std::uint64_t chunk_;  ///< Elements.
  const MscclTasks launches_;
  std::vector<std::uint64_t> scratch_;         ///< By rank: its first element.
  std::vector<std::vector<Running>> running_;  ///< By rank and block.
  std::map<std::tuple<unsigned, unsigned, unsigned>, Connection> connections_;
  ElementRange loop_;  ///< Of a chunk.
};

}  // namespace

void run_msccl(CollectiveBuilder& builder, const MscclFile& file, const sc_core::sc_time& launch) {
  MscclRun(builder, file, launch).run();
}

}  // namespace gf::model
