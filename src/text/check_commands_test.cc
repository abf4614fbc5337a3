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
                           "node billing.test.js",
                           "bash scripts/check.sh",
                           "./gradlew check",
                           "./gradlew -q test",
                           "mvn verify",
                           "./run-tests --billing",
                           "tests/check-all.sh fast",
                           "make run-tests",
                           "pytest tests/server",
                           "grep -i x y",
                           "NODE_ENV=production npm test",
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
  for (const char* code :
       {"./bin/charge --live", "npm run invoices:send", "npm install", "npm publish", "rsync -a out/ host:/srv",
        "curl -X POST http://x/test", "./tools/erase.sh", "scp a test:/b", "ssh test make test",
        "aws s3 sync test s3://x", "kubectl test", "docker build .", "docker compose run tests", "mv tests old",
        "rm -rf build", "git check", "sudo make test", "cargo run", "cargo publish", "go run ./cmd/charge",
        "bash -c 'make test'", "bash -xc 'make test'", "python -c 'test'", "node --eval=test x", "node -e test",
        "make test; rm -rf out", "make test && ./bin/charge", "make test | xargs rm", "make $(cat target)",
        "echo `rm x`; make", "psql test -f fill.sql", "./bin/charge --customer test", "python charge.py --live",
        "terraform validate", "make 'x", "cd sub",
        // By its directory it would be one.
        "./build/server --port 8080", "tests/fixtures/regenerate.sh", "node test/billing.js",
        // Tasks and flags.
        "make run", "make serve-docs", "make install-hooks", "make up-all", "npm run install-hooks", "eslint --fix .",
        "jest -u", "black .", ""})
    EXPECT_FALSE(IsCheckCommand(code)) << code;
}

TEST(CheckCommands, WhatShipsOrDestroysIsToldByItsProgramAndItsTask) {
  for (const char* code : {"git push", "git commit -am wip", "git stash", "git merge x", "git tag v1",
                           "git branch -D x", "git reset --hard", "gh pr merge 12 --squash", "npm publish",
                           "make deploy", "sh deploy.sh", "./deploy.sh", "rm -rf build", "bash -c 'rm -rf x'",
                           "sudo make test", "terraform apply", "make test; rm -rf out", "./bin/charge --live"})
    EXPECT_TRUE(ShipsOrDestroys(code)) << code;
  for (const char* code : {"pytest tests/test_upload.py", "go test ./internal/release/...", "cargo test remove",
                           "python -m pytest -k drop", "NODE_ENV=production npm test", "docker run --rm img pytest",
                           "cargo build --release", "make clean", "target/release/app --version",
                           "git diff --exit-code", "git merge-base a b", "grep -q delete a.c"})
    EXPECT_FALSE(ShipsOrDestroys(code)) << code;
}

}  // namespace
}  // namespace forge
