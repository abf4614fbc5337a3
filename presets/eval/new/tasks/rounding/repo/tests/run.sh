#!/bin/sh
# The project's tests.
set -eu
[ "$(./invoice.sh 0 35)" = 0.00 ]
echo ok
