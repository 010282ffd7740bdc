// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <tlm>
#include <vector>

namespace gf::model {

/// Memory manager of generic payloads, which the base protocol's nb_transport needs. Payloads come
/// with one reference taken and return here when the last is released. `Payload`: the generic
/// payload, or a derived class in which its owner adds the meaning of the transaction.
template <class Payload>
class PayloadPoolOf final : public tlm::tlm_mm_interface {
 public:
  Payload& make() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<Payload>());
      all_.back()->set_mm(this);
      free_.push_back(all_.back().get());
    }
    Payload* payload = free_.back();
    free_.pop_back();
    payload->acquire();
    return *payload;
  }

  void free(tlm::tlm_generic_payload* payload) override {
    payload->reset();
    free_.push_back(static_cast<Payload*>(payload));
  }

  [[nodiscard]] std::size_t in_use() const { return all_.size() - free_.size(); }

 private:
  std::vector<std::unique_ptr<Payload>> all_;
  std::vector<Payload*> free_;
};
using PayloadPool = PayloadPoolOf<tlm::tlm_generic_payload>;

}  // namespace gf::model
