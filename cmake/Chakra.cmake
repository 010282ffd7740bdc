# Chakra execution traces (docs/traces.md): protoc makes their messages. Without protobuf the
# program says what to install when it is given one.
pkg_check_modules(PROTOBUF IMPORTED_TARGET protobuf-lite)
find_program(GF_PROTOC protoc)
set(reader ${PROJECT_SOURCE_DIR}/workloads/schedule/chakra/chakra_reader.cpp)
set_source_files_properties(${reader} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set(GF_CHAKRA OFF)
if(PROTOBUF_FOUND AND GF_PROTOC)
  set(GF_CHAKRA ON)
  set(schema ${PROJECT_SOURCE_DIR}/workloads/schedule/chakra)
  set(messages ${PROJECT_BINARY_DIR}/generated/chakra)
  file(MAKE_DIRECTORY ${messages})
  add_custom_command(OUTPUT ${messages}/et_def.pb.cc ${messages}/et_def.pb.h
    COMMAND ${GF_PROTOC} --proto_path=${schema} --cpp_out=${messages} et_def.proto
    DEPENDS ${schema}/et_def.proto COMMENT "" VERBATIM)
  target_sources(gf_workloads PRIVATE ${messages}/et_def.pb.cc)
  set_source_files_properties(${messages}/et_def.pb.cc PROPERTIES
    SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -w)
  set_source_files_properties(${reader} PROPERTIES
    COMPILE_DEFINITIONS GF_CHAKRA COMPILE_OPTIONS "-isystem;${messages}"
    OBJECT_DEPENDS ${messages}/et_def.pb.h)
  target_link_libraries(gf_workloads PRIVATE PkgConfig::PROTOBUF)
else()
  message(STATUS "Chakra traces: not read (protobuf is missing; scripts/setup installs it)")
endif()
