#!/bin/sh
# invoice.sh COUNT CENTS: the price of COUNT pieces at CENTS each, in whole units.
awk -v count="$1" -v cents="$2" 'BEGIN { printf "%.2f\n", int(count * (cents / 100) * 100) / 100 }'
