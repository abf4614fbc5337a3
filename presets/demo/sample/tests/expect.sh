# expect WANT COMMAND...: the command prints it, or the test ends here.
expect() {
  want=$1
  shift
  got=$("$@")
  [ "$got" = "$want" ] || { echo "$* gives $got, not $want"; exit 1; }
}
