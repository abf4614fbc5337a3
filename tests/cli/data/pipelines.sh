# Sourced by cases: pipelines and agents out of parts that many cases need. A line `= NAME` of standard input stands for a
# part (data/stages/NAME.toml, data/turns/NAME.toml); all other lines are copied.

# In a shell of its own: the variables of the case stay as they are.
expand() (
  while IFS= read -r line; do
    case $line in
      "= "*) sed "s/PIPELINE/${2:-}/" "$DATA/$1/${line#= }.toml" || exit 1 ;;
      *) printf '%s\n' "$line" ;;
    esac
  done
)

# pipeline NAME: writes .forge/pipelines/NAME.toml.
pipeline() {
  mkdir -p .forge/pipelines
  { printf 'name  = "%s"\nabout = "for this case"\n' "$1"; expand stages "$1"; } >.forge/pipelines/"$1".toml
}

# replay: writes agent.toml, the script of the agent `replay:agent.toml`.
replay() { expand turns >agent.toml; }
