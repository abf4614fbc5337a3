#!/bin/sh
# no_mounts.sh COMMAND...: runs it where no process can make mounts of its own, as in most containers.
#
# A user namespace has limits of its own for the namespaces in it. Where none can be made, mounts cannot be made either.
if unshare --user --map-root-user true 2>/dev/null; then
  # shellcheck disable=SC2016  # expanded by the inner shell
  exec unshare --user --map-root-user sh -c 'echo 0 >/proc/sys/user/max_mnt_namespaces && exec "$@"' sh "$@"
fi
exec "$@"
