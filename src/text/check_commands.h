// Which commands say by themselves that they check something. Knows the names of programs, never a disk or a shell.
#pragma once

#include <string_view>

namespace forge {

// `make billing`, `cargo test -p mailer`, `npm run lint`, `cd sub && ./run-tests`: every part of the line runs a
// program that tests, builds, lints or compares, or a script or task that is named for it. Not `./build/server`, `make
// up-all`, `eslint --fix`, `npm run invoices:send`, `curl ...`, nor what cannot be told (`bash -c "..."`, `$(...)`).
bool IsCheckCommand(std::string_view code);

// `git push`, `npm publish`, `make deploy`, `git reset --hard`, `rm -rf x`: a word of the line says that it changes
// more than the tree, or destroys something. Not `cargo build --release` or `make clean`, and not what a test runner is
// given: `pytest tests/test_upload.py`.
bool ShipsOrDestroys(std::string_view code);

}  // namespace forge
