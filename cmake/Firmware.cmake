# Firmware of the APEnet+ card, if there is a cross compiler: bin/firmware/apenet.elf beside the
# program, which looks for it there. Without one, nios.model=iss says what to install.
find_program(GF_RISCV_GCC riscv64-unknown-elf-gcc DOC "Compiler of the card's firmware")
set(GF_FIRMWARE ${PROJECT_BINARY_DIR}/bin/firmware/apenet.elf)
if(GF_RISCV_GCC)
  set(folder ${PROJECT_SOURCE_DIR}/firmware)
  file(GLOB firmware_sources CONFIGURE_DEPENDS ${folder}/*.c)
  file(GLOB firmware_headers CONFIGURE_DEPENDS ${folder}/*.h)
  # What firmware/README.md says to do by hand.
  add_custom_command(
    OUTPUT ${GF_FIRMWARE}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/bin/firmware
    COMMAND ${GF_RISCV_GCC} @${folder}/options -T ${folder}/apenet.ld
            -ffile-prefix-map=${PROJECT_SOURCE_DIR}/= -o ${GF_FIRMWARE} ${firmware_sources} -lgcc
    DEPENDS ${firmware_sources} ${firmware_headers} ${folder}/apenet.ld ${folder}/options
    COMMENT "Compiling the card's firmware" VERBATIM)
  add_custom_target(firmware ALL DEPENDS ${GF_FIRMWARE})
  add_dependencies(gpufabric firmware)
endif()
