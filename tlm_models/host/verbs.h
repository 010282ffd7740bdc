// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace gf::model {

/// What driver and network card tell each other where work goes through queue pairs: the verbs of
/// InfiniBand's reliable connections (InfiniBand Architecture Specification, volume 1, chapters 9
/// to 11).

using QueuePairNumber = std::uint32_t;
using WorkId = std::uint64_t;  ///< The poster's own.

enum class WorkKind : std::uint8_t {
  kWrite,  ///< Local bytes to an address over there.
  kRead,   ///< Bytes over there to a local address.
  kSend,   ///< Local bytes to the first buffer that was posted to receive over there.
};

/// One entry of a send queue. Addresses are bus addresses of the tree that the card hangs on.
struct WorkRequest {
  WorkKind kind = WorkKind::kWrite;
  WorkId id = 0;
  std::uint64_t local = 0;
  std::uint64_t remote = 0;  ///< Unused by a send.
  std::uint64_t bytes = 0;   ///< 0: an empty message.
  bool told = true;          ///< Its end is worth a completion here; a failure always is.
  bool immediate = false;    ///< Of a write: its end is worth a completion over there.
  std::uint64_t value = 0;   ///< What that completion carries.
  std::uint32_t copy = ~0u;  ///< What a CopyJournal calls the copy that it is; ~0: none.
};

/// One entry of a receive queue: a buffer for one send.
struct ReceiveRequest {
  WorkId id = 0;
  std::uint64_t local = 0;
  std::uint64_t bytes = 0;
};

enum class WorkStatus : std::uint8_t {
  kDone,
  kRetriesExceeded,  ///< No answer came, however often it was asked for.
  kFlushed,          ///< Behind one that failed.
  kTooLong,          ///< A send was longer than its buffer; what fits was written.
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

/// What a card writes into the completion queue of its host.
struct WorkCompletion {
  QueuePairNumber queue = 0;
  WorkId id = 0;          ///< Of the work or receive request; of a write with immediate its value.
  bool received = false;  ///< It tells of what came from over there.
  WorkStatus status = WorkStatus::kDone;
  std::uint64_t bytes = 0;
};

/// Reads the completion queue: called when an entry is in host memory.
class CompletionClient {
 public:
  virtual ~CompletionClient() = default;
  virtual void completion_comes(const WorkCompletion& completion) = 0;
};

/// A card as its driver sees it. post() hands over what is in an entry; the write to doorbell() is
/// what takes time, and its first 8 B say how many entries it brings. Entries are told of in the
/// order of the doorbells.
class VerbsCardIf {
 public:
  virtual ~VerbsCardIf() = default;
  virtual void post(QueuePairNumber queue, const WorkRequest& request) = 0;
  virtual void post(QueuePairNumber queue, const ReceiveRequest& request) = 0;
  [[nodiscard]] virtual std::uint64_t doorbell(QueuePairNumber queue) const = 0;  ///< Bus address.
  [[nodiscard]] virtual std::uint64_t receive_doorbell(QueuePairNumber queue) const = 0;
  /// Bytes that a doorbell write has for `entries`: it carries them, or says that they are there.
  [[nodiscard]] virtual std::uint32_t doorbell_bytes(unsigned entries) const = 0;
};

}  // namespace gf::model
