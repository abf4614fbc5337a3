#!/bin/sh
# told.sh FORGE: a verify command that fails because there are no Unix sockets, no SysV memory or no /dev/shm is told so, with
# the setting that allows it. Where mounts can be made it has all three, and hears nothing.
export TMPDIR=/tmp  # a project in /dev/shm hides what else would be there
here=$(dirname "$(readlink -f "$0")")
. "$here/world.sh"
trap 'rm -rf "$root"' EXIT
# The system's own: one in a home is not in the sandbox.
python=$(PATH=/usr/bin:/bin command -v python3) || { echo "skipped: python3 is not installed"; exit 77; }
git commit -q --allow-empty -m first || exit 2
cat >want_socket.py <<'END'
import socket
socket.socket(socket.AF_UNIX)
END
cat >want_lock.py <<'END'
import multiprocessing
multiprocessing.Lock()
END
cat >want_memory.py <<'END'
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
if libc.shmget(0, 4096, 0o600) < 0:
    raise OSError(ctypes.get_errno(), "shmget: Operation not permitted")
END
verify() {
  said=$("$forge" verify -c "$python want_$1.py" 2>&1)
  status=$?
}
# tells SCRIPT TEXT: it fails, and is told so.
tells() {
  verify "$1"
  [ $status != 0 ] || fail "$1 has what it wants: $said"
  echo "$said" | grep -qF "$2" || fail "$1 is not told '$2': $said"
}
if powers | grep -q 'no mounts of its own'; then
  tells socket 'the sandbox has no Unix sockets here'
  # shellcheck disable=SC2016  # no command
  tells lock 'the setting `sandbox_write = ["/dev/shm"]`'
  tells memory 'the sandbox has no SysV shared memory'
  powers | grep -q 'no Unix sockets at all, no SysV shared memory and no /dev/shm' || fail "doctor says: $(powers)"
  export FORGE_SANDBOX_WRITE=/dev/shm
  verify lock
  [ $status = 0 ] || fail "the setting does not help: $said"
  export FORGE_SANDBOX=off
fi
for script in socket lock memory; do
  verify $script
  [ $status = 0 ] || fail "$script: $said"
done
exit $failed
