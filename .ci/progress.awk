# progress.awk: ninja's output where nobody watches a terminal, with NINJA_STATUS='[%f/%t %e] '. One line every ten seconds
# says how far it is; what a compiler says is passed on. The last line, "exit N", is ninja's status, and becomes ours.
/^\[[0-9]+\/[0-9]+ [0-9.]+\] / {
  split(substr($1, 2), count, "/")
  seconds = $2 + 0
  if (seconds - last >= 10) {
    printf "   %d of %d compiled, %d s\n", count[1], count[2], seconds
    fflush()
    last = seconds
  }
  next
}
/^ninja: (Entering directory|no work to do)/ { next }
/^exit [0-9]+$/ { status = $2; next }
{ print; fflush() }
END { exit status }
