// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "core/base/ring.h"
#include "core/ranks/rank_notes.h"
#include "tlm_models/host/rdma_host.h"
#include "workloads/messages/message_if.h"

namespace gf::model {

/// How a program's messages move between buffers; the same for all nodes.
struct MessagePath {
  bool from_gpu = false;  ///< Source buffers are in GPU memory.
  bool to_gpu = false;    ///< Destination buffers are in GPU memory.
  /// GPU data is copied to host memory before the PUT: cudaMemcpy, then PUT.
  bool stage_source = false;
  bool stage_destination = false;  ///< GPU data arrives in host memory: cudaMemcpy after arrival.
  bool bar1 = false;               ///< GPU memory is read through BAR1.
  std::uint64_t chunk = 0;         ///< Staging: bytes per copy; 0: the whole message.
  unsigned slots = 1;              ///< Staging: buffers per region, one chunk each.

  [[nodiscard]] bool staged() const { return stage_source || stage_destination; }
};

/// Sends and receives the messages of one node's program by RDMA PUTs, with staging if the path
/// requires it. A node has one source buffer, `regions` destination regions (one per concurrent
/// sender) and a control word in host memory.
/// Timing: that of RdmaHost's calls. With staging, a piece is copied out when one of `slots`
/// buffers is free and put when the copy has returned. Its buffer is free again when the card
/// reports kSent. The receiver copies the pieces in one after the other.
/// A timeline shows each message from send() until it has completely arrived, with overlapping
/// messages side by side.
/// Not modelled: flow control of the receiver's staging buffers; `overruns` counts the pieces that
/// arrived when all of them were in use.
class MessageNode final : public RdmaHost::Program {
 public:
  MessageNode(RdmaHost& host, unsigned node, const MessagePath& path);
  void connect(MessageClient& client) { client_ = &client; }
  /// Registers the buffers, which takes simulated time. `largest`: size of the largest message. The
  /// destination becomes entry number `place`, counted from 1, of the card's buffer list.
  void prepare(std::uint64_t largest, unsigned regions, unsigned place);
  /// Sets the size of messages from now on. No message may be under way.
  void set_size(std::uint64_t bytes);

  /// Sends a message. Only one sender at a time may use a region of a node.
  void send(MessageNode& to, unsigned region);
  /// For a timeline: records that a message of node `from` has been on its way to this node since
  /// `since`.
  void comes(unsigned from, unsigned region, core::Ticks since) {
    regions_[region].begun.push({from, since});
  }
  void send_control(const MessageNode& to);
  /// Repeats a PUT of an earlier run; its buffers are those of prepare().
  void repeat_put(const RdmaHost::Put& put);

  /// Registrations refused because the list was full.
  [[nodiscard]] unsigned refused() const { return refused_; }
  /// Pieces that were dropped or caused a fault.
  [[nodiscard]] unsigned failed() const { return failed_; }
  [[nodiscard]] unsigned overruns() const { return overruns_; }

 private:
  struct Piece {
    const MessageNode* to = nullptr;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    unsigned region = 0;
    unsigned slot = 0;  ///< Destination staging buffer.
    bool last = false;
  };
  struct Open {
    RdmaMessageId message;
    bool control;
    bool last;
  };
  struct Begun {
    unsigned from = 0;
    core::Ticks at = 0;
  };
  struct Region {
    unsigned next_slot = 0;  ///< Staging buffer that its sender will use next.
    unsigned arrived = 0;    ///< Pieces of the current message that have arrived.
    unsigned whole = 0;      ///< Pieces of it that are in the destination buffer.
    unsigned in_copy = 0;
    core::Ring<Begun> begun;  ///< Messages under way; for a timeline.
  };
  void event(const RdmaEvent& event) override;
  void returned(std::uint64_t tag) override;
  void sent(const RdmaEvent& event);
  void arrived(const RdmaEvent& event);
  void piece_whole(unsigned region);
  void report(Region& region) const;  ///< Adds the completed message to the timeline.
  void pump();                        ///< Starts copies from the GPU while slots are free.
  void put(const Piece& piece, std::uint64_t source);
  Open take_open(RdmaMessageId message);
  std::uint64_t register_some(std::uint64_t bytes, bool gpu);
  [[nodiscard]] std::uint64_t piece_bytes() const { return path_.chunk == 0 ? size_ : path_.chunk; }
  [[nodiscard]] unsigned pieces() const;
  [[nodiscard]] std::uint64_t destination(const Piece& piece) const;

  RdmaHost& host_;
  const unsigned node_;
  const MessagePath path_;
  MessageClient* client_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t source_ = 0;       ///< Source buffer of messages, or the staging buffer for them.
  std::uint64_t destination_ = 0;  ///< First byte of the regions written by PUTs.
  std::uint64_t stride_ = 0;       ///< Distance between regions.
  std::uint64_t slot_bytes_ = 0;
  std::uint64_t control_ = 0;
  std::vector<Region> regions_;
  core::Ring<Piece> waiting_;  ///< Staging: not yet copied from the GPU.
  core::Ring<Piece> copying_;
  unsigned free_slots_;
  unsigned next_slot_ = 0;
  core::Ring<Open> open_host_;  ///< Messages the host describes that have no kSent yet, in order.
  core::Ring<Open> open_gpu_;   ///< The same for messages that the card reads from GPU memory.
  unsigned refused_ = 0;
  unsigned failed_ = 0;
  unsigned overruns_ = 0;
};

/// Tells the receiver's rank since when a message has been under way.
struct BegunNote {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t region;
  core::Ticks at;
};

/// The nodes of a cluster whose cards transport the messages. If several ranks share the nodes,
/// each rank has and prepares all of them, but each node sends and receives on one rank only.
class MessageNodes final : public MessageIf, public core::RankNotesOf<BegunNote> {
 public:
  /// `acts_here`: whether the node with this number runs in this process.
  explicit MessageNodes(std::function<bool(unsigned)> acts_here = [](unsigned) { return true; })
      : acts_here_(std::move(acts_here)) {}
  void add(std::unique_ptr<MessageNode> node) { nodes_.push_back(std::move(node)); }
  [[nodiscard]] MessageNode& operator[](std::size_t i) const { return *nodes_[i]; }

  void connect(MessageClient& client) override {
    for (const auto& node : nodes_) node->connect(client);
  }
  void prepare(std::uint64_t largest, unsigned regions, unsigned place) override {
    for (const auto& node : nodes_) node->prepare(largest, regions, place);
  }
  void set_size(std::uint64_t bytes) override {
    for (const auto& node : nodes_) node->set_size(bytes);
  }
  [[nodiscard]] bool acts_here(unsigned node) const override { return acts_here_(node); }
  void send(unsigned from, unsigned to, unsigned region) override;
  void send_control(unsigned from, unsigned to) override {
    nodes_[from]->send_control(*nodes_[to]);
  }
  [[nodiscard]] unsigned refused() const override {
    unsigned most = 0;
    for (const auto& node : nodes_) most = std::max(most, node->refused());
    return most;
  }
  [[nodiscard]] unsigned failed() const override { return sum(&MessageNode::failed); }
  [[nodiscard]] unsigned overruns() const override { return sum(&MessageNode::overruns); }

 private:
  void take(const BegunNote& note) override {
    if (acts_here(note.to)) nodes_[note.to]->comes(note.from, note.region, note.at);
  }
  [[nodiscard]] unsigned sum(unsigned (MessageNode::*count)() const) const {
    unsigned all = 0;
    for (const auto& node : nodes_) all += (*node.*count)();
    return all;
  }

  const std::function<bool(unsigned)> acts_here_;
  std::vector<std::unique_ptr<MessageNode>> nodes_;
};

}  // namespace gf::model
