# `cpack` (or ./dev package) makes a .deb of what cmake/install.cmake installs.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME forge)
set(CPACK_PACKAGE_VENDOR "The Forge authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "durable pipelines for coding agents")
set(CPACK_PACKAGE_DESCRIPTION
"Forge takes an objective in a git repository and returns verified commits.
Agents plan, write and review; order, gates, retries, budgets, approvals and
merging are done by the program and recorded in a journal first, so that a
crash loses nothing. Workflows are TOML files. It drives claude, codex,
gemini, opencode, or any program; or a provider's API by itself.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR})

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The Forge authors <forge@localhost>")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# shlibdeps reads what the program is linked with. It cannot see git, which is started, nor libcurl, which is loaded when
# a provider is first spoken to: no other agent needs it.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS git)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libcurl4, ca-certificates")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS bubblewrap)
include(CPack)
