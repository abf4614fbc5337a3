# expect WANT COMMAND...: the command must print WANT; otherwise the test fails.
expect() {
  want=$1
  shift
  got=$("$@")
  [ "$got" = "$want" ] || { echo "$*: expected $want, got $got"; exit 1; }
}
