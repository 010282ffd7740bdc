// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <utility>
#include <vector>

#include "core/base/ring.h"
#include "core/ranks/rank_notes.h"
#include "tlm_models/host/rdma_host.h"
#include "workloads/messages/message_net_if.h"

namespace gf::model {

/// How a program's messages go from buffer to buffer; the same for all nodes.
struct MessagePath {
  bool from_gpu = false;           ///< Source buffers are in GPU memory.
  bool to_gpu = false;             ///< Destination buffers are.
  bool stage_source = false;       ///< A GPU's source goes by host memory: cudaMemcpy, then PUT.
  bool stage_destination = false;  ///< A GPU's destination does: cudaMemcpy after arrival.
  bool bar1 = false;               ///< GPU memory is read through BAR1.
  std::uint64_t chunk = 0;         ///< Staging: bytes copied at a time; 0: the whole message.
  unsigned slots = 1;              ///< Staging: buffers of a chunk for each region.

  [[nodiscard]] bool staged() const { return stage_source || stage_destination; }
};

/// Messages of one node's program over RDMA PUTs: its buffers, and staging where the path says so.
/// A node has one source buffer, `regions` destination regions (one a sender that may send at the
/// same time) and a control word in host memory.
/// Timing: that of RdmaHost's calls. With staging a piece is copied out when one of `slots` buffers
/// is free, put when the copy has returned, and its buffer is free when the card says kSent; the
/// receiver copies each piece in, one after the other.
/// A timeline shows each message from send() until it is whole, beside those on their way with it.
/// Not modelled: flow control of the receiver's staging buffers; `overruns` counts pieces that
/// arrived when all of theirs were in use.
class MessageNode final : public RdmaHost::Program {
 public:
  MessageNode(RdmaHost& host, unsigned node, const MessagePath& path);
  void connect(MessageClient& client) { client_ = &client; }
  /// Calls for registration; they take their time. `largest` message; the destination is entry
  /// number `place`, from 1, of the card's buffer list.
  void prepare(std::uint64_t largest, unsigned regions, unsigned place);
  /// Messages from now on have `bytes`. Nothing may be under way.
  void set_size(std::uint64_t bytes);

  /// One sender only uses a region of a node at a time.
  void send(MessageNode& to, unsigned region);
  /// For a timeline: a message of node `from` is on its way to this one.
  void comes(unsigned from, unsigned region, core::Ticks since) {
    regions_[region].begun.push({from, since});
  }
  void send_control(const MessageNode& to);
  /// A PUT of a run, made again by itself; its buffers are those of prepare().
  void put_alone(const RdmaHost::Put& put);

  [[nodiscard]] unsigned refused() const { return refused_; }  ///< Registrations: list full.
  [[nodiscard]] unsigned failed() const { return failed_; }    ///< Pieces dropped or at fault.
  [[nodiscard]] unsigned overruns() const { return overruns_; }

 private:
  struct Piece {
    const MessageNode* to = nullptr;
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    unsigned region = 0;
    unsigned slot = 0;  ///< Staging buffer that it goes to.
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
    unsigned arrived = 0;    ///< Of the message that comes.
    unsigned whole = 0;      ///< Of these, where they belong.
    unsigned in_copy = 0;
    core::Ring<Begun> begun;  ///< Messages on their way; for a timeline.
  };
  void event(const RdmaEvent& event) override;
  void returned(std::uint64_t tag) override;
  void sent(const RdmaEvent& event);
  void arrived(const RdmaEvent& event);
  void piece_whole(unsigned region);
  void report(Region& region) const;  ///< The message that is whole, to the timeline.
  void pump();                        ///< Starts the next copy from the GPU if a slot is free.
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
  std::uint64_t source_ = 0;       ///< Where messages are, or where staging copies them to.
  std::uint64_t destination_ = 0;  ///< First byte of the regions that PUTs write.
  std::uint64_t stride_ = 0;       ///< From region to region.
  std::uint64_t slot_bytes_ = 0;
  std::uint64_t control_ = 0;
  std::vector<Region> regions_;
  core::Ring<Piece> waiting_;  ///< Staging: not yet copied from the GPU.
  core::Ring<Piece> copying_;
  unsigned free_slots_;
  unsigned next_slot_ = 0;
  core::Ring<Open> open_host_;  ///< Messages by descriptor, without their kSent: in order ...
  core::Ring<Open> open_gpu_;   ///< ... as are those that the card reads from GPU memory.
  unsigned refused_ = 0;
  unsigned failed_ = 0;
  unsigned overruns_ = 0;
};

/// To the rank of its receiver: a message is on its way since.
struct BegunNote {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t region;
  core::Ticks at;
};

/// The nodes of a cluster whose cards carry their messages. Where several ranks share out the nodes
/// all of them have all, and prepare all; a node sends and receives in one of them.
class MessageNodes final : public MessageNetIf, public core::RankNotesOf<BegunNote> {
 public:
  /// `acts_here`: of a node by its number.
  explicit MessageNodes(std::function<bool(unsigned)> acts_here = [](unsigned) { return true; })
      : acts_here_(std::move(acts_here)) {}
  void add(std::unique_ptr<MessageNode> node) { nodes_.push_back(std::move(node)); }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] MessageNode& operator[](std::size_t i) const { return *nodes_[i]; }
  [[nodiscard]] auto begin() const { return nodes_.begin(); }
  [[nodiscard]] auto end() const { return nodes_.end(); }

  [[nodiscard]] bool acts_here(unsigned node) const override { return acts_here_(node); }
  void send(unsigned from, unsigned to, unsigned region) override;
  void send_control(unsigned from, unsigned to) override {
    nodes_[from]->send_control(*nodes_[to]);
  }

 private:
  void take(const BegunNote& note) override {
    if (acts_here(note.to)) nodes_[note.to]->comes(note.from, note.region, note.at);
  }

  const std::function<bool(unsigned)> acts_here_;
  std::vector<std::unique_ptr<MessageNode>> nodes_;
};

}  // namespace gf::model
