#!/bin/sh
# Fails on repo/, passes when the task is solved.
set -eu
[ "$(./invoice.sh 3 35)" = 1.05 ]
[ "$(./invoice.sh 1 99)" = 0.99 ]
[ "$(./invoice.sh 0 35)" = 0.00 ]
sh tests/run.sh
