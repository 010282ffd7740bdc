// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/parcel_bytes.h"

namespace gf::core {

/// Messages between the devices of several ranks that do not travel through the simulated network.
/// A note reaches all ranks before anything that leaves a device in the same window or later.
class RankNotes {
 public:
  virtual ~RankNotes() = default;
  /// Appends the notes since the last call to `bytes`.
  virtual void write_notes(std::string& bytes) = 0;
  virtual void read_notes(const std::string& bytes) = 0;
};

/// Notes of one kind; Note is a plain struct.
template <class Note>
class RankNotesOf : public RankNotes {
 protected:
  void announce(const Note& note) { notes_.push_back(note); }  ///< Sends `note` to all other ranks.

 private:
  virtual void take(const Note& note) = 0;  ///< Receives a note of another rank.
  void write_notes(std::string& bytes) final {
    ByteWriter(bytes).put_all(notes_);
    notes_.clear();
  }
  void read_notes(const std::string& bytes) final {
    ByteReader(bytes).get_all(came_);
    for (const Note& note : came_) take(note);
  }
  std::vector<Note> notes_;  ///< Notes not yet sent to the other ranks.
  std::vector<Note> came_;
};

}  // namespace gf::core
