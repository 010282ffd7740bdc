// SPDX-License-Identifier: Apache-2.0
#include "platforms/cluster/cards/bus_trace.h"

#include <fmt/format.h>

#include "core/base/print.h"
#include "core/trace/timeline.h"

namespace gf::platforms::apenet {
namespace {

using Note = core::OutputNote;

constexpr Note kDelay{"trace.delay", "s", "time from the doorbell to the card's first request",
                      "trace=bus"};
constexpr Note kHeadLatency{"trace.head_latency", "s",
                            "time from the first request to the first data", "trace=bus"};
constexpr Note kDataTime{"trace.data_time", "s", "time from the first to the last data",
                         "trace=bus"};
constexpr Note kRequestInterval{"trace.request_interval", "s", "mean time between two requests",
                                "trace=bus"};
constexpr Note kDataRate{"trace.data_rate", "B/s",
                         "data bytes per second from the first to the last data", "trace=bus"};
constexpr Note kLinkIn{"trace.link_in", "ratio", "load of the card's link towards the card",
                       "trace=bus"};
constexpr Note kLinkOut{"trace.link_out", "ratio", "load of the card's link away from the card",
                        "trace=bus"};
constexpr Note kProtocolRate{"trace.protocol_rate", "B/s",
                             "bytes of the peer-to-peer protocol per second", "trace=bus"};

using hw::apenet::BusRecord;
using hw::pcie::TlpType;
using model::RdmaCardIf;

const char* kind_of(const BusRecord& record) {
  static constexpr const char* kUpdates[] = {"UpdateFC-P", "UpdateFC-NP", "UpdateFC-Cpl"};
  switch (record.dllp) {
    case BusRecord::Dllp::kNone:
      break;
    case BusRecord::Dllp::kAck:
      return "Ack";
    case BusRecord::Dllp::kNak:
      return "Nak";
    case BusRecord::Dllp::kUpdate:
      return kUpdates[record.credit_class];
  }
  switch (record.type) {
    case TlpType::kMemoryWrite:
      return "MWr";
    case TlpType::kMemoryRead:
      return "MRd";
    case TlpType::kCompletionData:
      return "CplD";
    default:
      return "Cpl";
  }
}

constexpr double kMicrosecond = 1e9;  // ticks of 1 fs

}  // namespace

BusTrace::BusTrace(const std::vector<BusRecord>& records, ApenetNode& node)
    : records_(records), node_(node) {
  find_messages();
}

BusTrace::Role BusTrace::role_of(const BusRecord& record) const {
  if (record.dllp != BusRecord::Dllp::kNone) return Role::kOther;
  if (record.type != TlpType::kMemoryWrite || record.corrupted) return Role::kOther;
  const hw::apenet::Card& card = node_.card();
  if (record.from_card) {
    const std::uint64_t mailbox = node_.gpu().port.window().first + hw::apenet::GpuWindow::kMailbox;
    return record.address == mailbox ? Role::kRequest : Role::kOther;
  }
  if (record.address == card.doorbell(RdmaCardIf::kGpuMessages)) return Role::kDescriptor;
  const std::uint64_t data = card.port.window().first + hw::apenet::GpuP2pTx::kReturnWindow;
  return record.address >= data ? Role::kData : Role::kOther;
}

void BusTrace::find_messages() {
  for (int i = 0; i < static_cast<int>(records_.size()); ++i) {
    const Role role = role_of(records_[static_cast<std::size_t>(i)]);
    if (role == Role::kDescriptor) messages_.push_back({{i, -1, -1, -1}});
    if (messages_.empty()) continue;
    int* const arrow = messages_.back().arrow;
    // Arrows follow each other in time, as in the paper's figure: data before the first request
    // belong to an earlier message.
    if (role == Role::kRequest && arrow[1] < 0) arrow[1] = i;
    if (role == Role::kData && arrow[1] >= 0) {
      if (arrow[2] < 0) arrow[2] = i;
      arrow[3] = i;
    }
  }
}

double BusTrace::time_of(int record) const {
  return core::to_time(records_[static_cast<std::size_t>(record)].first_bit).to_seconds();
}

double BusTrace::interval_of_requests(const Message& message) const {
  unsigned count = 0;
  int last = message.arrow[1];
  for (int i = message.arrow[1]; i < message.arrow[3]; ++i) {
    if (role_of(records_[static_cast<std::size_t>(i)]) != Role::kRequest) continue;
    ++count;
    last = i;
  }
  return count < 2 ? 0 : (time_of(last) - time_of(message.arrow[1])) / (count - 1);
}

void BusTrace::write_csv(std::ostream& out) const {
  core::print(out, "us,direction,kind,address,bytes,wire_bytes,arrow\n");
  std::size_t next = 0;  // the message whose arrows may follow
  for (std::size_t i = 0; i < records_.size(); ++i) {
    const BusRecord& record = records_[i];
    const auto at = static_cast<int>(i);
    // Records and messages are both ordered by time, so one walk over the two is enough.
    while (next + 1 < messages_.size() && messages_[next + 1].arrow[0] <= at) ++next;
    int arrow = 0;
    for (int a = 0; !messages_.empty() && a < 4; ++a)
      if (messages_[next].arrow[a] == at) arrow = a + 1;
    if (record.dllp != BusRecord::Dllp::kNone) {
      core::print(out, "{:.6f},{},{}{},,,{},\n",
                  static_cast<double>(record.first_bit) / kMicrosecond,
                  record.from_card ? "out" : "in", kind_of(record), record.corrupted ? " bad" : "",
                  record.wire_bytes);
      continue;
    }
    core::print(out, "{:.6f},{},{}{},0x{:x},{},{},{}\n",
                static_cast<double>(record.first_bit) / kMicrosecond,
                record.from_card ? "out" : "in", kind_of(record), record.corrupted ? " bad" : "",
                record.address, record.bytes, record.wire_bytes,
                arrow == 0 ? "" : std::to_string(arrow));
  }
}

void BusTrace::draw() const {
  core::Timeline* const timeline = core::Timeline::active();
  if (timeline == nullptr) return;
  const std::string process = std::string(node_.name()) + ".card link";
  const core::Ticks propagation = node_.card_link().propagation.value();
  for (const BusRecord& record : records_) {
    timeline->slice(process, record.from_card ? "from the card" : "to the card", kind_of(record),
                    record.first_bit, record.last_bit - propagation,
                    {{"address", fmt::format("0x{:x}", record.address)},
                     {"bytes", std::uint64_t{record.bytes}}});
  }
  static const char* const kSpans[] = {"1-2 descriptor to first request",
                                       "2-3 first request to first data",
                                       "3-4 first data to last data"};
  for (const Message& message : messages_) {
    for (int a = 0; a < 3 && message.arrow[a + 1] >= 0; ++a) {
      timeline->slice(process, "arrows", kSpans[a],
                      records_[static_cast<std::size_t>(message.arrow[a])].first_bit,
                      records_[static_cast<std::size_t>(message.arrow[a + 1])].first_bit);
    }
  }
}

BusTrace::Sums BusTrace::sums(const Message& message) const {
  Sums sums;
  // The last packet of data is left out: the span from its first bit to that of the first packet
  // holds one packet fewer.
  for (int i = message.arrow[2]; i < message.arrow[3]; ++i) {
    const BusRecord& record = records_[static_cast<std::size_t>(i)];
    (record.from_card ? sums.out_bytes : sums.in_bytes) += record.wire_bytes;
    if (role_of(record) == Role::kData) sums.data_bytes += record.bytes;
    if (role_of(record) != Role::kRequest) continue;
    ++sums.requests;
    sums.protocol_bytes += record.bytes;
  }
  return sums;
}

std::vector<core::OutputNote> BusTrace::result_notes() {
  return {kDelay,    kHeadLatency, kDataTime, kRequestInterval,
          kDataRate, kLinkIn,      kLinkOut,  kProtocolRate};
}

void BusTrace::append_results(std::vector<core::ResultValue>& results) const {
  for (const Message& message : messages_) {
    if (!message.whole()) continue;
    const int* const arrow = message.arrow;
    const double span = time_of(arrow[3]) - time_of(arrow[2]);
    const Sums sum = sums(message);
    const double rate = node_.card_link().rate.bytes_per_second();
    results.push_back(kDelay.result(time_of(arrow[1]) - time_of(arrow[0])));
    results.push_back(kHeadLatency.result(time_of(arrow[2]) - time_of(arrow[1])));
    results.push_back(kDataTime.result(span));
    if (span <= 0) return;
    results.push_back(kRequestInterval.result(interval_of_requests(message)));
    results.push_back(kDataRate.result(sum.data_bytes / span));
    results.push_back(kLinkIn.result(sum.in_bytes / span / rate));
    results.push_back(kLinkOut.result(sum.out_bytes / span / rate));
    results.push_back(kProtocolRate.result(sum.protocol_bytes / span));
    return;
  }
}

}  // namespace gf::platforms::apenet
