#include "text/check_commands.h"

#include <gtest/gtest.h>

namespace forge {
namespace {

TEST(CheckCommands, WhatTestsBuildsOrLintsSaysSo) {
  for (const char* code : {"make billing",
                           "make",
                           "ctest --test-dir build",
                           "cargo test -p mailer",
                           "cargo clippy",
                           "go test ./...",
                           "go vet ./...",
                           "npm test",
                           "npm t",
                           "npm run lint",
                           "pnpm run test:billing",
                           "yarn billing:check",
                           "pytest -q",
                           "python -m pytest tests",
                           "python3 -m unittest",
                           "python manage.py test",
                           "node --test",
                           "node test/billing.js",
                           "bash scripts/check.sh",
                           "./gradlew check",
                           "./gradlew -q test",
                           "mvn verify",
                           "./run-tests --billing",
                           "tests/all.sh fast",
                           "CC=clang make -j2",
                           "time make test",
                           "timeout 60 make test",
                           "npx jest billing",
                           "poetry run pytest",
                           "bundle exec rspec",
                           "cd sub && make test",
                           "make test 2>&1 | tail -5",
                           "grep -qE 'a|b' out.txt",
                           "test -s one.txt",
                           "dotnet test",
                           "bazel test //...",
                           "php artisan test"})
    EXPECT_TRUE(IsCheckCommand(code)) << code;
}

TEST(CheckCommands, WhatDoesSomethingElseOrCannotBeToldDoesNot) {
  for (const char* code : {"./bin/charge --live",
                           "npm run invoices:send",
                           "npm install",
                           "npm publish",
                           "rsync -a out/ host:/srv",
                           "curl -X POST http://x/test",
                           "./tools/erase.sh",
                           "scp a test:/b",
                           "ssh test make test",
                           "aws s3 sync test s3://x",
                           "kubectl test",
                           "docker build .",
                           "docker compose run tests",
                           "mv tests old",
                           "rm -rf build",
                           "git check",
                           "sudo make test",
                           "cargo run",
                           "cargo publish",
                           "go run ./cmd/charge",
                           "bash -c 'make test'",
                           "bash -xc 'make test'",
                           "python -c 'test'",
                           "node --eval=test x",
                           "node -e test",
                           "make test; rm -rf out",
                           "make test && ./bin/charge",
                           "make test | xargs rm",
                           "make $(cat target)",
                           "echo `rm x`; make",
                           "psql test -f fill.sql",
                           "./bin/charge --customer test",
                           "python charge.py --live",
                           "terraform validate",
                           "make 'x",
                           "cd sub",
                           ""})
    EXPECT_FALSE(IsCheckCommand(code)) << code;
}

}  // namespace
}  // namespace forge
