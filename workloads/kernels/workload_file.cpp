// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/workload_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

#include "core/base/error.h"
#include "core/base/text_fields.h"
#include "core/base/text_match.h"
#include "core/text/ini.h"
#include "workloads/kernels/programs/layout.h"
#include "workloads/kernels/step_text.h"

namespace gf::model {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 38;  ///< For one structure: 256 GiB.
/// Limited because every page has a table entry.
constexpr std::uint64_t kMostBytesInAll = std::uint64_t{1} << 40;
constexpr std::size_t kMostSections = 1000;
const std::pair<const char*, Placement> kPlacements[] = {{"interleave", Placement::kInterleave},
                                                         {"first_touch", Placement::kFirstTouch},
                                                         {"explicit", Placement::kExplicit},
                                                         {"replicated", Placement::kReplicated},
                                                         {"managed", Placement::kManaged}};

/// A [data.NAME] or [kernel.NAME] section with its lines, in the order of the file.
struct Section {
  std::string name;
  unsigned line = 0;
  std::map<std::string, core::IniEntry> fields;
  std::vector<core::IniEntry> steps;
};

class WorkloadReader {
 public:
  WorkloadReader(const std::string& file, unsigned gpus)
      : file_(file), gpus_(gpus), layout_(gpus) {}

  Workload workload(const std::vector<core::IniEntry>& entries) {
    for (const core::IniEntry& entry : entries) sort_in(entry);
    if (workload_.name.empty()) fail(0, "no name", "\"[workload]\" with \"name = NAME\"");
    if (data_.empty()) fail(0, "no data", "at least one section [data.NAME]");
    if (kernels_.empty()) fail(0, "no kernel", "at least one section [kernel.NAME]");
    // Data are read first, wherever they are in the file, because kernels refer to their indices
    // and sizes.
    for (const Section& section : data_) read_data(section);
    workload_.data = layout_.take();
    for (const DataStructure& data : workload_.data) bases_.push_back(data.base);
    for (const Section& section : kernels_) read_kernel(section);
    return std::move(workload_);
  }

 private:
  [[noreturn]] void fail(unsigned line, const std::string& cause,
                         const std::string& expected) const {
    core::fail_input(file_, line, cause, expected);
  }

  void sort_in(const core::IniEntry& entry) {
    const auto parts = core::split_fields(entry.key, '.');
    if (entry.key == "workload.name") {
      if (!workload_.name.empty() || entry.value.empty())
        fail(entry.line, "no name or more than one", "one name = NAME");
      workload_.name = entry.value;
    } else if (parts.size() == 3 && parts[0] == "data") {
      add_field(section_of(data_, parts[1], entry.line), parts[2], entry,
                {"bytes", "placement", "homes", "read_mostly", "preferred", "accessed_by"});
    } else if (parts.size() == 3 && parts[0] == "kernel") {
      Section& section = section_of(kernels_, parts[1], entry.line);
      if (parts[2] == "do")
        section.steps.push_back(entry);
      else
        add_field(
            section, parts[2], entry,
            {"ctas", "warps_per_cta", "registers", "ctas_per_sm", "stream", "gpu", "waits", "do"});
    } else {
      fail(entry.line, fmt::format("unknown key '{}'", entry.key),
           "name in [workload], or keys in [data.NAME] and [kernel.NAME]");
    }
  }

  Section& section_of(std::vector<Section>& sections, std::string_view name, unsigned line) {
    for (Section& section : sections)
      if (section.name == name) return section;
    const bool plain =
        !name.empty() && name.find_first_of("*?[]-") == name.npos && name.front() > '9';
    if (!plain) fail(line, fmt::format("the name \"{}\"", name), "letters, digits and _");
    if (sections.size() == kMostSections) fail(line, "too many sections", "up to 1000 of a kind");
    sections.push_back({std::string(name), line, {}, {}});
    return sections.back();
  }

  void add_field(Section& section, std::string_view key, const core::IniEntry& entry,
                 const std::vector<std::string>& known) {
    if (std::find(known.begin(), known.end(), key) == known.end())
      core::fail_unknown_key(file_, entry.line, entry.key, known);
    if (!section.fields.emplace(std::string(key), entry).second)
      fail(entry.line, fmt::format("\"{}\" for the second time", key), "each key once");
  }

  const core::IniEntry* field(const Section& section, const char* key, bool needed) const {
    const auto entry = section.fields.find(key);
    if (entry != section.fields.end()) return &entry->second;
    if (needed)
      fail(section.line, fmt::format("{} has no \"{}\"", section.name, key),
           fmt::format("\"{} = ...\" in this section", key));
    return nullptr;
  }

  unsigned number(const Section& section, const char* key, unsigned default_value, unsigned low,
                  unsigned high, bool needed = false) const {
    const core::IniEntry* entry = field(section, key, needed);
    return entry == nullptr ? default_value : number(*entry, entry->value, low, high);
  }
  unsigned number(const core::IniEntry& entry, std::string_view text, unsigned low,
                  unsigned high) const {
    const auto value = core::parse_number<unsigned>(text);
    if (!value || *value < low || *value > high)
      fail(entry.line, fmt::format("cannot read {} \"{}\"", entry.key, text),
           fmt::format("{} ... {}", low, high));
    return *value;
  }

  void read_data(const Section& section) {
    const core::IniEntry& text = *field(section, "bytes", true);
    std::uint64_t bytes = 0;
    try {
      bytes = core::parse_bytes(text.value).count();
    } catch (const core::UserError&) {
      bytes = 0;
    }
    if (bytes < 1 || bytes > kMostBytes)
      fail(text.line, fmt::format("bytes \"{}\"", text.value), "1 B ... 256 GiB, with a unit");
    bytes_in_all_ += bytes;
    if (bytes_in_all_ > kMostBytesInAll)
      fail(text.line,
           fmt::format("with {} the data are {}", section.name,
                       core::to_text(core::Bytes(bytes_in_all_))),
           "at most 1 TiB in all structures; make some smaller");
    const Placement placement = placement_of(section);
    layout_.add(section.name, bytes, placement, homes_of(section, placement),
                advice_of(section, placement));
    scope_.data[section.name] = scope_.bytes.size();
    scope_.bytes.push_back(bytes);
  }

  Placement placement_of(const Section& section) const {
    const core::IniEntry& text = *field(section, "placement", true);
    for (const auto& [name, placement] : kPlacements)
      if (text.value == name) return placement;
    fail(text.line, fmt::format("placement \"{}\"", text.value),
         "interleave, first_touch, explicit, replicated or managed");
  }

  std::vector<std::uint8_t> homes_of(const Section& section, Placement placement) const {
    const bool needed = placement == Placement::kExplicit;
    const core::IniEntry* entry = field(section, "homes", needed);
    std::vector<std::uint8_t> homes;
    if (entry == nullptr) return homes;
    if (!needed && placement != Placement::kManaged)
      fail(entry->line, "homes without placement = explicit or managed", "no homes here");
    for (const std::string_view home : core::split_fields(entry->value, ','))
      homes.push_back(static_cast<std::uint8_t>(number(*entry, home, 0, gpus_ - 1)));
    if (homes.size() > 4096) fail(entry->line, "too many homes", "up to 4096");
    return homes;
  }

  Advice advice_of(const Section& section, Placement placement) const {
    Advice advice;
    for (const char* key : {"read_mostly", "preferred", "accessed_by"}) {
      const core::IniEntry* entry = field(section, key, false);
      if (entry != nullptr && placement != Placement::kManaged)
        fail(entry->line, fmt::format("{} without placement = managed", key), "no advice here");
    }
    if (const core::IniEntry* entry = field(section, "read_mostly", false)) {
      if (entry->value != "true" && entry->value != "false")
        fail(entry->line, fmt::format("read_mostly \"{}\"", entry->value), "true or false");
      advice.read_mostly = entry->value == "true";
    }
    advice.preferred = number(section, "preferred", Advice::kNobody, 0, gpus_ - 1);
    if (const core::IniEntry* entry = field(section, "accessed_by", false))
      for (const std::string_view gpu : core::split_fields(entry->value, ','))
        advice.accessed_by |= 1ull << number(*entry, gpu, 0, std::min(gpus_, 64u) - 1);
    return advice;
  }

  /// Returns the indices of the kernels that a kernel waits for; their names must have been read
  /// already.
  std::vector<unsigned> waits_of(const Section& section) const {
    const core::IniEntry* entry = field(section, "waits", false);
    std::vector<unsigned> waits;
    if (entry == nullptr) return waits;
    const std::vector<Kernel>& before = workload_.kernels;
    for (const std::string_view name : core::split_fields(entry->value, ',')) {
      const auto place = std::find_if(before.begin(), before.end(),
                                      [&](const Kernel& kernel) { return kernel.name == name; });
      if (place == before.end())
        fail(entry->line, fmt::format("{} waits for \"{}\"", section.name, name),
             "names of kernels above it in the file");
      waits.push_back(static_cast<unsigned>(place - before.begin()));
    }
    return waits;
  }

  void read_kernel(const Section& section) {
    Kernel kernel;
    kernel.name = section.name;
    kernel.ctas = number(section, "ctas", 1, 1, 1u << 20, true);
    kernel.warps_per_cta = number(section, "warps_per_cta", 1, 1, 32);
    kernel.registers = number(section, "registers", 32, 1, 255);
    kernel.ctas_per_sm = number(section, "ctas_per_sm", 32, 1, 1024);
    kernel.stream = number(section, "stream", 0, 0, 1023);
    const core::IniEntry* gpu = field(section, "gpu", false);
    kernel.split = gpu == nullptr || gpu->value == "all";
    if (!kernel.split) kernel.gpu = number(*gpu, gpu->value, 0, gpus_ - 1);
    kernel.waits = waits_of(section);
    scope_.ctas = kernel.ctas;
    scope_.warps = kernel.warps_per_cta;
    StepReader steps(scope_);
    for (const core::IniEntry& entry : section.steps)
      steps.read(entry.value, [&](const std::string& cause, const std::string& expected) {
        fail(entry.line, cause, expected);
      });
    kernel.program = std::make_shared<TemplateProgram>(
        steps.take([&](const std::string& cause, const std::string& expected) {
          fail(section.line, section.name + ": " + cause, expected);
        }),
        bases_);
    workload_.kernels.push_back(std::move(kernel));
  }

  const std::string& file_;
  unsigned gpus_;
  suite::Layout layout_;
  Workload workload_;
  std::vector<Section> data_, kernels_;
  std::vector<std::uint64_t> bases_;
  std::uint64_t bytes_in_all_ = 0;
  StepScope scope_;
};

}  // namespace

Workload read_workload(std::istream& in, const std::string& file, unsigned gpus) {
  GF_CHECK(gpus >= 1 && gpus <= 255, std::to_string(gpus));
  return WorkloadReader(file, gpus).workload(core::read_ini(in, file));
}

Workload read_workload_file(const std::string& file, unsigned gpus) {
  GF_CHECK(gpus >= 1 && gpus <= 255, std::to_string(gpus));
  return WorkloadReader(file, gpus).workload(core::read_ini_file(file));
}

std::string example_workload_text() {
  return R"([workload]
name = scale_and_count

[data.input]
bytes = 4 MiB
placement = explicit
homes = 1, 1

[data.output]
bytes = 4 MiB
placement = first_touch

[data.counters]
bytes = 4 KiB
placement = interleave

[kernel.scale]
ctas = 128
warps_per_cta = 4
do = loop i 16
do = load 16 input[32768*cta + 8192*warp + 512*i + 16*lane]
do = compute 20
do = store 16 output[32768*cta + 8192*warp + 512*i + 16*lane]
do = end
do = barrier
do = atomic 4 counters[4*warp] lanes 1 returns
do = fence system

[kernel.check]
ctas = 32
warps_per_cta = 1
stream = 1
waits = scale
gpu = 0
do = load 4 counters[128*cta + 4*lane]
)";
}

}  // namespace gf::model
