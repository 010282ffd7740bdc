// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tlm_models/host/mpi_library.h"
#include "workloads/messages/message_if.h"

namespace gf::model {

/// Messages of programs that call an MPI library, between buffers of one kind. Control words are
/// ordinary messages, as in osu_bw.
class MpiMessages final : public MessageIf, private MpiLibrary::Client {
 public:
  /// `gpu`: buffers are in GPU memory.
  MpiMessages(MpiLibrary& library, bool gpu) : library_(library), gpu_(gpu) {
    library.set_client(*this);
  }
  void connect(MessageClient& client) override {
    client_ = &client;
    told_ = client.waits_for_sends();
  }
  void set_size(std::uint64_t bytes) override { size_ = bytes; }

  void send(unsigned from, unsigned to, unsigned region) override {
    start({from, to, region, false, told_ ? 2u : 1u}, {from, to, size_, gpu_, told_});
  }
  void send_control(unsigned from, unsigned to) override {
    start({from, to, 0, true, 1}, {from, to, kControlBytes, gpu_});
  }

 private:
  struct Open {
    unsigned from = 0;
    unsigned to = 0;
    unsigned region = 0;
    bool control = false;
    /// Events that free its number: at the receiver and, if enabled, at the sender.
    unsigned ends = 1;
  };
  void start(const Open& open, const MpiMessage& message);
  void received(std::uint64_t number) override;
  void sent(std::uint64_t number) override;
  void end(std::uint64_t number);

  MpiLibrary& library_;
  const bool gpu_;
  bool told_ = false;  ///< The client hears of sends.
  MessageClient* client_ = nullptr;
  std::uint64_t size_ = 0;
  std::vector<Open> open_;           ///< By number.
  std::vector<std::uint64_t> free_;  ///< Unused numbers.
};

}  // namespace gf::model
