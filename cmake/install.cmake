# What a machine gets: the program, its manual page, completions for three shells, a service, the pages and the licence.
# `./dev install` and the package (cmake/package.cmake) share this list.
include(GNUInstallDirs)

# The program itself writes its manual page and completions, at the moment of the installation: they cannot be of
# another version.
set(share ${CMAKE_BINARY_DIR}/share)
install(CODE "
  function(write_from_program out)
    execute_process(COMMAND \"$<TARGET_FILE:forge>\" \${ARGN} OUTPUT_FILE \"${share}/\${out}\" COMMAND_ERROR_IS_FATAL ANY)
  endfunction()
  file(MAKE_DIRECTORY \"${share}\")
  write_from_program(forge.1 help --man)
  write_from_program(forge.bash completion bash)
  write_from_program(_forge completion zsh)
  write_from_program(forge.fish completion fish)
  execute_process(COMMAND gzip -9nf \"${share}/forge.1\" COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND gzip -9nc \"${CMAKE_SOURCE_DIR}/CHANGELOG.md\" OUTPUT_FILE \"${share}/changelog.gz\"
                  COMMAND_ERROR_IS_FATAL ANY)
")
install(TARGETS forge RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${share}/forge.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${share}/forge.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME forge)
install(FILES ${share}/forge.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# Debian's zsh looks for a package's functions in another place than for those below /usr/local.
install(CODE "
  set(functions site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    set(functions vendor-completions)
  endif()
  file(INSTALL \"${share}/_forge\"
       DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${functions}\")
")
# A service of each user: systemctl --user enable --now forge-serve@$(systemd-escape --path ~/src/project)
install(CODE "
  set(bindir \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
  configure_file(\"${CMAKE_SOURCE_DIR}/cmake/forge-serve@.service.in\" \"${share}/forge-serve@.service\" @ONLY)
")
install(FILES ${share}/forge-serve@.service DESTINATION lib/systemd/user)
install(FILES README.md ${share}/changelog.gz DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
