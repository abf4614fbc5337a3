What every prompt costs before anything is put in. A number here must not grow by accident.

  $ forge prompt --all
  PIPELINE          STAGE                      ROLE                 PERSONA  TASK  ANSWER  TOKENS  AND SHOWN
  bug               triage                     bug-fixer            76       80    193     349     objective baseline memory
  bug               plan-fix                   bug-fixer            76       38    30      144     objective TRIAGE.md baseline reviews
  bug               review-plan                supervisor           95       16    554     665     objective TRIAGE.md BUG_FIX_PLAN.md baseline
  bug               implement                  engineer             110      32    219     361     objective TRIAGE.md BUG_FIX_PLAN.md diff reviews failures
  bug               review-code                supervisor           95       26    554     675     objective TRIAGE.md BUG_FIX_PLAN.md diff checks baseline commands
  bug               approve                    architect            91       10    554     655     objective TRIAGE.md BUG_FIX_PLAN.md diff checks commands CODE_REVIEW.md
  bug               finalize                   completer            68       24    28      120     objective TRIAGE.md BUG_FIX_PLAN.md diff checks findings
  draft-audit       draft                      drafter              98       48    1014    1160    objective project template baseline memory
  draft-audit       replan                     reviser              83       58    1014    1155    objective project plan failures
  draft-audit       rework                     reviser              83       29    1014    1126    objective project plan answers
  draft-audit       revise                     reviser              83       30    1014    1127    objective project plan reviews
  draft-audit       repair-form                reviser              83       27    1014    1124    objective template plan failures
  draft-audit       audit                      auditor              67       35    149     251     objective project plan baseline answers
  draft-audit       fix                        engineer             110      18    219     347     objective project plan diff reviews
  draft-audit       repair                     engineer             110      23    219     352     objective plan diff failures
  draft-audit       audit-code                 auditor              67       30    149     246     objective project plan diff checks baseline commands results
  draft-audit-step  implement                  engineer             110      11    219     340     objective project step plan failures memory
  forge             clarify                    discusser            97       59    28      184     objective memory answers
  forge             discuss                    discusser            97       29    28      154     objective memory answers
  forge             research                   researcher           86       56    29      171     objective BRIEF.md answers memory baseline
  forge             spike                      researcher           86       33    28      147     objective RESEARCH.md
  forge             patch                      engineer             110      26    219     355     objective baseline memory diff failures
  forge             plan                       planner              121      97    1014    1232    objective BRIEF.md RESEARCH.md SPIKE.md baseline memory answers reviews failures
  forge             audit                      auditor              67       17    149     233     objective plan baseline answers
  forge             gates.skeptic              skeptic              124      28    554     706     objective plan baseline
  forge             gates.integration          integration-checker  72       28    554     654     objective plan baseline
  forge             gates.second-opinion       second-opinion       88       20    554     662     objective plan baseline
  forge             docs                       collator             85       27    0       112     objective plan diff
  forge             repair-proof               engineer             110      22    219     351     objective plan diff failures
  forge             fix-found                  engineer             110      31    219     360     objective plan diff FINDINGS.md
  forge             fix-seen                   engineer             110      27    219     356     objective plan diff reviews
  forge             fix                        engineer             110      19    219     348     objective plan diff reviews
  forge             repair                     debugger             107      28    242     377     objective plan diff failures
  forge             review                     reviewer             105      28    554     687     objective plan diff checks baseline commands results
  forge             lenses.contracts           reviewer             105      28    554     717     objective scope diff-without-tests checks answers
  forge             lenses.failure             reviewer             105      28    554     717     objective scope diff-without-tests checks answers
  forge             lenses.compatibility       reviewer             105      28    554     718     objective scope diff-without-tests checks answers
  forge             learn                      lesson-keeper        61       23    514     598     objective answers results setbacks findings RESEARCH.md
  forge-step        implement                  engineer             110      22    219     351     objective step plan memory
  forge-step        split                      planner              121      36    860     1017    objective step plan diff failures
  forge-step        reconcile                  engineer             110      29    219     358     objective step plan diff failures
  forge-step        rework                     engineer             110      13    219     342     objective step plan diff reviews
  forge-step        repair                     debugger             107      17    242     366     objective step plan diff failures
  forge-step        review                     reviewer             105      27    554     686     objective step plan diff checks baseline commands
  gated             precedent                  researcher           86       41    29      156     objective memory
  gated             research                   researcher           86       59    29      174     objective PRECEDENT.md baseline reviews
  gated             spike                      researcher           86       35    28      149     objective RESEARCH.md
  gated             challenge                  challenger           85       51    411     547     objective RESEARCH.md SPIKE.md commands
  gated             clarify                    discusser            97       42    90      229     objective RESEARCH.md CHALLENGE.md answers
  gated             draft                      planner              121      64    1014    1199    objective PRECEDENT.md RESEARCH.md CHALLENGE.md CLARIFY.md baseline answers
  gated             vision.simpler             visionary            70       12    111     193     plan
  gated             vision.comparator          comparator           94       74    356     524     objective plan
  gated             visions-three.simpler      visionary            70       12    111     193     plan
  gated             visions-three.better       visionary            70       18    111     199     plan
  gated             visions-three.blind-spots  visionary            70       29    111     210     objective
  gated             visions-three.comparator   comparator           94       74    356     524     objective plan
  gated             plan                       planner              121      94    1014    1229    objective plan CLARIFY.md COMPARISON.md baseline answers reviews failures
  gated             review.skeptic             skeptic              124      20    554     698     objective plan baseline
  gated             review.integration         integration-checker  72       28    554     654     objective plan baseline
  gated             review.second-opinion      second-opinion       88       20    554     662     objective plan baseline
  gated             docs                       collator             85       27    0       112     objective plan diff
  gated             fix-found                  executor             89       31    332     452     objective plan diff FINDINGS.md
  gated             close-gaps                 executor             89       22    332     443     objective plan diff reviews
  gated             repair-proof               executor             89       32    332     453     objective plan diff failures
  gated             audit                      evidence-auditor     90       59    554     703     objective plan diff EVIDENCE.md checks baseline commands results
  gated             learn                      lesson-keeper        61       27    514     602     objective answers results setbacks findings RESEARCH.md
  gated-step        sketch                     executor             89       20    332     441     objective step plan
  gated-step        build                      executor             89       29    332     450     objective step plan memory
  gated-step        reconcile                  executor             89       29    332     450     objective step plan diff failures
  gated-step        rewrite                    executor             89       21    332     442     objective step plan diff reviews
  gated-step        repair                     executor             89       16    332     437     objective step plan diff failures
  gated-step        review                     reviewer             105      27    554     686     objective step plan diff checks baseline commands
  look              read                       researcher           86       22    28      136     objective parent parent-documents memory
  look              audit                      step-auditor         69       27    287     383     objective parent parent-documents
  milestone         discuss                    discusser            97       26    28      151     objective parent roadmap earlier memory
  milestone         research                   researcher           86       26    29      141     objective parent roadmap earlier CONTEXT.md memory baseline
  milestone         roadmap                    planner              121      55    1014    1190    objective parent roadmap earlier CONTEXT.md RESEARCH.md baseline memory answers failures
  milestone         digest                     collector            69       31    266     366     objective plan results
  milestone         refactor                   engineer             110      20    256     386     objective decisions plan diff OPEN-POINTS.md
  milestone         repair                     executor             89       19    369     477     objective plan diff failures
  milestone         review-refactor            reviewer             105      13    554     672     objective scope OPEN-POINTS.md results diff checks commands
  milestone         complete                   completer            68       28    28      124     objective plan results decisions OPEN-POINTS.md REFACTOR_REVIEW.md answers
  milestone         learn                      lesson-keeper        61       23    514     598     objective answers SUMMARY.md findings setbacks
  modules           plan                       planner              121      71    1014    1206    objective project template baseline memory plan answers failures
  modules           fix                        worker               94       19    220     333     objective plan diff reviews
  modules           fix-whole                  worker               94       19    220     333     objective plan diff reviews
  modules           debug                      debugger             107      26    242     375     objective plan diff failures
  modules           review                     reviewer             105      28    554     687     objective plan diff checks baseline commands results
  modules           lenses.contracts           reviewer             105      28    554     717     objective scope diff-without-tests checks answers
  modules           lenses.races               reviewer             105      28    554     720     objective scope diff-without-tests checks answers
  modules           lenses.compatibility       reviewer             105      28    554     718     objective scope diff-without-tests checks answers
  modules           learn                      lesson-keeper        61       28    514     603     objective answers results setbacks findings
  modules-step      work                       worker               94       64    220     378     objective project step plan dependencies memory
  modules-step      rework                     worker               94       23    220     337     objective step plan dependencies diff reviews
  modules-step      review                     reviewer             105      64    554     723     objective step plan dependencies diff baseline commands
  modules-step      rebase                     worker               94       30    220     344     objective step plan diff failures
  modules-step      diagnose                   overseer             105      20    131     256     objective step diff failures
  modules-step      debug                      debugger             107      35    242     384     objective step plan dependencies diff failures reviews
  plan              repair                     engineer             110      23    219     352     objective plan diff failures
  plan-step         read                       researcher           86       22    0       108     objective project step plan
  plan-step         implement                  engineer             110      11    219     340     objective project step plan failures memory
  plan-step         fix                        engineer             110      15    219     344     objective plan diff reviews
  plan-step         audit                      auditor              67       30    149     246     objective project step plan diff checks baseline commands
  program           milestones                 planner              121      84    1014    1219    objective baseline memory answers failures
  program           digest                     collector            69       32    266     367     objective plan results
  program           refactor                   engineer             110      20    219     349     objective plan diff OPEN-POINTS.md
  program           repair                     executor             89       19    332     440     objective plan diff failures
  program           review-refactor            reviewer             105      13    554     672     objective scope OPEN-POINTS.md results diff checks commands
  program           complete                   completer            68       30    28      126     objective plan results OPEN-POINTS.md REFACTOR_REVIEW.md answers
  quick             patch                      engineer             110      20    219     349     objective baseline memory diff reviews failures
  quick             review                     reviewer             105      24    554     683     objective diff checks baseline commands
  slice             radar                      researcher           86       26    28      140     objective parent parent-documents roadmap earlier memory
  slice             research                   researcher           86       25    29      140     objective parent parent-documents earlier decisions RISK.md baseline memory
  slice             plan                       planner              121      40    1014    1175    objective parent parent-documents roadmap earlier decisions RISK.md RESEARCH.md baseline memory reviews failures
  slice             plan-check                 plan-checker         63       119   223     405     objective parent roadmap decisions plan RISK.md baseline
  slice             reconcile                  executor             89       36    369     494     objective parent plan diff failures
  slice             review-fix                 executor             89       18    369     476     objective parent decisions plan diff reviews
  slice             repair                     debugger             107      21    279     407     objective parent plan diff failures
  slice             review.challenge           challenger           85       25    411     521     objective parent decisions plan diff checks baseline commands results security
  slice             review.defence             defender             77       44    237     358     objective parent decisions plan diff checks baseline commands results security
  slice             review.rebuttal            challenger           85       34    411     530     objective parent decisions plan diff checks baseline commands results security
  slice             complete                   completer            68       24    28      120     objective plan results decisions reviews checks
  slice             learn                      lesson-keeper        61       23    514     598     objective answers SUMMARY.md findings setbacks
  sprint            intake                     discusser            97       29    31      157     objective memory answers
  sprint            plan                       architect            91       28    1014    1133    objective SPRINT_REQUIREMENTS.md baseline memory answers failures
  sprint            complete                   engineer             110      16    219     345     objective SPRINT_REQUIREMENTS.md plan diff reviews
  sprint            repair                     debugger             107      28    242     377     objective plan diff failures
  sprint            completion                 architect            91       20    554     665     objective SPRINT_REQUIREMENTS.md plan results diff checks baseline commands
  sprint            collate                    completer            68       21    28      117     objective SPRINT_REQUIREMENTS.md plan results COMPLETION_REVIEW.md
  sprint            retrospective              architect            91       24    30      145     objective plan results setbacks COMPLETION_REVIEW.md
  sprint            learn                      lesson-keeper        61       23    514     598     objective answers RETROSPECTIVE.md COMPLETION_REVIEW.md findings setbacks
  task              plan                       drafter              98       25    28      151     objective parent parent-documents roadmap earlier baseline memory reviews answers
  task              review-plan                supervisor           95       21    554     670     objective parent parent-documents roadmap earlier PLAN.md baseline
  task              implement                  engineer             110      24    191     325     objective parent PLAN.md diff reviews failures
  task              writeback                  collator             85       23    29      137     objective parent PLAN.md PROGRESS.md diff
  task              review-code                supervisor           95       21    554     670     objective parent parent-documents PLAN.md PROGRESS.md WRITEBACK.md diff checks baseline commands
  task              validate                   qa-engineer          88       28    554     670     objective parent PLAN.md diff checks
  task              approve                    architect            91       29    554     674     objective parent PLAN.md diff commands CODE_REVIEW.md VALIDATION_REPORT.md
  task-unit         execute                    executor             89       6     369     464     objective parent step decisions plan memory security
  task-unit         split                      planner              121      36    860     1017    objective step plan diff failures
  task-unit         reconcile                  executor             89       29    369     487     objective parent step plan diff failures
  task-unit         repair                     debugger             107      26    279     412     objective parent step decisions plan diff failures
