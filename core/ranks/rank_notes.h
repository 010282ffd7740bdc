// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/parcel_bytes.h"

namespace gf::core {

/// What devices of several ranks tell each other beside what a network carries between them. It
/// reaches all ranks before anything that leaves a device in the same window or later reaches them.
class RankNotes {
 public:
  virtual ~RankNotes() = default;
  /// What there is since the last call, behind `bytes`.
  virtual void write_notes(std::string& bytes) = 0;
  virtual void read_notes(const std::string& bytes) = 0;
};

/// Of one kind, a plain struct.
template <class Note>
class RankNotesOf : public RankNotes {
 protected:
  void tell(const Note& note) { notes_.push_back(note); }  ///< All other ranks.

 private:
  virtual void take(const Note& note) = 0;  ///< Of another rank.
  void write_notes(std::string& bytes) final {
    ByteWriter(bytes).put_all(notes_);
    notes_.clear();
  }
  void read_notes(const std::string& bytes) final {
    ByteReader(bytes).get_all(came_);
    for (const Note& note : came_) take(note);
  }
  std::vector<Note> notes_;  ///< That other ranks have not got.
  std::vector<Note> came_;
};

}  // namespace gf::core
