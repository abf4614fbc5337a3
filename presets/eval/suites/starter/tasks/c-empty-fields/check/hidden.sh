set -eu
make -s average
is() { [ "$(./average "$1")" = "$2" ] || { echo "$1: $(./average "$1"), not $2"; exit 1; }; }
is examples/march.csv 'average 6.00'
is examples/january.csv 'average 2.50'
printf 'd,s,r,1.5,\nd,,,2.5,\n' >mixed.csv
is mixed.csv 'average 2.00'
printf 'd,s,r,,x\nd,s,r\nd,s,r,3\n' >short.csv
./average short.csv >/dev/null
make -s test
