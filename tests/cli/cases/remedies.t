What the next attempt does differently: a larger tier, another model, a simpler prompt.

  $ mkdir -p .forge/pipelines
  $ cat > .forge/pipelines/look.toml <<'END'
  > name  = "look"
  > about = "looks, says what it saw, judges it"
  > [[stage]]
  > name     = "look"
  > role     = "engineer"
  > sees     = ["objective"]
  > produces = "SEEN.md"
  > [[stage]]
  > name     = "tell"
  > role     = "engineer"
  > sees     = ["objective", "SEEN.md"]
  > produces = "TOLD.md"
  > [[stage]]
  > name     = "judge"
  > role     = "supervisor"
  > sees     = ["TOLD.md"]
  > produces = "JUDGED.md"
  > [[stage]]
  > name = "commit"
  > kind = "integrate"
  > END
  $ cat > agent.toml <<'END'
  > [[turn]]
  > stage = "look"
  > attempt = 1
  > fail = "context-overflow"
  > [[turn]]
  > stage = "look"
  > text = "# Seen"
  > [[turn]]
  > stage = "tell"
  > attempt = 1
  > fail = "empty"
  > [[turn]]
  > stage = "tell"
  > text = "# Told"
  > [[turn]]
  > stage = "judge"
  > attempt = 1
  > fail = "refusal"
  > [[turn]]
  > stage = "judge"
  > text = "# Judged"
  > END
  $ forge run --pipeline look --agent replay:agent.toml "see" > log; echo $?
  0
  $ units=.forge/state/runs/001/units
  $ for file in "$units"/*/request.json; do sed -n 's/^  "\(tier\|model\|reason\|model_reason\|tiers_up\|other_model\|simplified\)": "\{0,1\}\([^",]*\).*/\1=\2/p' "$file" | paste -sd ' '; done
  tier=standard model=claude-sonnet-4-6 reason=role:engineer model_reason=table:standard
  tier=heavy model=claude-opus-4-8 reason=role:engineer|tier-up:1 model_reason=table:heavy tiers_up=1
  tier=standard model=claude-sonnet-4-6 reason=role:engineer model_reason=table:standard
  tier=standard model=claude-sonnet-4-6 reason=role:engineer model_reason=table:standard simplified=true
  tier=heavy model=claude-opus-4-8 reason=role:supervisor model_reason=table:heavy
  tier=heavy model=claude-sonnet-4-6 reason=role:supervisor model_reason=other-model other_model=true
  $ for file in "$units"/*/prompt.md; do grep -c "^# Material" "$file"; done
  0
  0
  1
  0
  1
  1

Without a larger tier there is no retry.

  $ printf 'name = "top"\nabout = "the largest there is"\n[[stage]]\nname = "look"\nrole = "engineer"\ntier = "max"\n[[stage]]\nname = "commit"\nkind = "integrate"\n' > .forge/pipelines/top.toml
  $ printf '[[turn]]\nrepeat = true\nfail = "context-overflow"\n' > agent.toml
  $ forge run --pipeline top --agent replay:agent.toml "see" 2>&1 | grep -o "no larger tier.*"
  no larger tier than `max` has another model than max -> claude-fable-5   hint: make the step smaller, or set a larger model: forge config set tier_models.max MODEL
  no larger tier than `max` has another model than max -> claude-fable-5
