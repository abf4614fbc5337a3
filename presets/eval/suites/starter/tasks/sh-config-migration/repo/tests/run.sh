#!/bin/sh
set -eu
[ -x show.sh ]
