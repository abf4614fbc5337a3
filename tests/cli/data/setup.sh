# Sourced by cases: the pipeline `small` and its agent.
mkdir -p .forge/pipelines
cp "$DATA/small.toml" "$DATA/small-step.toml" .forge/pipelines/
export FORGE_PIPELINE=small FORGE_AGENT="replay:$DATA/steps.toml"
