. tests/expect.sh
. src/mean.sh

expect 3 mean 1 2 6
expect 0 mean
