// SPDX-License-Identifier: Apache-2.0
#include "sc_main/cli/platform_outputs.h"

#include <map>

namespace gf::app {
namespace {

std::vector<OutputNote> with(std::vector<OutputNote> notes, const std::vector<OutputNote>& more) {
  notes.insert(notes.end(), more.begin(), more.end());
  return notes;
}

/// Results of platforms that can run schedules, present if they do.
const std::vector<OutputNote> kScheduleResults = {
    {"graphs", "count",
     "schedules that were run, one after the other (schedules, congestion graphs)"},
    {"tasks", "count", "tasks of all schedules (schedules)"},
    {"tasks_ended", "count", "tasks that ended (schedules)"},
    {"end_max", "s",
     "end of the last task, from the start of its schedule (schedules, congestion graphs)"},
    {"step_time", "s", "of all steps together (steps of training, traces)"},
    {"compute_time", "s", "what a rank computed of it, in the mean (steps, traces)"},
    {"bubble_time", "s", "what a rank waited for others that computed (steps, traces)"},
    {"exposed_*", "s", "what a rank waited for communication of that class (steps, traces)"},
    {"collectives", "count", "collectives that were run, one after the other (such workloads)"},
    {"collective_*.time", "s", "from the first task's start to the last one's end (collectives)"},
    {"collective_*.algbw", "B/s", "size over time, as nccl-tests counts it (collectives)"},
    {"collective_*.busbw", "B/s",
     "what a link carries of it, as nccl-tests counts it (collectives)"},
    {"elements_compared", "count", "elements held against a plain program's (check=true)"},
    {"elements_wrong", "count", "of those, the ones that differ (check=true)"},
    {"peer.one_way_*", "B/s", "of pairs alone: the least, the most, the sum (peer_matrix)"},
    {"peer.both_ways_*", "B/s", "the same of two copies to each other (peer_matrix)"},
    {"peer.latency_*", "s", "of a short copy: the least, the most (peer_matrix)"},
    {"bytes_delivered", "B", "bytes of copies that came to their destinations (schedules)"}};

const std::vector<OutputNote> kScheduleFiles = {
    {"tasks.csv", "", "of schedules: a line a task, when it was issued and when it ended"},
    {"schedule.csv", "", "with record: what ran, as a schedule that --schedule takes"}};

PlatformOutputs pcie() {
  return {
      with({{"communications", "count", "copies of all congestion graphs"},
            {"communications_ended", "count", "copies that ended"},
            {"within_15_percent", "ratio",
             "copies that end within 15 % of the analytic model's time (copies that it covers)"},
            {"error_mean_abs", "ratio",
             "mean distance from the analytic model's times (copies that it covers)"},
            {"error_min", "ratio",
             "least error against the analytic model, below 0: faster (copies that it covers)"},
            {"error_max", "ratio",
             "largest error against the analytic model (copies that it covers)"},
            {"comm_*.end", "s", "end of a copy, from the start of its graph (runs of one)"},
            {"comm_*.analytic_end", "s", "the same by the analytic model"},
            {"comm_*.share", "ratio",
             "its part of the reference bandwidth until the first copy ended"},
            {"tlp_hops", "count", "links that packets crossed"},
            {"bytes_compared", "B", "bytes found as they were sent (real_bytes)"}},
           kScheduleResults),
      with({{"communications.csv", "",
             "of congestion graphs: a line a copy, times in ns, stall times by cause"}},
           kScheduleFiles)};
}

PlatformOutputs network() {
  return {
      with({{"offered_load", "flits/node/cycle", "load that nodes want to send, replies included"},
            {"accepted_load", "flits/node/cycle", "load that arrived"},
            {"latency_mean", "cycles", "mean time of a packet from its making to its last flit"},
            {"latency_confidence", "cycles", "half of the mean's 95 % interval"},
            {"latency_p50", "cycles", "median"},
            {"latency_p99", "cycles", "99 % of the packets take no longer"},
            {"latency_max", "cycles", "the slowest packet"},
            {"latency_minimal_mean", "cycles", "mean of the packets routed minimally"},
            {"latency_nonminimal_mean", "cycles", "mean of the others"},
            {"nonminimal_part", "ratio", "part of the packets routed non-minimally"},
            {"hops_local_mean", "channels", "channels within groups, a packet"},
            {"hops_global_mean", "channels", "channels between groups, a packet"},
            {"packets", "count", "packets that were measured"},
            {"warmup", "cycles", "time before the measurement"},
            {"stable", "flag", "1: a steady state; 0: none, the latencies are not to be used"},
            {"round_trip_mean", "cycles", "mean time of a packet and its reply (reply_flits)"},
            {"replays", "count", "flits sent again (flit_error_rate)"},
            {"flit_hops", "count", "channels that flits crossed"}},
           kScheduleResults),
      with(
          {{"channels.csv", "",
            "a line a channel: its ends, flits and the share of time it was busy"},
           {"latencies.csv", "", "histogram of latencies: packets minimally and otherwise routed"}},
          kScheduleFiles)};
}

const std::vector<OutputNote> kNodeResults = {
    {"cycles", "cycles", "time of the workload in cycles of a GPU"},
    {"time", "s", "time of the workload"},
    {"kernels", "count", "kernels that ended"},
    {"warp_instructions", "count", "instructions of warps on all GPUs"},
    {"packet_hops", "count", "links that packets crossed"}};

PlatformOutputs nvlink_node() {
  return {with(with(kNodeResults, kScheduleResults),
               {{"lanes_turned", "count", "lanes that changed their direction"},
                {"link_utilization_max", "ratio",
                 "bytes of the busiest direction against what half of the lanes carry"},
                {"link_energy", "J", "energy of all links"}}),
          with({{"links.csv", "",
                 "a line a GPU and link: bytes and load out and in, lanes turned, energy"},
                {"kernels.csv", "", "a line a kernel: cycles of launch, start and end"}},
               kScheduleFiles)};
}

PlatformOutputs gpu_node() {
  return {with(with(kNodeResults, kScheduleResults),
               {{"wire_bytes", "B", "bytes sent between GPUs, headers included"},
                {"payload_bytes", "B", "data bytes sent between GPUs"},
                {"utilization_max", "ratio", "load of the busiest direction of a GPU's links"}}),
          kScheduleFiles};
}

const PlatformOutputs kProact = {
    {{"time", "s", "time of all phases"},
     {"kernel_time", "s", "sum over the phases of launch to the kernels' end"},
     {"drain_time", "s", "sum of the time until what was sent had arrived"},
     {"copy_time", "s", "sum of copies between phases"},
     {"phases", "count", "phases that ended"},
     {"store_transactions", "count", "stores of SMs to other GPUs"},
     {"store_bytes", "B", "data bytes of these stores"},
     {"link_packets", "count", "packets that GPUs sent"},
     {"link_bytes", "B", "bytes that GPUs sent, headers included"},
     {"warp_instructions", "count", "instructions of warps on all GPUs"},
     {"packet_hops", "count", "links that packets crossed"},
     {"wrong_bytes", "B", "bytes of the copies that are not what was written (check)"},
     {"checked_reads", "count", "loads that were compared (check)"},
     {"stale_reads", "count", "loads that saw old bytes (check)"}},
    {{"phases.csv", "", "a line a phase: when it was launched, produced, drained, copied"},
     {"links.csv", "", "a line a GPU: bytes out and in and the share of time that was busy"}}};

const PlatformOutputs kGoodput = {{{"goodput", "%", "data bytes a second of the link's raw rate"},
                                   {"closed_form", "%", "the same by the format of packets alone"},
                                   {"payload_rate", "B/s", "data bytes a second"},
                                   {"stores", "count", "stores that were answered"},
                                   {"packets", "count", "packets sent"},
                                   {"wire_bytes", "B", "bytes sent, headers included"}},
                                  {}};

const PlatformOutputs kApenet = {
    {{"latency.*", "s", "half a round trip, or an exchange, of messages of this size (test)"},
     {"step.*", "s", "a step of the halo exchange with messages of this size (test=halo)"},
     {"rate.*", "B/s", "data bytes a second of the same (tests of latency)"},
     {"bandwidth.*", "B/s", "data bytes a second of messages of this size (test)"},
     {"interval.*", "s", "time between two messages of this size (tests of bandwidth)"},
     {"processor_busy.*", "ratio",
      "share of the time in which the busiest card's processor worked"},
     {"link_busy.*", "ratio",
      "share of the time in which the busiest torus link was taken (two nodes and more)"},
     {"rx_task", "s", "mean time of the peer's tasks that receive a packet"},
     {"packet_hops", "count", "links that packets crossed"},
     {"firmware_tasks", "count", "tasks that the cards' processors ended"},
     {"staging_overruns", "count",
      "chunks that came while the receiver's staging buffers were in use"},
     {"trace.delay", "s", "from the doorbell to the card's first request (trace)"},
     {"trace.head_latency", "s", "from there to the first data (trace)"},
     {"trace.data_time", "s", "from the first to the last data (trace)"},
     {"trace.request_interval", "s", "between two requests (trace)"},
     {"trace.data_rate", "B/s", "data bytes a second between first and last (trace)"},
     {"trace.link_in", "ratio", "load of the card's link towards it (trace)"},
     {"trace.link_out", "ratio", "load of the card's link from it (trace)"},
     {"trace.protocol_rate", "B/s", "bytes of the peer-to-peer protocol a second (trace)"}},
    {{"osu.csv", "", "a line a size: what the table shows, messages and seconds"},
     {"pcie_trace.csv", "", "with trace=bus: a line a packet on the card's bus"},
     {"nios_trace.csv", "", "with trace=nios: a line an instruction of the card's processor"},
     {"nios.folded", "", "with card.nios.profile: cycles by function, as folded stacks"}}};

PlatformOutputs apenet_cluster() {
  return {with(kApenet.results, kScheduleResults), with(kApenet.files, kScheduleFiles)};
}

const std::vector<OutputNote> kAppResults = {
    {"total", "s", "time of the application"},
    {"compute", "s", "kernels of the slowest rank"},
    {"boundary", "s", "those of them for which messages waited"},
    {"network", "s", "its messages, to the last arrival of each step"},
    {"waiting", "s", "of that what its kernels do not hide"},
    {"steps", "count", "steps of the algorithm"},
    {"messages", "count", "messages of all ranks"},
    {"bytes", "B", "data bytes of all messages"},
    {"rank_*.compute", "s", "kernels of a rank"},
    {"rank_*.network", "s", "messages of a rank"},
    {"rank_*.waiting", "s", "of that what its kernels do not hide"},
    {"network_rate", "B/s",
     "data bytes a second while the slowest rank exchanges (two ranks and "
     "more)"}};

PlatformOutputs apenet_hsg() {
  return {with(kAppResults, {{"spin_update", "s", "time an update of a spin"},
                             {"spin_network", "s", "of it messages"},
                             {"spin_boundary_network", "s", "of it messages and boundary"},
                             {"bytes_per_spin", "B", "bytes of GPU memory that an update moves"},
                             {"energy", "1", "energy of the lattice (app.spins)"},
                             {"energy_drift", "1",
                              "its change since the start; over-relaxation "
                              "keeps it (app.spins)"}}),
          {}};
}

PlatformOutputs apenet_bfs() {
  return {with(kAppResults, {{"teps", "1/s", "edges traversed a second"},
                             {"edges", "count", "edges traversed"},
                             {"levels", "count", "levels of the search"}}),
          {}};
}

PlatformOutputs cluster() {
  return {with(kScheduleResults,
               {{"tlp_hops", "count", "links that packets crossed (over PCIe)"},
                {"packet_hops", "count", "links that packets crossed (over NVLink)"},
                {"socket_bytes", "B",
                 "bytes on links between root complexes, headers included (of several sockets)"},
                {"bytes_compared", "B", "bytes found as they were sent (real_bytes)"},
                {"bytes_by_tree", "B", "bytes of copies within nodes (with a network)"},
                {"bytes_by_network", "B", "bytes of copies between nodes (with a network)"},
                {"flit_hops", "count", "channels that flits crossed (with a network)"},
                {"segments_again", "count", "segments that cards sent again (with a network)"}}),
          kScheduleFiles};
}

}  // namespace

const PlatformOutputs* find_outputs(const std::string& platform) {
  static const std::map<std::string, PlatformOutputs> all = {{"pcie_t1", pcie()},
                                                             {"pcie_t2", pcie()},
                                                             {"pcie_tree", pcie()},
                                                             {"cluster", cluster()},
                                                             {"dragonfly", network()},
                                                             {"torus", network()},
                                                             {"fat_tree", network()},
                                                             {"hyperx", network()},
                                                             {"network_file", network()},
                                                             {"nvlink_node", nvlink_node()},
                                                             {"proact", kProact},
                                                             {"gpu_node", gpu_node()},
                                                             {"store_goodput", kGoodput},
                                                             {"apenet_node", kApenet},
                                                             {"apenet_cluster", apenet_cluster()},
                                                             {"apenet_hsg", apenet_hsg()},
                                                             {"apenet_bfs", apenet_bfs()}};
  const auto found = all.find(platform);
  return found == all.end() ? nullptr : &found->second;
}

const std::vector<OutputNote>& files_of_every_run() {
  static const std::vector<OutputNote> files = {
      {"run.json", "",
       "version, command line, defaults, host, wall time, exit reason, inputs, files"},
      {"config.resolved.ini", "",
       "every parameter and where its value came from; --config takes it"},
      {"inputs/*", "", "the files that parameters name, as they were"},
      {"stats.json", "", "results and statistics"},
      {"stats.csv", "", "statistics: path, name, value, unit"},
      {"summary.txt", "", "the same to read"},
      {"run.html", "", "the run's page for a browser; not with --no-page"},
      {"record.json", "", "what the page is made of"},
      {"waves.vcd", "", "with --vcd: signals; waves.fst with --vcd-format fst"},
      {"waves.fst", "", "with --vcd-format fst"},
      {"waves.gtkw", "", "with --vcd: groups of signals for GTKWave"},
      {"timeline.json", "", "with --timeline: what happened when, for Perfetto"},
      {"series.csv", "", "with --series: statistics over time"}};
  return files;
}

}  // namespace gf::app
