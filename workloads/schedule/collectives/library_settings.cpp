// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/collectives/library_settings.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <systemc>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/system/text_file.h"

namespace gf::model {
namespace {

using Kind = Collective::Kind;
using Refuse = std::function<void(const std::string& value, const std::string& legal)>;

/// A value with its collective, and what to do if it is wrong.
struct Given {
  std::string value;
  Kind kind;
  Refuse refuse;  ///< Throws.
  std::uint64_t number(std::uint64_t least, std::uint64_t most, std::uint64_t unit = 1) const {
    const auto number = core::parse_number<std::uint64_t>(value);
    if (!number || *number < least || *number > most || *number % unit != 0)
      refuse(value, std::to_string(least) + " ... " + std::to_string(most) +
                        (unit > 1 ? ", a multiple of " + std::to_string(unit) : ""));
    return *number;
  }
  unsigned count(unsigned least, unsigned most, unsigned unit = 1) const {
    return static_cast<unsigned>(number(least, most, unit));
  }
};

bool same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) { return tolower(x) == tolower(y); });
}

std::string list_of(const std::vector<std::string>& words) {
  return core::first_of(words, words.size(), ", ");
}

const std::vector<std::string> kFunctionWords{"Broadcast", "Reduce", "AllGather", "ReduceScatter",
                                              "AllReduce"};
const std::vector<std::string> kAlgorithmWords{
    "Tree", "Ring", "CollNetDirect", "CollNetChain", "NVLS", "NVLSTree", "PAT"};
const std::vector<std::string> kProtocolWords{"LL", "LL128", "Simple"};

std::string function_of(Kind kind) {
  const std::map<Kind, std::string> names{{Kind::kBroadcast, "Broadcast"},
                                          {Kind::kReduce, "Reduce"},
                                          {Kind::kAllGather, "AllGather"},
                                          {Kind::kReduceScatter, "ReduceScatter"},
                                          {Kind::kAllReduce, "AllReduce"}};
  const auto entry = names.find(kind);
  return entry == names.end() ? "" : entry->second;
}

/// Returns which of `words` a list allows: "a,b", "^a", or "a;allreduce:b" with lists of functions;
/// nothing if no list is for this function (NCCL 2.30, src/graph/tuning.cc, parseList()).
std::optional<std::vector<bool>> allowed(const Given& given,
                                         const std::vector<std::string>& words) {
  std::optional<std::vector<bool>> all;
  const std::string legal = "a list of " + list_of(words) + ", or ^ and those that are not allowed";
  for (const std::string_view part : core::split_fields(given.value, ';')) {
    const auto colon = part.find(':');
    const std::string_view function =
        colon == part.npos ? "" : core::trimmed(part.substr(0, colon));
    std::string_view list = core::trimmed(colon == part.npos ? part : part.substr(colon + 1));
    if (colon == part.npos && part.data() != given.value.data())
      given.refuse(std::string(part), "allreduce:... or another function before each further list");
    if (!function.empty() && std::none_of(kFunctionWords.begin(), kFunctionWords.end(),
                                          [&](auto& each) { return same_word(function, each); }))
      given.refuse(std::string(function), "one of " + list_of(kFunctionWords));
    const bool without = !list.empty() && list.front() == '^';
    if (without) list.remove_prefix(1);
    std::vector<bool> these(words.size(), without);
    for (const std::string_view word : core::split_fields(list, ',')) {
      const auto entry = std::find_if(words.begin(), words.end(),
                                      [&](auto& each) { return same_word(word, each); });
      if (entry == words.end()) given.refuse(std::string(word), legal);
      these[static_cast<std::size_t>(entry - words.begin())] = !without;
    }
    if (function.empty() || same_word(function, function_of(given.kind))) all = these;
  }
  return all;
}

void set_algorithms(LibrarySettings& settings, const Given& given) {
  const auto all = allowed(given, kAlgorithmWords);
  if (!all) return;
  for (const LibraryAlgorithm each : kLibraryAlgorithms)
    for (std::size_t i = 0; i < kAlgorithmWords.size(); ++i)
      if (same_word(kAlgorithmWords[i], to_text(each)))
        settings.algorithms[static_cast<std::size_t>(each)] = (*all)[i];
}

void set_protocols(LibrarySettings& settings, const Given& given) {
  const auto all = allowed(given, kProtocolWords);
  for (std::size_t i = 0; all && i < kProtocolWords.size(); ++i) settings.protocols[i] = (*all)[i];
}

void set_thread_bytes(LibrarySettings& settings, const Given& given) {
  const auto words = core::split_words(given.value);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto number = core::parse_number<std::uint64_t>(words[i]);
    if (!number || i >= 6)
      given.refuse(given.value,
                   "up to six numbers: of LL, LL128, Simple for trees, then for rings");
    settings.thread_bytes[i / 3][i % 3] = number;
  }
}

using Set = std::function<void(LibrarySettings&, const Given&)>;

constexpr unsigned kMostBlock = 640;
constexpr std::uint64_t kLeastBuffer = 64 << 10, kMostBuffer = 1 << 30;

Set buffer(std::size_t protocol) {
  return [protocol](LibrarySettings& s, const Given& v) {
    s.buffers[protocol] = v.number(kLeastBuffer, kMostBuffer);
  };
}
Set chunk(std::uint64_t LibrarySettings::*which) {
  return [which](LibrarySettings& s, const Given& v) { s.*which = v.number(4096, 1 << 30, 4096); };
}
/// A name that sets the most or the least channels: several names may, and the narrowest counts.
Set most(unsigned LibrarySettings::*which) {
  return [which](LibrarySettings& s, const Given& v) {
    s.*which = std::min(s.*which, v.count(1, kMostLibraryChannels));
  };
}
Set least(unsigned LibrarySettings::*which) {
  return [which](LibrarySettings& s, const Given& v) {
    s.*which = std::max(s.*which, v.count(1, kMostLibraryChannels));
  };
}

const std::map<std::string, Set>& names_with_effect() {
  using S = LibrarySettings;
  static const std::map<std::string, Set> all{
      {"NCCL_ALGO", set_algorithms},
      {"NCCL_PROTO", set_protocols},
      {"NCCL_MIN_NCHANNELS", least(&S::least_channels)},
      {"NCCL_MIN_NRINGS", least(&S::least_channels)},
      {"NCCL_MIN_CTAS", least(&S::least_channels)},
      {"NCCL_MAX_NCHANNELS", most(&S::most_channels)},
      {"NCCL_MAX_NRINGS", most(&S::most_channels)},
      {"NCCL_MAX_CTAS", most(&S::most_channels)},
      {"NCCL_GRAPH_FILE", [](S& s, const Given& v) { s.graph_file = v.value; }},
      {"NCCL_NTHREADS", [](S& s, const Given& v) { s.threads = v.count(64, 512, 32); }},
      {"NCCL_LL128_NTHREADS",
       [](S& s, const Given& v) { s.ll128_threads = v.count(kMostBlock / 4, kMostBlock, 32); }},
      {"NCCL_THREAD_THRESHOLDS", set_thread_bytes},
      {"NCCL_LL_BUFFSIZE", buffer(0)},
      {"NCCL_LL128_BUFFSIZE", buffer(1)},
      {"NCCL_BUFFSIZE", buffer(2)},
      {"NCCL_LL128_C2C", [](S& s, const Given& v) { s.ll128_over_c2c = v.number(0, 1) == 1; }},
      {"NCCL_NET_OVERHEAD",
       [](S& s, const Given& v) {
         s.net_overhead = 1e-3 * static_cast<double>(v.number(0, 1'000'000));
       }},
      {"NCCL_P2P_LL_THRESHOLD",
       [](S& s, const Given& v) { s.p2p_ll_bytes = v.number(0, 1 << 30); }},
      {"NCCL_P2P_NVL_CHUNKSIZE", chunk(&S::p2p_nvlink_chunk)},
      {"NCCL_P2P_PCI_CHUNKSIZE", chunk(&S::p2p_pcie_chunk)},
      {"NCCL_P2P_NET_CHUNKSIZE", chunk(&S::p2p_net_chunk)},
      {"NCCL_MIN_P2P_NCHANNELS", least(&S::p2p_least_channels)},
      {"NCCL_MAX_P2P_NCHANNELS", most(&S::p2p_most_channels)}};
  return all;
}

/// Without the prefix NCCL_: those that NCCL 2.30.7 reads, and the example of a tuner plug-in.
constexpr std::string_view kNamesWithoutEffect =
    "ALLGATHERV_ENABLE ALLOC_P2P_NET_LL_BUFFERS CGA_CLUSTER_SIZE CHECK_POINTERS CHUNK_SIZE "
    "COLLNET_ENABLE COLLNET_NODE_THRESHOLD COMM_BLOCKING COMM_ID COMM_SHRINK_SHARE_RESOURCES "
    "COMM_SPLIT_SHARE_RESOURCES CONF_FILE CONNECT_ROUND_MAX_PEERS CROSS_NIC CTA_POLICY "
    "CUMEM_ENABLE CUMEM_HOST_ENABLE DEBUG DEBUG_FILE DEBUG_SUBSYS DEBUG_TIMESTAMP_FORMAT "
    "DEBUG_TIMESTAMP_LEVELS DEV_API_JIT DISABLE_MEM_MANAGER DMABUF_ENABLE "
    "ELASTIC_BUFFER_REGISTER ENABLE_VERSION_CHECK ENV_PLUGIN GDAKI_USE_RELIABLE_DB "
    "GDRCOPY_ENABLE GDRCOPY_FIFO_ENABLE GDRCOPY_FLUSH_ENABLE GDRCOPY_SYNC_ENABLE "
    "GDR_FLUSH_DISABLE GIN_CONNECTION_RAIL GIN_ENABLE GIN_ERROR_QUERY_SEC "
    "GIN_GDAKI_MAX_DEST_RD_ATOMIC GIN_GDAKI_MAX_QP_RD_ATOMIC GIN_GDAKI_NIC_HANDLER "
    "GIN_GDAKI_QP_DEPTH GIN_IB_TC GIN_NCONNECTIONS GIN_PLUGIN GIN_PROXY_QUEUE_SIZE GIN_TYPE "
    "GRAPH_DUMP_FILE GRAPH_DUMP_FILE_RANK GRAPH_HELPER_DISABLE "
    "GRAPH_MIXING_SUPPORT GRAPH_REGISTER GRAPH_STREAM_ORDERING GROUP_CUDA_STREAM HOSTID "
    "IBVERBS_LIB IB_ADAPTIVE_ROUTING IB_ADDR_FAMILY IB_ADDR_RANGE IB_AR_THRESHOLD "
    "IB_DATA_DIRECT IB_DEVICE_PCI_ORDER IB_DISABLE IB_ECE_ENABLE IB_FIFO_TC IB_GID_INDEX "
    "IB_HCA IB_MERGE_NICS IB_MERGE_VFS IB_MQP_RETRY_ALL IB_MQP_RETRY_CNT "
    "IB_MQP_RETRY_SLEEP_MSEC IB_OOO_RQ IB_PCI_RELAXED_ORDERING IB_PKEY "
    "IB_PREPOST_RECEIVE_WORK_REQUESTS IB_QPS_PER_CONNECTION IB_QUERY_PORT_SPEED "
    "IB_RECEIVER_SIDE_MATCHING_SCHEME IB_RESILIENCY_PORT_FAILOVER "
    "IB_RESILIENCY_PORT_FAILOVER_MAX_ATTEMPTS IB_RESILIENCY_PORT_FAILOVER_PROBE_DELAY "
    "IB_RESILIENCY_PORT_RECOVERY IB_RESILIENCY_PORT_RECOVERY_ACK_TIMEOUT "
    "IB_RESILIENCY_PORT_RECOVERY_ALIVE_MSG_BATCH_INTERVAL "
    "IB_RESILIENCY_PORT_RECOVERY_ALIVE_MSG_BATCH_SIZE "
    "IB_RESILIENCY_PORT_RECOVERY_ALIVE_MSG_SEQUENCE_SIZE "
    "IB_RESILIENCY_PORT_RECOVERY_ALIVE_MSG_TIMEOUT IB_RESILIENCY_PORT_RECOVERY_ATTEMPTS_MAX "
    "IB_RESILIENCY_PORT_RECOVERY_START_DELAY IB_RETRY_CNT IB_RETURN_ASYNC_EVENTS "
    "IB_ROCE_VERSION_NUM IB_ROUTABLE_FLID_GID_INDEX IB_SL IB_SPLIT_DATA_ON_QPS "
    "IB_SUBNET_AWARE_ROUTING IB_SUBNET_PREFIX_LEN IB_TC IB_TIMEOUT IB_USE_INLINE "
    "IB_WARN_RAIL_LOCAL IGNORE_COLLNET_MISMATCH IGNORE_CPU_AFFINITY IGNORE_DISABLED_P2P "
    "IGNORE_NET_MISMATCH IPC_USE_ABSTRACT_SOCKET L1_SHARED_MEMORY_CARVEOUT LAUNCH_MODE "
    "LAUNCH_ORDER_IMPLICIT LAUNCH_RACE_FATAL LEGACY_CUDA_REGISTER LOCAL_REGISTER "
    "LSA_TEAM_SIZE MEM_SYNC_DOMAIN MLOPART_RDMA_ENABLE MNNVL_CLIQUE_ID MNNVL_CROSS_CLIQUE "
    "MNNVL_ENABLE MNNVL_RAIL_PER_HOST MNNVL_SCATTER_NETS_ENABLE MNNVL_UUID "
    "MULTI_RANK_GPU_ENABLE MULTI_SEGMENT_REGISTER NCHANNELS_PER_NET_PEER NET NETDEVS_POLICY "
    "NET_DISABLE_INTRA NET_FORCE_FLUSH NET_FORCE_MERGE NET_GDR_C2C NET_GDR_LEVEL "
    "NET_GDR_MLOPART NET_GDR_READ NET_MERGE_LEVEL NET_MERGE_POLICY "
    "NET_OPTIONAL_RECV_COMPLETION NET_PLUGIN NET_SHARED_BUFFERS NET_SHARED_COMMS NO_CACHE "
    "NSOCKS_PERTHREAD NUM_RMA_CTX NVB_DISABLE NVB_PRECONNECT "
    "NVLINK_UTIL_CENTRIC_SCHED_ENABLE NVLSTREE_MAX_CHUNKSIZE NVLS_CHUNKSIZE NVLS_ENABLE "
    "NVLS_NCHANNELS NVTX_DISABLE OOB_NET_ENABLE OOB_NET_IFNAME P2P_DIRECT_DISABLE "
    "P2P_DISABLE P2P_EPOCH_ENABLE P2P_LEVEL P2P_MAX_PEERS P2P_PER_CHANNEL_NET_BW "
    "P2P_PXN_LEVEL P2P_READ_ENABLE P2P_SCHEDULE_GROUP_SIZE P2P_USE_CUDA_MEMCPY "
    "PARAM_DUMP_ALL PAT_ENABLE PROFILER_PLUGIN PROGRESS_APPENDOP_FREQ "
    "PROXY_APPEND_BATCH_SIZE PROXY_CPUSET PROXY_DUMP_SIGNAL PXN_C2C PXN_DISABLE RAS_ADDR "
    "RAS_ENABLE RAS_TIMEOUT_FACTOR REPORT_CONNECT_PROGRESS RMA_DISABLE RMA_PLUGIN "
    "RMA_PROXY_DUMP_SIGNAL RMA_PROXY_QUEUE_SIZE RUNTIME_CONNECT SET_CPU_STACK_SIZE "
    "SET_STACK_SIZE SET_THREAD_NAME SHADOW_MEMPOOL_MAX_SIZE SHM_DISABLE SHM_LOCALITY "
    "SINGLE_PROC_MEM_REG_ENABLE SOCKET_FAMILY SOCKET_IFNAME SOCKET_INLINE SOCKET_MAGIC "
    "SOCKET_MIN_TASKSIZE SOCKET_NTHREADS SOCKET_POLL_TIMEOUT_MSEC SOCKET_RCVBUF "
    "SOCKET_RETRY_CNT SOCKET_RETRY_SLEEP_MSEC SOCKET_SNDBUF SYM_CE_THRESHOLD SYM_CTAS "
    "SYM_GIN_KERNELS_ENABLE SYM_KERNEL SYM_NOWIN_ENABLE SYM_REUSE_SYSMEM_HANDLES "
    "SYM_RS_GIN_CHUNK_SIZE SYM_TMA_ENABLE TOPO_DUMP_FILE TOPO_DUMP_FILE_RANK TOPO_FILE "
    "TOPO_SPLIT_MLOPART TUNER_CONFIG_FILE TUNER_PLUGIN UID_STAGGER_RATE "
    "UID_STAGGER_THRESHOLD UNPACK_DOUBLE_NCHANNELS WARN_ENABLE_DEBUG_INFO WIN_ENABLE "
    "WIN_STRIDE WORK_ARGS_BYTES WORK_FIFO_BYTES ";

void warn_of(const std::string& name, const std::string& where) {
  const std::vector<std::string>& silent = names_without_effect();
  if (std::find(silent.begin(), silent.end(), name) != silent.end()) {
    SC_REPORT_WARNING(where.c_str(), (name + " has no effect here").c_str());
    return;
  }
  std::vector<std::string> names = silent;
  for (const auto& [known, set] : names_with_effect()) names.push_back(known);
  SC_REPORT_WARNING(where.c_str(), (name + " is no name of NCCL 2.30, and has no effect" +
                                    core::nearest_hint(name, names))
                                       .c_str());
}

void apply(LibrarySettings& settings, const std::string& name, const Given& given,
           const std::string& where) {
  const auto entry = names_with_effect().find(name);
  if (entry == names_with_effect().end()) return warn_of(name, where);
  entry->second(settings, given);
}

/// Applies a file's lines, except for the names that the options set.
void read_file(LibrarySettings& settings, const std::string& file, Kind kind,
               const std::set<std::string>& elsewhere) {
  core::TextFile text(file, "settings of NCCL, NAME=value in each line");
  std::string line;
  for (unsigned number = 1; std::getline(text, line); ++number) {
    const std::string_view content = core::trimmed(line);
    if (content.empty() || content.front() == '#') continue;
    const auto equals = content.find('=');
    const std::string name(core::trimmed(content.substr(0, equals)));
    if (equals == content.npos || name.empty())
      core::fail_input(file, number, core::excerpt(std::string(content)),
                       "NAME=value, or # and a comment");
    if (elsewhere.count(name) > 0) continue;
    const Given given{std::string(core::trimmed(content.substr(equals + 1))), kind,
                      [&](const std::string& value, const std::string& legal) {
                        core::fail_input(file, number, name + " = " + core::excerpt(value), legal);
                      }};
    apply(settings, name, given, file + ":" + std::to_string(number));
  }
}

}  // namespace

const std::vector<std::string>& names_without_effect() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> names;
    for (const std::string_view name : core::split_words(kNamesWithoutEffect))
      names.push_back("NCCL_" + std::string(name));
    return names;
  }();
  return all;
}

std::string_view to_text(LibraryAlgorithm algorithm) {
  return std::array<std::string_view, 3>{"tree", "ring",
                                         "nvls"}[static_cast<std::size_t>(algorithm)];
}

void LibrarySettings::force(LibraryAlgorithm algorithm) {
  for (const LibraryAlgorithm each : kLibraryAlgorithms)
    if (each != algorithm) algorithms[static_cast<std::size_t>(each)] = false;
}

void LibrarySettings::force(const ChannelProtocol& protocol) {
  for (std::size_t i = 0; i < kLibraryProtocols.size(); ++i)
    protocols[i] = kLibraryProtocols[i]->name == protocol.name;
}

LibrarySettings read_library_settings(const OptionValues& values, Kind kind) {
  LibrarySettings settings;
  const std::vector<std::string> named = values.names("NCCL_");
  const std::string file = values.text("settings", "");
  if (!file.empty()) read_file(settings, file, kind, {named.begin(), named.end()});
  for (const std::string& name : named) {
    std::string value = values.text(name, "");
    if (name != "NCCL_GRAPH_FILE") std::replace(value.begin(), value.end(), '+', ',');
    const Given given{value, kind, [&](const std::string& wrong, const std::string& legal) {
                        values.fail(name, wrong, legal);
                      }};
    apply(settings, name, given, values.workload());
  }
  return settings;
}

}  // namespace gf::model
