// SPDX-License-Identifier: Apache-2.0
#include "workloads/schedule/schedule_csv.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/text/csv.h"
#include "tlm_models/link/device_name.h"
#include "workloads/schedule/task_classes.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kMaxBytes = 1ull << 40;
constexpr double kMaxNs = 3.6e12;
constexpr const char* kHeader = "graph,src,dst,bytes,start_ns";
constexpr const char* kMore =
    ", optionally id, task, after, duration_ns, tag, engine, stream, written, workload, class, "
    "writer, "
    "chunk, map";
// Chunk sizes in [PROACT21], Table II; the hardware counts in these (hw/proact/region.h).
constexpr std::uint64_t kLeastChunk = 4096;
constexpr std::uint64_t kMostChunk = 16ull << 20;

class ScheduleReader {
 public:
  ScheduleReader(std::string_view text, const std::string& file, std::optional<DeviceCount> devices,
                 const std::vector<unsigned>* lines)
      : records_(text, file, core::CsvRecords::Form::kByHand, lines),
        file_(file),
        devices_(devices) {}

  std::vector<Schedule> run() {
    while (records_.next()) {
      line_ = records_.line();
      if (columns_ == 0)
        read_header(records_.cells());
      else
        read_row(records_.cells());
    }
    line_ = records_.line();
    if (schedules_.empty()) fail("no communication", columns_ == 0 ? kHeader : "at least one line");
    end_schedule();
    return std::move(schedules_);
  }

 private:
  enum Column : std::size_t {
    kGraph,
    kSrc,
    kDst,
    kBytes,
    kStart,
    kId,
    kTask,
    kAfter,
    kDuration,
    kTag,
    kEngine,
    kStream,
    kWritten,
    kWorkload,
    kClass,
    kWriter,
    kChunk,
    kMap,
    kColumns
  };
  static constexpr std::array<std::string_view, kColumns> kNames{
      "graph", "src",    "dst",    "bytes",   "start_ns", "id",    "task",   "after", "duration_ns",
      "tag",   "engine", "stream", "written", "workload", "class", "writer", "chunk", "map"};

  [[noreturn]] void fail(const std::string& cause, const std::string& expected) {
    core::fail_input(file_, line_, cause, expected);
  }
  /// Reports an error in a field.
  [[noreturn]] void fail(Column column, std::string_view text, const std::string& expected) {
    fail(std::string(kNames[column]) + " = '" + std::string(text) + "'", expected);
  }

  void read_header(const std::vector<std::string_view>& fields) {
    where_.fill(kAbsent);
    for (std::size_t i = 0; i < fields.size(); ++i) {
      std::size_t column = 0;
      while (column < kColumns && kNames[column] != fields[i]) ++column;
      if (column == kColumns || where_[column] != kAbsent)
        fail("header field '" + std::string(fields[i]) + "'",
             std::string("the header ") + kHeader + kMore);
      where_[column] = i;
    }
    for (std::size_t column = 0; column < kStart; ++column)
      if (where_[column] == kAbsent)
        fail("the header lacks " + std::string(kNames[column]),
             std::string("the header ") + kHeader + kMore);
    columns_ = fields.size();
  }

  void read_row(const std::vector<std::string_view>& fields) {
    if (fields.size() != columns_)
      fail(std::to_string(fields.size()) + " fields",
           std::to_string(columns_) + " as in the header");
    const auto field = [&](Column column) {
      return where_[column] == kAbsent ? std::string_view{} : fields[where_[column]];
    };
    // Files that are written have them without quotes.
    for (const Column column : {kGraph, kId, kStream, kWorkload, kClass, kMap})
      if (const auto text = field(column);
          text.find_first_of(",\"\n") != text.npos || core::trimmed(text) != text)
        fail(column, text, "a text without commas, quotes, newlines and blanks at its ends");
    if (field(kGraph).empty()) fail("the graph's name is empty", "a name");
    open_schedule(std::string(field(kGraph)));
    Task task;
    task.kind =
        read_word(kTask, field(kTask), {TaskKind::kCopy, TaskKind::kKernel, TaskKind::kReduce});
    task.engine = read_word(kEngine, field(kEngine),
                            {CopyMeans::kDma, CopyMeans::kStores, CopyMeans::kLoads,
                             CopyMeans::kAgent, CopyMeans::kProact});
    read_devices(task, field(kSrc), field(kDst));
    if (task.kind != TaskKind::kKernel || !field(kBytes).empty())
      task.bytes = read_bytes(kBytes, field(kBytes));
    if (where_[kStart] != kAbsent) task.start = read_time(kStart, field(kStart));
    if (!field(kDuration).empty()) task.duration = read_time(kDuration, field(kDuration));
    read_rest(task, field(kDuration), field(kTag));
    read_kernel(task, field(kWritten), field(kWorkload));
    read_push(task, field(kWriter), field(kChunk), field(kMap));
    if (!field(kWriter).empty() && !(field(kAfter).empty() && task.start.value() == 0))
      fail(kWriter, field(kWriter),
           "no after and no start_ns with a writer: the copy begins with that kernel, so set them "
           "there");
    if (!field(kStream).empty() && !field(kWriter).empty())
      fail(kStream, field(kStream), "nothing with a writer: the copy begins with that kernel");
    add(std::move(task), field(kId), field(kAfter), field(kWriter));
    if (!field(kStream).empty()) join_stream(field(kStream));
    if (where_[kClass] != kAbsent) class_.emplace_back(field(kClass));
  }

  void read_devices(Task& task, std::string_view src, std::string_view dst) {
    const bool copies = task.kind == TaskKind::kCopy;
    task.src = read_device(kSrc, src, copies);
    task.dst = !copies && dst.empty() ? task.src : read_device(kDst, dst, copies);
    if (is_host(task.src) && is_host(task.dst))
      fail(kDst, dst, "a GPU: copies of hosts are to GPUs");
    if (copies && task.src == task.dst)
      fail("src and dst are both " + std::to_string(task.src), "two different GPUs");
    if (!copies && task.src != task.dst)
      fail(kDst, dst, "nothing, or src: a " + std::string(to_text(task.kind)) + " has one device");
  }

  void read_rest(Task& task, std::string_view duration, std::string_view tag) {
    if (task.kind != TaskKind::kKernel && !duration.empty() && task.duration.value() != 0)
      fail(kDuration, duration, "nothing, or 0: only kernels have a duration");
    if (tag.empty()) return;
    const auto number = core::parse_number<unsigned>(tag);
    if (!number) fail(kTag, tag, "a number from 0 to 4294967295");
    task.tag = *number;
  }

  void read_kernel(Task& task, std::string_view written, std::string_view workload) {
    const bool kernel = task.kind == TaskKind::kKernel;
    if (!written.empty() && written != "0") {
      if (!kernel) fail(kWritten, written, "nothing, or 0: only kernels have it");
      task.written = read_bytes(kWritten, written);
      if (task.written.count() > task.bytes.count())
        fail(kWritten, written, "at most the value of bytes");
    }
    if (!kernel && !workload.empty())
      fail(kWorkload, workload, "nothing: only kernels run a workload");
    task.workload = workload;
  }

  void read_push(Task& task, std::string_view writer, std::string_view chunk,
                 std::string_view map) {
    const bool pushed = task.kind == TaskKind::kCopy && task.engine == CopyMeans::kProact;
    for (const auto& [column, text] :
         {std::pair(kWriter, writer), std::pair(kChunk, chunk), std::pair(kMap, map)})
      if (!pushed && !text.empty()) fail(column, text, "nothing: only copies by proact have it");
    if (!pushed) return;
    if (task.bytes.count() < kLeastChunk)
      fail("bytes of a copy by proact = " + core::to_text(task.bytes),
           "at least 4 KiB, the smallest chunk; or another engine");
    if (!map.empty() && writer.empty()) fail(kMap, map, "a writer, whose CTAs the map describes");
    task.map = map;
    if (chunk.empty()) return;
    task.chunk = read_bytes(kChunk, chunk);
    const std::uint64_t size = task.chunk.count();
    if (size < kLeastChunk || size > kMostChunk || (size & (size - 1)) != 0 ||
        size > task.bytes.count())
      fail(kChunk, chunk, "a power of two from 4 KiB to 16 MiB, not more than bytes");
  }

  template <class T>
  T read_word(Column column, std::string_view text, std::initializer_list<T> all) {
    std::string names;
    for (const T each : all) {
      if (text == to_text(each)) return each;
      names += (names.empty() ? "" : ", ") + std::string(to_text(each));
    }
    if (!text.empty()) fail(column, text, "one of " + names);
    return *all.begin();
  }

  unsigned read_device(Column column, std::string_view text, bool host_may) {
    constexpr std::string_view kHost = "host";
    const unsigned gpus = devices_ ? devices_->gpus : kFirstHost;
    const unsigned hosts = !host_may ? 0 : devices_ ? devices_->hosts : kFirstHost;
    const bool host = hosts > 0 && text.substr(0, kHost.size()) == kHost;
    const auto number = core::parse_number<unsigned>(host ? text.substr(kHost.size()) : text);
    if (!number || *number >= (host ? hosts : gpus)) {
      std::string expected = "a GPU number, 0 ... " + std::to_string(gpus - 1);
      if (hosts > 0) expected += ", or a host, host0 ... " + device_name(kFirstHost + hosts - 1);
      if (host_may && hosts == 0 && text.substr(0, kHost.size()) == kHost)
        expected +=
            "; this machine has no hosts: in a machine file, the key memory of a root complex "
            "makes one";
      fail(column, text, expected);
    }
    return host ? kFirstHost + *number : *number;
  }

  core::Bytes read_bytes(Column column, std::string_view text) {
    const std::string expected = "a size from 1 B to 1 TiB, such as 4096, 64 KiB or 300 MB";
    core::Bytes bytes;
    if (const auto number = core::parse_number<std::uint64_t>(text)) {
      bytes = core::Bytes(*number);
    } else {
      try {
        bytes = core::parse_bytes(text);
      } catch (const core::UserError&) {
        fail(column, text, expected);
      }
    }
    if (bytes.count() == 0 || bytes.count() > kMaxBytes) fail(column, text, expected);
    return bytes;
  }

  sc_core::sc_time read_time(Column column, std::string_view text) {
    const auto number = core::parse_number<double>(text);
    if (!number || !std::isfinite(*number) || std::signbit(*number) || *number > kMaxNs)
      fail(column, text, "a number of ns from 0 to 3.6e12 (1 h)");
    return {*number, sc_core::SC_NS};
  }

  void open_schedule(const std::string& name) {
    if (!schedules_.empty() && schedules_.back().name == name) return;
    if (!schedules_.empty()) end_schedule();
    // Graphs run in the order of the file; with separated lines the order would be ambiguous.
    if (!seen_.insert(name).second)
      fail("graph " + name + " appears again after another graph",
           "the lines of a graph next to each other; sort the file or rename the graph");
    schedules_.push_back({name, {}});
  }

  void add(Task task, std::string_view id, std::string_view after, std::string_view writer) {
    std::vector<Task>& tasks = schedules_.back().tasks;
    task.id = id;
    const std::string known = id.empty() ? std::to_string(tasks.size()) : std::string(id);
    if (known.find(' ') != std::string::npos) fail(kId, id, "a word without blanks");
    // Ids are stored only if `after` or `writer` can refer to them.
    if (where_[kId] != kAbsent || where_[kAfter] != kAbsent || where_[kWriter] != kAbsent) {
      const auto [entry, is_new] = ids_.emplace(known, tasks.size());
      if (!is_new)
        fail("id " + known + " is already used in line " + std::to_string(lines_[entry->second]),
             "each id once in a graph; without one the id is the task's position");
      lines_.push_back(line_);
      afters_.emplace_back(after);
      writers_.emplace_back(writer);
    }
    tasks.push_back(std::move(task));
  }

  /// The last task starts after the one before it in its stream.
  void join_stream(std::string_view stream) {
    std::vector<Task>& tasks = schedules_.back().tasks;
    const auto here = static_cast<unsigned>(tasks.size() - 1);
    const auto [last, is_first] =
        streams_.emplace(std::pair(tasks.back().src, std::string(stream)), here);
    if (!is_first) tasks.back().after.push_back(std::exchange(last->second, here));
  }

  /// Ids may belong to tasks further down, so they are looked up at the end of the schedule.
  void end_schedule() {
    Schedule& schedule = schedules_.back();
    const unsigned end = line_;
    for (std::size_t i = 0; i < afters_.size(); ++i) {
      line_ = lines_[i];
      for (const std::string_view id : core::split_words(afters_[i]))
        schedule.tasks[i].after.push_back(position_of(kAfter, id));
      if (!writers_[i].empty()) set_writer(schedule, i);
    }
    const std::vector<std::size_t> cycle = find_cycle(schedule);
    if (!cycle.empty()) fail_cycle(schedule, cycle);
    line_ = end;
    add_classes(schedule);
    ids_.clear();
    lines_.clear();
    afters_.clear();
    writers_.clear();
    copies_of_.clear();
    streams_.clear();
  }

  void set_writer(Schedule& schedule, std::size_t number) {
    Task& copy = schedule.tasks[number];
    copy.writer = position_of(kWriter, writers_[number]);
    const Task& writer = schedule.tasks[*copy.writer];
    if (writer.kind != TaskKind::kKernel || writer.workload.empty())
      fail(kWriter, writers_[number],
           "a kernel with a workload, whose CTAs write the copy's bytes; this is a " +
               std::string(to_text(writer.kind)) +
               (writer.kind == TaskKind::kKernel ? " without a workload" : ""));
    if (writer.src != copy.src)
      fail(kWriter, writers_[number],
           "a kernel of the copy's src, " + std::to_string(copy.src) + "; this one runs on " +
               std::to_string(writer.src));
    check_same_bytes(schedule, number);
  }

  /// All destinations of a kernel get everything that it writes, because there is one set of
  /// counters.
  void check_same_bytes(const Schedule& schedule, std::size_t number) {
    const Task& copy = schedule.tasks[number];
    std::vector<std::size_t>& others = copies_of_[*copy.writer];
    for (const std::size_t at : others) {
      const Task& other = schedule.tasks[at];
      const std::string there = "line " + std::to_string(lines_[at]);
      if (other.bytes != copy.bytes || other.chunk != copy.chunk || other.map != copy.map)
        fail("bytes, chunk or map of a copy that " + std::string(writers_[number]) + " writes",
             "the same as in " + there + ", which pushes the same bytes");
      if (other.dst == copy.dst)
        fail(kDst, std::to_string(copy.dst),
             "another GPU than in " + there + ", which pushes the same bytes");
    }
    others.push_back(number);
  }

  void add_classes(Schedule& schedule) {
    const auto some = [](const std::string& name) { return !name.empty(); };
    if (std::any_of(class_.begin(), class_.end(), some)) {
      auto classes = std::make_shared<TaskClasses>();
      for (const std::string& name : class_)
        classes->of.push_back(name.empty() ? TaskClasses::kCompute : number_of(*classes, name));
      schedule.classes = std::move(classes);
    }
    class_.clear();
  }
  std::uint8_t number_of(TaskClasses& classes, const std::string& name) {
    constexpr std::size_t kMostClasses = 256;
    const bool is_new =
        std::find(classes.names.begin(), classes.names.end(), name) == classes.names.end();
    if (is_new && classes.names.size() == kMostClasses)
      fail(kClass, name, "no more than 256 classes in a graph");
    return classes.number(name);
  }

  unsigned position_of(Column column, std::string_view id) {
    const auto entry = ids_.find(std::string(id));
    if (entry == ids_.end())
      fail(std::string(kNames[column]) + ": no task has the id " + std::string(id),
           "ids of tasks of the same graph, with blanks between them");
    return static_cast<unsigned>(entry->second);
  }

  [[noreturn]] void fail_cycle(const Schedule& schedule, const std::vector<std::size_t>& cycle) {
    line_ = lines_[cycle.front()];
    std::string names;
    for (const std::size_t task : cycle) names += schedule.id_of(task) + " waits for ";
    fail("graph " + schedule.name + ": tasks wait for each other: " + names +
             schedule.id_of(cycle.front()),
         "tasks that can start one after another; remove one of these ids from its `after`");
  }

  static constexpr std::size_t kAbsent = ~std::size_t{0};
  core::CsvRecords records_;
  const std::string& file_;
  std::optional<DeviceCount> devices_;
  unsigned line_ = 0;
  std::size_t columns_ = 0;  ///< Of the header; 0 before it.
  std::array<std::size_t, kColumns> where_{};
  std::vector<Schedule> schedules_;
  std::set<std::string> seen_;
  // For the current schedule:
  std::unordered_map<std::string, std::size_t> ids_;
  std::vector<unsigned> lines_;                                   ///< By task.
  std::vector<std::string> afters_;                               ///< By task.
  std::vector<std::string> writers_;                              ///< By task.
  std::map<unsigned, std::vector<std::size_t>> copies_of_;        ///< By writer kernel.
  std::map<std::pair<unsigned, std::string>, unsigned> streams_;  ///< Last task, by src and name.
  std::vector<std::string> class_;  ///< By task, if the file has the column.
};

}  // namespace

std::vector<Schedule> read_schedules(std::string_view text, const std::string& file,
                                     std::optional<DeviceCount> devices,
                                     const std::vector<unsigned>* lines) {
  return ScheduleReader(text, file, devices, lines).run();
}

}  // namespace gf::model
