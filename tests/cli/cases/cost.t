What runs cost, and on what.

  $ . "$DATA/setup.sh"
  $ cat >agent.toml <<'END'
  > [[turn]]
  > stage = "implement"
  > step = "one"
  > attempt = 1
  > fail = "network"
  > usage = { input_tokens = 50, usd = 0.001 }
  > END
  $ sed -e '/^\[\[turn\]\]/,$!d' "$DATA/steps.toml" >>agent.toml
  $ sed -i 's/^stage = "implement"$/&\n/' agent.toml
  $ forge cost
  forge: no runs in REPO yet
    hint: start one: forge run "what you want done"
  [2]
  $ forge run --auto --agent replay:agent.toml "two files" >run.out; echo $?
  0
  $ forge run --auto "two files again" >run.out; echo $?
  0
  $ forge cost
  RUN    AGENT UNITS  FAILED  INPUT  OUTPUT  CACHED  COST
  1      4            1       2.0k   400     0       $0.021
  2      3            -       2.0k   400     0       $0.020
  total  7            1       4.0k   800     0       $0.041
  $ forge cost 1
  STAGE      AGENT UNITS  FAILED  INPUT  OUTPUT  CACHED  COST
  implement  3            1       1.1k   200     0       $0.011
  plan       1            -       1.0k   200     0       $0.010

  ROLE      AGENT UNITS  FAILED  INPUT  OUTPUT  CACHED  COST
  engineer  3            1       1.1k   200     0       $0.011
  planner   1            -       1.0k   200     0       $0.010

  MODEL              AGENT UNITS  FAILED  INPUT  OUTPUT  CACHED  COST
  claude-sonnet-4-6  4            1       2.0k   400     0       $0.021

  STEP  AGENT UNITS  FAILED  INPUT  OUTPUT  CACHED  COST
  -     1            -       1.0k   200     0       $0.010
  one   2            1       550    100     0       $0.006
  two   1            -       500    100     0       $0.005

  WASTE         AGENT UNITS  FAILED  INPUT  OUTPUT  CACHED  COST
  failed units  1            1       50     0       0       $0.001
  retries       1            -       500    100     0       $0.005
  revisions     0            -       0      0       0       $0.000

  cache: 0 tokens read, 0 % of the input, $0.000 saved
  total: 4 of 8 units asked an agent, 2.5k tokens, $0.021
  $ forge cost 1 --json
  {"run":1,"total":{"name":"total","units":4,"failed":1,"unreported":0,"unpriced":0,"input_tokens":2050,"output_tokens":400,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0.021},"children":{"name":"child runs","units":0,"failed":0,"unreported":0,"unpriced":0,"input_tokens":0,"output_tokens":0,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0},"stages":[{"name":"implement","units":3,"failed":1,"unreported":0,"unpriced":0,"input_tokens":1050,"output_tokens":200,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0.011},{"name":"plan","units":1,"failed":0,"unreported":0,"unpriced":0,"input_tokens":1000,"output_tokens":200,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0.01}],"roles":[{"name":"engineer","units":3,"failed":1,"unreported":0,"unpriced":0,"input_tokens":1050,"output_tokens":200,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0.011},{"name":"planner","units":1,"failed":0,"unreported":0,"unpriced":0,"input_tokens":1000,"output_tokens":200,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0.01}],"models":[{"name":"claude-sonnet-4-6","units":4,"failed":1,"unreported":0,"unpriced":0,"input_tokens":2050,"output_tokens":400,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0.021}],"steps":[{"name":"-","units":1,"failed":0,"unreported":0,"unpriced":0,"input_tokens":1000,"output_tokens":200,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0.01},{"name":"one","units":2,"failed":1,"unreported":0,"unpriced":0,"input_tokens":550,"output_tokens":100,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0.006},{"name":"two","units":1,"failed":0,"unreported":0,"unpriced":0,"input_tokens":500,"output_tokens":100,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0.005}],"cache":{"read_tokens":0,"share":0.0,"saved_usd":0.0},"waste":{"failed":{"name":"failed units","units":1,"failed":1,"unreported":0,"unpriced":0,"input_tokens":50,"output_tokens":0,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0.001},"retries":{"name":"retries","units":1,"failed":0,"unreported":0,"unpriced":0,"input_tokens":500,"output_tokens":100,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0.005},"revisions":{"name":"revisions","units":0,"failed":0,"unreported":0,"unpriced":0,"input_tokens":0,"output_tokens":0,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0}}}
  $ forge cost 1 --csv
  run,by,name,units,failed,input_tokens,output_tokens,cache_read_tokens,cache_write_tokens,usd
  1,total,total,4,1,2050,400,0,0,0.021000
  1,stage,implement,3,1,1050,200,0,0,0.011000
  1,stage,plan,1,0,1000,200,0,0,0.010000
  1,role,engineer,3,1,1050,200,0,0,0.011000
  1,role,planner,1,0,1000,200,0,0,0.010000
  1,model,claude-sonnet-4-6,4,1,2050,400,0,0,0.021000
  1,step,-,1,0,1000,200,0,0,0.010000
  1,step,one,2,1,550,100,0,0,0.006000
  1,step,two,1,0,500,100,0,0,0.005000
  1,waste,failed units,1,1,50,0,0,0,0.001000
  1,waste,retries,1,0,500,100,0,0,0.005000
  1,waste,revisions,0,0,0,0,0,0,0.000000
  $ forge cost --json | grep -o '"total":{"input_tokens.*'
  "total":{"input_tokens":4050,"output_tokens":800,"cache_read_tokens":0,"cache_write_tokens":0,"usd":0.041}}
  $ forge cost 9
  forge: no run `9`
    hint: forge list
  [2]

A limit of a day counts all runs. The runs are started again if midnight passes between them.

  $ cat >day.sh <<'END'
  > git init -q -b main . && git commit -q --allow-empty -m first && mkdir .forge && cp -r "$OLDPWD/.forge/pipelines" .forge/
  > forge run --auto "one" >run.out; echo $?
  > forge config set budget.day.usd 0.03
  > forge run --auto "two" >run.out; echo $?
  > forge questions | grep budget
  > forge answer 2 extend --comment 1
  > forge resume 2 >run.out; echo $?
  > END
  $ until today=$(date -u +%F); rm -rf ../day; mkdir ../day; (cd ../day && . "$OLDPWD/day.sh") >day.out 2>&1
  >   [ "$today" = "$(date -u +%F)" ]; do :; done; cat day.out
  0
  budget.day.usd = 0.03
  3
  run 2 question 2 (build): the budget is reached: $0.03 of $0.03 spent today by all runs; extend it?
  run 2: answered `extend`; the run is active
    nothing runs run 2 now
  next: forge resume 2
  0

One of a role counts only that role.

  $ forge config set budget.role.engineer.tokens 500
  budget.role.engineer.tokens = 500
  $ forge run --auto "and again" >run.out; echo $?
  3
  $ forge questions | grep budget
  run 3 question 2 (build): the budget is reached: role `engineer`: 600 of 500 tokens used; extend it?
  $ forge config set budget.role.engineer.usd lots
  forge: forge config set: `budget.role.engineer.usd` cannot be `lots`
    hint: wanted a number, 0 or more
  [2]

A child run gets what remains of its parent's budget, and its spending counts for the parent; a total counts it once.

  $ rm .forge/config.toml; cp "$DATA/parts.toml" .forge/pipelines/
  $ sed 's/^stage = .*/&\nusage = { input_tokens = 10, usd = 0.25 }/' "$DATA/outline.toml" >parts.toml
  $ forge run --auto --pipeline parts --agent replay:parts.toml --budget-usd 0.5 "in parts" >run.out; echo $?
  3
  $ forge questions 4 | grep budget
  run 5 question 2 (build): the budget is reached: $0.25 of $0.25 spent; extend it?
  $ forge answer 5 extend --comment 1
  run 5: answered `extend`; the run is active
    nothing runs run 4 now
  next: forge resume 4
  $ forge resume 4 >run.out; echo $?
  0
  $ forge list | grep parts
  4    completed, not landed  -      1/1    30 tokens, $0.75    0s   in parts
  $ forge cost | tail -3
  4      1            -       10     0       0       $0.250
  5      2            -       20     0       0       $0.500
  total  12           1       5.6k   1.1k    0       $0.806
