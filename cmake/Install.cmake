# cmake --install: the program, the libraries with their headers, what CMake and pkg-config find
# them by, the data that pages name, man pages and completions; and the packages made of it.
include(CMakePackageConfigHelpers)

install(TARGETS gpufabric RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)

set(libraries gf_dependencies gf_plugin)
foreach(floor IN LISTS GF_FLOORS)
  list(APPEND libraries gf_${floor})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${floor} DESTINATION ${GF_INSTALL_INCLUDE}
          COMPONENT development FILES_MATCHING PATTERN "*.h")
endforeach()
install(FILES ${GF_GENERATED_INCLUDE}/core/run/build_stamp.h
        DESTINATION ${GF_INSTALL_INCLUDE}/core/run COMPONENT development)
install(TARGETS ${libraries} EXPORT GPUFabricTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/GPUFabric)
install(EXPORT GPUFabricTargets NAMESPACE GPUFabric:: DESTINATION ${package}
        COMPONENT development)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/GPUFabricConfig.cmake.in
  ${PROJECT_BINARY_DIR}/GPUFabricConfig.cmake INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_BINDIR)
# A version below 1 promises nothing to the next one.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/GPUFabricConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/GPUFabricConfig.cmake
              ${PROJECT_BINARY_DIR}/GPUFabricConfigVersion.cmake
        DESTINATION ${package} COMPONENT development)

# For pkg-config: what is linked, from the top floor down. Paths follow the file, so that the
# installed tree may be moved.
set(pkgconfig ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH GF_PREFIX_FROM_PC /${pkgconfig} /)
set(GF_LINK_WORDS "")
foreach(floor IN LISTS GF_FLOORS)
  string(PREPEND GF_LINK_WORDS "-lgpufabric_${floor} ")
endforeach()
if(GF_CHAKRA)
  set(GF_REQUIRES_PROTOBUF " protobuf-lite")
endif()
if(GF_PUGIXML)
  set(GF_REQUIRES_IMPORT " pugixml")
endif()
if(GF_HAS_MPI)
  set(GF_REQUIRES_MPI " ompi-c")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/gpufabric.pc.in ${PROJECT_BINARY_DIR}/gpufabric.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/gpufabric.pc DESTINATION ${pkgconfig} COMPONENT development)

# Data: machines, groups of signals, examples. The program has all that it needs within itself.
set(data ${CMAKE_INSTALL_DATADIR}/gpufabric)
file(GLOB gpu_presets ${PROJECT_SOURCE_DIR}/platforms/gpu/presets/*.ini)
install(FILES ${gpu_presets} DESTINATION ${data}/presets COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/waveforms ${PROJECT_SOURCE_DIR}/docs/examples
        DESTINATION ${data} COMPONENT program PATTERN "*.md" EXCLUDE)
get_property(firmware_files GLOBAL PROPERTY GF_FIRMWARE_FILES)
install(FILES ${firmware_files} DESTINATION ${data}/firmware COMPONENT program)
install(FILES ${PROJECT_SOURCE_DIR}/NOTICE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/ DESTINATION ${data}/projects
        COMPONENT development)

# Manual pages and completions: the program writes them from its tables.
set(manual ${PROJECT_BINARY_DIR}/manual)
find_program(GF_GZIP gzip REQUIRED)
add_custom_command(OUTPUT ${manual}/done
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
  COMMAND gpufabric man --outdir ${manual}/man1
  COMMAND sh -c "\"$1\" -9n \"$2\"/*.1" sh ${GF_GZIP} ${manual}/man1
  COMMAND gpufabric completion bash > ${manual}/gpufabric
  COMMAND gpufabric completion zsh > ${manual}/_gpufabric
  COMMAND gpufabric completion fish > ${manual}/gpufabric.fish
  COMMAND ${CMAKE_COMMAND} -E touch ${manual}/done
  DEPENDS gpufabric COMMENT "" VERBATIM)
add_custom_target(gf_manual ALL DEPENDS ${manual}/done)
set(share ${CMAKE_INSTALL_DATADIR})
install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
install(FILES ${manual}/gpufabric
        DESTINATION ${share}/bash-completion/completions COMPONENT program)
# Where Debian's zsh looks; elsewhere its folder has to be on fpath.
install(FILES ${manual}/_gpufabric DESTINATION ${share}/zsh/vendor-completions COMPONENT program)
install(FILES ${manual}/gpufabric.fish
        DESTINATION ${share}/fish/vendor_completions.d COMPONENT program)

include(Package)
