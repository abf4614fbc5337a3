set -eu
make -s lines
printf 'one\n\nthree' >sample
is() {
  want=$1
  shift
  have=$(./lines "$@" sample | tr '\n\t' '|>')
  [ "$have" = "$want" ] || { echo "lines $*: $have, not $want"; exit 1; }
}
is 'one||three|'
is 'three||one|' -r
is '1>one|2>|3>three|' -n
for both in '-r -n' '-n -r' -rn -nr; do
  # shellcheck disable=SC2086
  is '3>three|2>|1>one|' $both
done
status=0
./lines -x sample >out 2>err || status=$?
[ "$status" = 2 ] && [ ! -s out ] && grep -q '^usage' err
make -s test
