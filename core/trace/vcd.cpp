// SPDX-License-Identifier: Apache-2.0
#include "core/trace/vcd.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/text_match.h"
#include "core/base/ticks.h"
#include "core/ranks/ranks.h"
#include "core/trace/vcd_text.h"

namespace gf::core {
namespace {

constexpr std::size_t kBufferBytes = 1u << 20;

std::uint64_t ticks_in_ps() {
  const std::uint64_t ticks = sc_core::sc_time(1, sc_core::SC_PS).value();
  GF_CHECK(ticks > 0, "time resolution is above 1 ps");
  return ticks;
}

OutputLimit within(OutputLimit limit, const VcdWindow& window) {
  limit.begin = window.from.value();
  limit.end = std::min<Ticks>(limit.end, window.to.value());
  return limit;
}

[[noreturn]] void fail_no_match(const std::string& glob, const std::vector<Probe*>& probes) {
  if (probes.empty()) {
    throw UserError(ExitCode::kUsage,
                    "waveform: \"" + glob + "\" matches no signal, because there is none");
  }
  std::vector<std::string> paths;
  for (const Probe* probe : probes) paths.push_back(probe->path());
  std::string text = "waveform: \"" + glob + "\" matches none of the " +
                     std::to_string(paths.size()) + " signals; there are";
  for (const std::string& path : nearest_names(glob, paths, 3)) text += " " + path;
  throw UserError(ExitCode::kUsage, text + "; '*' selects all");
}

}  // namespace

std::vector<Probe*> select_probes(const std::string& globs) {
  const std::vector<Probe*> all = all_probes();
  std::vector<bool> chosen(all.size());
  for (const std::string& glob : split_globs(globs)) {
    bool matched = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!glob_match(glob, all[i]->path())) continue;
      chosen[i] = matched = true;
    }
    if (!matched) fail_no_match(glob, all);
  }
  std::vector<Probe*> probes;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (chosen[i]) probes.push_back(all[i]);
  }
  return probes;
}

VcdTracer::VcdTracer(const std::filesystem::path& file, const std::string& globs,
                     const VcdWindow& window, const OutputLimit& limit)
    : file_(file),
      ticks_per_ps_(ticks_in_ps()),
      from_ps_(to_ps(window.from.value())),
      to_ps_(to_ps(window.to.value())),
      meter_(file, within(limit, window),
             "fewer probes in --vcd, --vcd-from and --vcd-to reduce it") {
  if (window.to < window.from) {
    fail_config("waveform", "window", window.from.to_string() + " to " + window.to.to_string(),
                "an end that is not before its start", "exchange the two");
  }
  const std::vector<Probe*> probes = select_probes(globs);
  if (probes.empty()) fail_no_match(globs, all_probes());
  out_.open(file_, std::ios::binary);
  if (!out_) fail_write(file_, "the waveform");
  buffer_.reserve(kBufferBytes + 4096);
  attach(probes);
  write_header();
}

void VcdTracer::attach(const std::vector<Probe*>& probes) {
  states_.resize(probes.size());
  for (std::size_t id = 0; id < probes.size(); ++id) {
    signals_.push_back({probes[id]->path(), probes[id]->bits(), probes[id]->description()});
    codes_.push_back(vcd_code(id));
    if (ranks().alone()) probes[id]->attach(*this, static_cast<std::uint32_t>(id));
  }
}

std::uint64_t VcdTracer::to_ps(Ticks ticks) const {
  const std::uint64_t whole = ticks / ticks_per_ps_;
  return whole + (ticks % ticks_per_ps_ * 2 >= ticks_per_ps_ ? 1 : 0);
}

void VcdTracer::set(std::uint32_t id, const sc_core::sc_time& at, std::uint64_t value) {
  push({at.value(), order_++, static_cast<std::int64_t>(value), id, false});
}

void VcdTracer::add(std::uint32_t id, const sc_core::sc_time& at, std::int64_t delta) {
  push({at.value(), order_++, delta, id, true});
}

void VcdTracer::push(const Change& change) {
  if (ranks().alone()) pass(now_ticks());
  if (closed_) return;
  GF_CHECK(to_ps(change.at) >= flushed_ps_, signals_[change.id].path + ": a change in the past");
  pending_.push(change);
}

void VcdTracer::pass(Ticks now) {
  const std::uint64_t now_ps = to_ps(now);
  // Changes of this very ps stay pending: another may still come at the same time, and the last
  // value of a time is the one that is written.
  if (now_ps > flushed_ps_) flush_before(now_ps);
  // Detaching from the probes makes the rest of the run as fast as without a waveform.
  if (now_ps > to_ps_) finish();
}

void VcdTracer::flush_before(std::uint64_t ps) {
  while (!pending_.empty() && to_ps(pending_.top().at) < ps) {
    apply(pending_.top());
    pending_.pop();
  }
  flushed_ps_ = ps;
}

void VcdTracer::apply(const Change& change) {
  const std::uint64_t ps = to_ps(change.at);
  if (ps > to_ps_) return;
  if (ps > time_ps_) {
    write_touched();
    // Checked again: write_touched() sets the end of the window back when the file is full.
    if (ps > to_ps_) return;
    if (ps > from_ps_ && !begun_) write_initial_values();
    time_ps_ = ps;
  }
  State& state = states_[change.id];
  state.value = change.relative ? state.value + change.value : change.value;
  // Before the window only the state is kept up to date: write_initial_values() needs it at the
  // start of the window.
  if (!begun_ || state.touched) return;
  state.touched = true;
  touched_.push_back(change.id);
}

void VcdTracer::close() {
  finish();
  if (!out_) fail_write(file_, "the waveform");
}

void VcdTracer::finish() {
  if (closed_) return;
  closed_ = true;
  detach_from_probes(*this);
  flush_before(~0ull);
  write_touched();
  if (!begun_) write_initial_values();
  const std::uint64_t end = std::min(to_ps_, to_ps(now_ticks()));
  if (end > last_ps_) write_time(end);
  drain_buffer();
  out_.close();
}

void VcdTracer::write_header() {
  buffer_ += "$version GPUFabric $end\n$timescale 1 ps $end\n";
  VcdScopes scopes(buffer_);
  for (std::size_t id = 0; id < signals_.size(); ++id) {
    const Signal& signal = signals_[id];
    scopes.declare(signal.path, signal.bits, codes_[id], signal.description);
  }
  scopes.close();
  buffer_ += "$enddefinitions $end\n";
  meter_.add(buffer_.size(), from_ps_ * ticks_per_ps_, from_ps_ * ticks_per_ps_);
}

void VcdTracer::write_initial_values() {
  begun_ = true;
  const std::size_t before = buffer_.size();
  write_time(from_ps_);
  buffer_ += "$dumpvars\n";
  for (std::uint32_t id = 0; id < states_.size(); ++id) write_value(id);
  buffer_ += "$end\n";
  meter_.add(buffer_.size() - before, from_ps_ * ticks_per_ps_, from_ps_ * ticks_per_ps_);
}

/// Writes nothing of a time that does not fit completely. push() ends the file soon after.
void VcdTracer::write_touched() {
  const std::size_t before = buffer_.size();
  const std::uint64_t last = last_ps_;
  write_changes();
  const auto ticks = [this](std::uint64_t ps) { return ps * ticks_per_ps_; };
  if (!meter_.add(buffer_.size() - before, ticks(time_ps_), ticks(last))) {
    // A time is written completely or not at all: half of it would show a combination of states
    // that never existed.
    buffer_.resize(before);
    last_ps_ = to_ps_ = last;
  }
  if (buffer_.size() >= kBufferBytes) drain_buffer();
}

void VcdTracer::write_changes() {
  bool dated = false;
  std::sort(touched_.begin(), touched_.end());
  for (const std::uint32_t id : touched_) {
    State& state = states_[id];
    state.touched = false;
    if (state.value == state.written) continue;
    if (!dated) write_time(time_ps_);
    dated = true;
    write_value(id);
  }
  touched_.clear();
}

void VcdTracer::write_time(std::uint64_t ps) {
  last_ps_ = ps;
  buffer_ += '#';
  buffer_ += std::to_string(ps);
  buffer_ += '\n';
}

void VcdTracer::write_value(std::uint32_t id) {
  State& state = states_[id];
  state.written = state.value;
  append_vcd_value(buffer_, state.value, signals_[id].bits);
  buffer_ += codes_[id];
  buffer_ += '\n';
}

void VcdTracer::drain_buffer() {
  out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  buffer_.clear();
}

}  // namespace gf::core
