// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/chakra/chakra_reader.h"

#include "core/base/error.h"
#include "core/base/printable.h"
#include "workloads/schedule/collectives/collective_generators.h"

#ifdef GF_CHAKRA
#include <algorithm>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/stubs/logging.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "et_def.pb.h"
#endif

namespace gf::model {

#ifndef GF_CHAKRA
bool reads_chakra() { return false; }

ChakraTrace read_chakra(std::string_view /*bytes*/, const std::string& file,
                        ChakraLeftOut& /*left_out*/) {
  throw core::UserError(
      core::ExitCode::kUsage,
      file +
          ": this gpufabric was built without protobuf, which Chakra traces need; install "
          "protobuf-compiler and libprotobuf-dev (scripts/setup) and build it again");
}
#else
namespace {

using Attribute = chakra::AttributeProto;
using NodeKind = ChakraNode::Kind;

constexpr std::uint64_t kMostChakraBytes = std::uint64_t{1} << 40;
constexpr std::uint64_t kMostChakraMicros = 3'600'000'000;
constexpr unsigned kMostChakraRank = 65'535;

std::optional<double> number_in(const Attribute& attribute) {
  switch (attribute.value_case()) {
    case Attribute::kDoubleVal:
      return attribute.double_val();
    case Attribute::kFloatVal:
      return attribute.float_val();
    case Attribute::kInt32Val:
      return attribute.int32_val();
    case Attribute::kInt64Val:
      return static_cast<double>(attribute.int64_val());
    case Attribute::kUint32Val:
      return attribute.uint32_val();
    case Attribute::kUint64Val:
      return static_cast<double>(attribute.uint64_val());
    case Attribute::kSint32Val:
      return attribute.sint32_val();
    case Attribute::kSint64Val:
      return static_cast<double>(attribute.sint64_val());
    case Attribute::kFixed32Val:
      return attribute.fixed32_val();
    case Attribute::kFixed64Val:
      return static_cast<double>(attribute.fixed64_val());
    case Attribute::kSfixed32Val:
      return attribute.sfixed32_val();
    case Attribute::kSfixed64Val:
      return static_cast<double>(attribute.sfixed64_val());
    case Attribute::kBoolVal:
      return attribute.bool_val() ? 1 : 0;
    default:
      return std::nullopt;
  }
}

/// Returns the name that `--workload` uses; empty if it is not modelled.
std::string collective_name(int type) {
  switch (type) {
    case chakra::ALL_REDUCE:
      return "allreduce";
    case chakra::ALL_GATHER:
      return "allgather";
    case chakra::REDUCE_SCATTER:
    case chakra::REDUCE_SCATTER_BLOCK:
      return "reducescatter";
    case chakra::ALL_TO_ALL:
      return "alltoall";
    case chakra::BROADCAST:
      return "broadcast";
    case chakra::REDUCE:
      return "reduce";
    case chakra::GATHER:
      return "gather_to";
    case chakra::SCATTER:
      return "scatter_from";
    case chakra::BARRIER:
      return "barrier";
    default:
      return "";
  }
}

/// Reads one node and those of its attributes that are used.
class NodeReader {
 public:
  NodeReader(const chakra::Node& in, const std::string& file, ChakraLeftOut& left_out)
      : in_(in), file_(file), left_out_(left_out) {}

  ChakraNode run() {
    node_.id = in_.id();
    for (const auto* waits : {&in_.ctrl_deps(), &in_.data_deps()})
      node_.waits.insert(node_.waits.end(), waits->begin(), waits->end());
    node_.controls = static_cast<std::size_t>(in_.ctrl_deps_size());
    node_.micros = in_.duration_micros();
    if (node_.micros > kMostChakraMicros)
      fail("duration_micros = " + std::to_string(node_.micros), "up to an hour");
    read_kind();
    for (const Attribute& attribute : in_.attr())
      if (used_.count(attribute.name()) == 0) ++left_out_["attribute " + attribute.name()];
    return std::move(node_);
  }

 private:
  [[noreturn]] void fail(const std::string& cause, const std::string& expected) const {
    core::fail_input(file_, 0, "node " + std::to_string(in_.id()) + ": " + cause, expected);
  }

  void read_kind() {
    // A host's record of a collective is only the call; the device records the collective itself.
    if (number("is_cpu_op", 1).value_or(0) != 0 && in_.type() != chakra::METADATA_NODE)
      return leave_out("host operations (is_cpu_op)");
    switch (in_.type()) {
      case chakra::COMP_NODE:
        return read_compute();
      case chakra::MEM_LOAD_NODE:
      case chakra::MEM_STORE_NODE:
        node_.kind = NodeKind::kMemory;
        node_.stores = in_.type() == chakra::MEM_STORE_NODE;
        node_.bytes = needed("tensor_size", kMostChakraBytes);
        return;
      case chakra::COMM_SEND_NODE:
        return read_message(NodeKind::kSend, "comm_dst");
      case chakra::COMM_RECV_NODE:
        return read_message(NodeKind::kReceive, "comm_src");
      case chakra::COMM_COLL_NODE:
        return read_collective();
      case chakra::METADATA_NODE:
        return;
      default:
        return leave_out("nodes of type " + name_or(chakra::NodeType_Name(in_.type()), in_.type()));
    }
  }

  void leave_out(const std::string& what) { ++left_out_[what]; }
  static std::string name_or(const std::string& name, int number) {
    return name.empty() ? std::to_string(number) : name;
  }

  void read_compute() {
    node_.kind = NodeKind::kCompute;
    node_.bytes = number("tensor_size", kMostChakraBytes).value_or(0);
    node_.operations = number("num_ops", ~std::uint64_t{0}).value_or(0);
    if (node_.micros != 0) node_.bytes = node_.operations = 0;
  }

  void read_message(NodeKind kind, const std::string& peer) {
    node_.kind = kind;
    node_.peer = static_cast<unsigned>(needed(peer, kMostChakraRank));
    node_.bytes = needed("comm_size", kMostChakraBytes);
    node_.tag = number("comm_tag", ~std::uint64_t{0}).value_or(0);
    used_.insert({"comm_src", "comm_dst", "pg_name"});  // which add nothing
  }

  void read_collective() {
    const auto type = static_cast<int>(needed("comm_type", 255));
    node_.collective = collective_name(type);
    node_.group = group();
    if (node_.collective.empty())
      return leave_out("collectives of comm_type " +
                       name_or(chakra::CollectiveCommType_Name(type), type));
    node_.kind = NodeKind::kCollective;
    const bool moves = node_.collective != "barrier";
    node_.bytes = moves ? needed("comm_size", kMostChakraBytes)
                        : number("comm_size", kMostChakraBytes).value_or(0);
    if (collective_has_root(node_.collective))
      node_.root = static_cast<unsigned>(number("root", kMostChakraRank).value_or(0));
    if (const Attribute* dimensions = find("involved_dim"))
      for (const bool involved : dimensions->bool_list().values())
        if (!involved)
          return leave_out("collectives over some dimensions, run over their whole group");
  }

  std::string group() {
    const Attribute* name = find("pg_name");
    if (name == nullptr) return "";
    if (name->value_case() == Attribute::kStringVal) return name->string_val();
    return std::to_string(number("pg_name", ~std::uint64_t{0}).value_or(0));
  }

  /// Returns the first attribute with this name, or null.
  const Attribute* find(const std::string& name) {
    for (const Attribute& attribute : in_.attr()) {
      if (attribute.name() != name) continue;
      used_.insert(name);
      return &attribute;
    }
    return nullptr;
  }

  std::optional<std::uint64_t> number(const std::string& name, std::uint64_t most) {
    const Attribute* attribute = find(name);
    if (attribute == nullptr) return std::nullopt;
    const auto whole = [&](std::uint64_t value) { return value <= most; };
    if (attribute->value_case() == Attribute::kUint64Val && whole(attribute->uint64_val()))
      return attribute->uint64_val();
    if (const std::int64_t value = attribute->int64_val(); value > 0 && whole(value)) return value;
    const std::optional<double> value = number_in(*attribute);
    if (!value || !(*value >= 0) || *value > static_cast<double>(most) || *value >= 0x1p64)
      fail(name + (value ? " = " + std::to_string(*value) : " is not a number"),
           "0 ... " + std::to_string(most));
    return static_cast<std::uint64_t>(*value);
  }

  std::uint64_t needed(const std::string& name, std::uint64_t most) {
    const std::optional<std::uint64_t> value = number(name, most);
    if (!value) fail("it has no " + name, "the attribute, 0 ... " + std::to_string(most));
    return *value;
  }

  const chakra::Node& in_;
  const std::string& file_;
  ChakraLeftOut& left_out_;
  ChakraNode node_;
  std::set<std::string> used_;
};

/// PyTorch's traces list the process groups in a node's inputs, as JSON within JSON or Python:
/// ['[{"pg_name": "1", "ranks": [0, 1], ...}, ...]'].
void read_groups(const std::string& text, ChakraTrace& trace) {
  const auto first = text.find("[{"), end = text.rfind("}]");
  if (first == text.npos || end == text.npos || end < first) return;
  std::string json = text.substr(first, end + 2 - first);
  json.erase(std::remove(json.begin(), json.end(), '\\'), json.end());
  const auto list = nlohmann::json::parse(json, nullptr, false);
  if (!list.is_array()) return;
  for (const auto& entry : list) {
    if (!entry.is_object() || !entry.contains("pg_name") || !entry.contains("ranks")) continue;
    const auto &name = entry["pg_name"], &ranks = entry["ranks"];
    if (!name.is_string() || !ranks.is_array() || ranks.empty()) continue;  // empty: all ranks
    std::vector<unsigned> members;
    for (const auto& rank : ranks)
      if (rank.is_number_unsigned() && rank.get<std::uint64_t>() <= kMostChakraRank)
        members.push_back(rank.get<unsigned>());
    if (members.size() == ranks.size()) trace.groups[name.get<std::string>()] = std::move(members);
  }
}

/// While an object exists, it receives protobuf's error messages, which are then not written to
/// stderr.
class ProtobufLog {
 public:
  ProtobufLog() : before_(google::protobuf::SetLogHandler(&take)) { text().clear(); }
  ~ProtobufLog() { google::protobuf::SetLogHandler(before_); }
  ProtobufLog(const ProtobufLog&) = delete;
  ProtobufLog& operator=(const ProtobufLog&) = delete;
  /// Returns the last message as an addition to a cause, or nothing.
  [[nodiscard]] static std::string said() {
    return text().empty() ? "" : " (protobuf: " + core::excerpt(text()) + ")";
  }

 private:
  static std::string& text() {
    static std::string last;
    return last;
  }
  static void take(google::protobuf::LogLevel /*level*/, const char* /*file*/, int /*line*/,
                   const std::string& message) {
    text() = message;
  }
  google::protobuf::LogHandler* before_;
};

class TraceReader {
 public:
  TraceReader(std::string_view bytes, const std::string& file)
      : file_(file),
        in_(reinterpret_cast<const std::uint8_t*>(bytes.data()), static_cast<int>(bytes.size())),
        size_(static_cast<int>(bytes.size())) {}

  ChakraTrace run(ChakraLeftOut& left_out) {
    chakra::GlobalMetadata metadata;
    if (!next(metadata, "the global metadata")) fail("it is empty");
    ChakraTrace trace{file_, {}};
    chakra::Node node;
    while (next(node, "node number " + std::to_string(trace.nodes.size()))) {
      trace.nodes.push_back(NodeReader(node, file_, left_out).run());
      if (node.type() == chakra::METADATA_NODE) read_groups(node.inputs().values(), trace);
    }
    if (trace.nodes.empty()) fail("it has no node");
    return trace;
  }

 private:
  [[noreturn]] void fail(const std::string& cause) const {
    core::fail_input(file_, 0, cause,
                     "a Chakra execution trace: messages preceded by their lengths");
  }

  template <class Message>
  bool next(Message& message, const std::string& what) {
    if (in_.CurrentPosition() == size_) return false;
    const std::string at = what + ", at byte " + std::to_string(in_.CurrentPosition()) + ", ";
    std::uint32_t length = 0;
    if (!in_.ReadVarint32(&length)) fail(at + "has no length");
    const int left = size_ - in_.CurrentPosition();
    if (length > static_cast<std::uint32_t>(left))
      fail(at + "has " + std::to_string(length) + " B, of which " + std::to_string(left) +
           " are there");
    const auto limit = in_.PushLimit(static_cast<int>(length));
    message.Clear();
    if (!message.MergeFromCodedStream(&in_) || !in_.ConsumedEntireMessage())
      fail(at + "is not a valid message" + ProtobufLog::said());
    in_.PopLimit(limit);
    return true;
  }

  const ProtobufLog log_;
  const std::string& file_;
  google::protobuf::io::CodedInputStream in_;
  const int size_;
};

}  // namespace

bool reads_chakra() { return true; }

ChakraTrace read_chakra(std::string_view bytes, const std::string& file, ChakraLeftOut& left_out) {
  return TraceReader(bytes, file).run(left_out);
}
#endif

}  // namespace gf::model
