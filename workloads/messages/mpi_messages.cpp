// SPDX-License-Identifier: Apache-2.0
#include "workloads/messages/mpi_messages.h"

namespace gf::model {

void MpiMessages::start(const Open& open, const MpiMessage& message) {
  if (free_.empty()) {
    free_.push_back(open_.size());
    open_.emplace_back();
  }
  const std::uint64_t number = free_.back();
  free_.pop_back();
  open_[number] = open;
  library_.send(number, message);
}

void MpiMessages::received(std::uint64_t number) {
  const Open open = open_[number];
  end(number);
  if (open.control)
    client_->control_received(open.to);
  else
    client_->message_received(open.to, open.region);
}

void MpiMessages::sent(std::uint64_t number) {
  const unsigned from = open_[number].from;
  end(number);
  client_->message_sent(from);
}

void MpiMessages::end(std::uint64_t number) {
  if (--open_[number].ends == 0) free_.push_back(number);
}

}  // namespace gf::model
