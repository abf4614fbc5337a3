set -eu
make -s config
says() {
  status=0
  ./config sample >out 2>err || status=$?
  [ "$status" = 1 ] && [ ! -s out ] && [ "$(cat err)" = "$1" ] || { echo "exit $status, $(cat err), not: $1"; exit 1; }
}
printf '# a comment\n\ncolour blue\n' >sample
says 'line 3: no "=" in "colour blue"'
printf 'size = 2\n\n  # more\n\ncolr = red # why\n' >sample
says 'line 5: unknown key "colr"'
printf '\n\n\n\n\n\n  size = big\n' >sample
says 'line 7: "size" is not a number: "big"'
printf 'colr = 1\nno equals\n' >sample
./config sample 2>err >out || true
[ "$(wc -l <err)" = 1 ]
printf 'colour = red # a = b\nsize=12\n' >sample
[ "$(./config sample)" = 'colour=red size=12' ]
make -s test
