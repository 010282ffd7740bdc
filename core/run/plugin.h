// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>  // says which C++ library it is
#include <sysc/kernel/sc_ver.h>

#include "core/base/registry.h"
#include "core/run/build_stamp.h"  // written by cmake/BuildStamp.cmake: version, hash of the headers
#include "core/run/plugin_stamp.h"

/// A plug-in is a shared object that adds to registries (core/base/registry.h). Its source has,
/// once,
///
///   GF_PLUGIN() { gf::hw::pcie::arbiter_registry().add({"smallest_first", make}); }
///
/// and is compiled into a CMake target `add_library(mine MODULE mine.cpp)` that links
/// GPUFabric::plugin. That target only adds include paths: the plug-in calls the program's own
/// functions. `gpufabric --plugin ./mine.so COMMAND ...` loads it before the command.
///
/// The program and its plug-in share classes, so both must be compiled with the same headers and
/// settings. The plug-in contains a stamp of what it was compiled with. The program reads the stamp
/// from the file and runs no code of a plug-in whose stamp differs from its own.
#define GF_PLUGIN()                                                                             \
  extern "C" __attribute__((visibility("default"), used)) const char gpufabric_plugin_stamp[] = \
      GF_PLUGIN_MARK GF_PLUGIN_STAMP;                                                           \
  extern "C" __attribute__((visibility("default"))) void gpufabric_plugin_register()

#define GF_PLUGIN_TEXT_(value) #value
#define GF_PLUGIN_TEXT(value) GF_PLUGIN_TEXT_(value)

#ifdef __clang__
#define GF_PLUGIN_COMPILER "clang " GF_PLUGIN_TEXT(__clang_major__)
#else
#define GF_PLUGIN_COMPILER "gcc " GF_PLUGIN_TEXT(__GNUC__)
#endif

#ifdef _GLIBCXX_USE_CXX11_ABI
#define GF_PLUGIN_LIBRARY "libstdc++ cxx11=" GF_PLUGIN_TEXT(_GLIBCXX_USE_CXX11_ABI)
#else
#define GF_PLUGIN_LIBRARY "another than libstdc++"
#endif

#ifdef _GLIBCXX_DEBUG
#define GF_PLUGIN_CONTAINERS "debug"
#else
#define GF_PLUGIN_CONTAINERS "plain"
#endif

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define GF_PLUGIN_SANITIZER "address"
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) && !defined(GF_PLUGIN_SANITIZER)
#define GF_PLUGIN_SANITIZER "address"
#endif
#ifndef GF_PLUGIN_SANITIZER
#define GF_PLUGIN_SANITIZER "none"
#endif

/// Lines "what: value"; each must be the same on both sides.
#define GF_PLUGIN_STAMP \
  "gpufabric: " GF_BUILD_VERSION "\nheaders: " GF_BUILD_HEADERS "\ncompiler: " GF_PLUGIN_COMPILER \
  "\nlanguage: " GF_PLUGIN_TEXT(__cplusplus) "\nlibrary: " GF_PLUGIN_LIBRARY                   \
  "\ncontainers: " GF_PLUGIN_CONTAINERS "\nsystemc: " GF_PLUGIN_TEXT(SC_VERSION_MAJOR) "."     \
  GF_PLUGIN_TEXT(SC_VERSION_MINOR) "." GF_PLUGIN_TEXT(SC_VERSION_PATCH)                        \
  "\nsanitizer: " GF_PLUGIN_SANITIZER "\n"
