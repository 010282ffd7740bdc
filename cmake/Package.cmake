# cpack: gpufabric_VERSION_ARCH.deb, the program, and gpufabric-dev_..., what is built against it.
# scripts/make_deb builds both and asks lintian.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gpufabric)
set(CPACK_PACKAGE_CONTACT "GPUFabric maintainers <maintainers@gpufabric.invalid>" CACHE STRING
    "Maintainer of the packages: Name <address>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)  # .dynsym stays: plug-ins find the program's symbols there
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME gpufabric)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
if(GF_HAS_MPI)
  set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "openmpi-bin")  # mpirun, for --ranks
endif()
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION
    "Cycle-approximate models of PCIe trees, NVLink, PROACT, dragonflies and
APEnet+ tori, which rebuild five published systems as hardware that moves
packets and print their numbers beside the papers'.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME gpufabric-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "gpufabric (= ${PROJECT_VERSION}), libsystemc-dev, libboost-dev, libboost-program-options-dev, \
libfmt-dev, libsqlite3-dev, nlohmann-json3-dev")
if(GF_CHAKRA)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libprotobuf-dev")
endif()
if(GF_PUGIXML)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libpugixml-dev")
endif()
if(GF_HAS_MPI)
  string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", libopenmpi-dev")
endif()
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION
    "Headers and static libraries of GPUFabric, with what CMake and pkg-config find
them by, for plug-ins and for programs of one's own.")

# What policy asks of each package: who may copy it, and what changed.
set(legal ${PROJECT_BINARY_DIR}/debian)
configure_file(${PROJECT_SOURCE_DIR}/cmake/debian_changelog.in ${legal}/changelog @ONLY)
add_custom_command(OUTPUT ${legal}/changelog.gz
  COMMAND ${GF_GZIP} -9nkf ${legal}/changelog DEPENDS ${legal}/changelog COMMENT "" VERBATIM)
add_custom_target(gf_changelog ALL DEPENDS ${legal}/changelog.gz)
foreach(part IN ITEMS program development)
  string(TOUPPER ${part} key)
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/debian_copyright RENAME copyright COMPONENT ${part}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${key}_PACKAGE_NAME})
  install(FILES ${legal}/changelog.gz COMPONENT ${part}
          DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${key}_PACKAGE_NAME})
endforeach()
include(CPack)
