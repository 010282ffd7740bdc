// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::model {

/// Interface of driver and network card with queue pairs: the verbs of InfiniBand's reliable
/// connections (InfiniBand Architecture Specification, volume 1, chapters 9 to 11).

using QueuePairNumber = std::uint32_t;
using WorkId = std::uint64_t;  ///< Chosen by the poster.

enum class WorkKind : std::uint8_t {
  kWrite,  ///< Writes local bytes to a remote address.
  kRead,   ///< Reads remote bytes to a local address.
  kSend,   ///< Sends local bytes to the first posted receive buffer at the other end.
};

/// One entry of a send queue. Addresses are bus addresses of the card's tree.
struct WorkRequest {
  WorkKind kind = WorkKind::kWrite;
  WorkId id = 0;
  std::uint64_t local = 0;
  std::uint64_t remote = 0;  ///< Unused by a send.
  std::uint64_t bytes = 0;   ///< 0: an empty message.
  bool signaled = true;      ///< Gives a completion here at its end; a failure always does.
  bool immediate = false;    ///< Write only: gives a completion at the other end.
  std::uint64_t value = 0;   ///< Content of that completion.
  std::uint32_t copy = ~0u;  ///< Number of the copy in a CopyJournal; ~0: none.
};

/// One entry of a receive queue: a buffer for one send.
struct ReceiveRequest {
  WorkId id = 0;
  std::uint64_t local = 0;
  std::uint64_t bytes = 0;
};

enum class WorkStatus : std::uint8_t {
  kDone,
  kRetriesExceeded,  ///< No answer came to any of the retries.
  kFlushed,          ///< Follows a request that failed.
  kTooLong,          ///< A send was longer than its buffer; the part that fits was written.
};
constexpr const char* to_text(WorkStatus status) {
  switch (status) {
    case WorkStatus::kDone:
      return "done";
    case WorkStatus::kRetriesExceeded:
      return "retries exceeded";
    case WorkStatus::kFlushed:
      return "flushed";
    default:
      return "too long";
  }
}

/// Entry that a card writes into the completion queue of its host.
struct WorkCompletion {
  QueuePairNumber queue = 0;
  WorkId id = 0;          ///< Id of the request; for a write with immediate its value.
  bool received = false;  ///< It reports an arrival from the other end.
  WorkStatus status = WorkStatus::kDone;
  std::uint64_t bytes = 0;
};

/// Reads the completion queue; called when an entry is in host memory.
class CompletionClient {
 public:
  virtual ~CompletionClient() = default;
  virtual void on_completion(const WorkCompletion& completion) = 0;
};

/// The driver's view of a card. post() hands over the contents of an entry; the time is that of the
/// write to doorbell(), whose first 8 B give the number of entries. Entries are posted in the order
/// of their doorbells.
class VerbsCardIf {
 public:
  virtual ~VerbsCardIf() = default;
  virtual void post(QueuePairNumber queue, const WorkRequest& request) = 0;
  virtual void post(QueuePairNumber queue, const ReceiveRequest& request) = 0;
  [[nodiscard]] virtual std::uint64_t doorbell(QueuePairNumber queue) const = 0;  ///< Bus address.
  [[nodiscard]] virtual std::uint64_t receive_doorbell(QueuePairNumber queue) const = 0;
  /// Returns the size of a doorbell write for `entries`. It contains the entries, or only their
  /// number.
  [[nodiscard]] virtual std::uint32_t doorbell_bytes(unsigned entries) const = 0;
};

}  // namespace gf::model
