# shellcheck shell=sh disable=SC2154  # `scratch` is the caller's
# Sourced: installed PREFIX ZSH_DIRECTORY: all of an installation is there, of one version, and works.
die() { echo "FAILED: $*"; exit 1; }

installed() {
  share=$1/share
  for file in "$1/bin/forge" "$share/man/man1/forge.1.gz" "$share/bash-completion/completions/forge" \
    "$share/fish/vendor_completions.d/forge.fish" "$share/zsh/$2/_forge" "$share/doc/forge/copyright" \
    "$share/doc/forge/README.md" "$share/doc/forge/changelog.gz" "$share/doc/forge/docs/commands.md" \
    "$1/lib/systemd/user/forge-serve@.service"; do
    [ -s "$file" ] || die "$file is not there"
  done
  grep -qE '^ExecStart=/.*bin/forge serve %f$' "$1/lib/systemd/user/forge-serve@.service" || die "the service starts no server"
  version=$("$1/bin/forge" --version)
  echo "$version" | grep -qE '^forge [0-9]+\.[0-9]+\.[0-9]+$' || die "the version is '$version'"
  gzip -dc "$share/man/man1/forge.1.gz" >"$scratch/forge.1"
  "$1/bin/forge" help --man | cmp - "$scratch/forge.1" || die "the manual page is another program's"
  grep -q "Forge ${version#forge }" "$scratch/forge.1" || die "the manual page is of another version"
  bash -n "$share/bash-completion/completions/forge" || die "the completion for bash is no script"
  "$1/bin/forge" completion zsh | cmp - "$share/zsh/$2/_forge" || die "the completion for zsh is another program's"
  # A relative link of the page leads to a file that came along.
  # shellcheck disable=SC2013  # names without spaces
  for page in $(sed -n 's/.*](\(docs\/[a-z-]*\.md\)).*/\1/p' "$share/doc/forge/README.md"); do
    [ -s "$share/doc/forge/$page" ] || die "README.md leads to $page, which is not installed"
  done
  "$1/bin/forge" demo --keep "$scratch/demo" --pace 0 >"$scratch/demo.log" 2>&1 || { cat "$scratch/demo.log"; die "the demo"; }
  grep -q '^Run 1 · forge · completed' "$scratch/demo.log" || { cat "$scratch/demo.log"; die "the demo ended otherwise"; }
}
