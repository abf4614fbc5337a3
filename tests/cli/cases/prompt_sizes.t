What every prompt costs before anything is put in. A number here must not grow by accident.

  $ forge prompt --all
  PIPELINE          STAGE                      ROLE                 PERSONA  TASK  ANSWER  TOKENS  AND SHOWN
  bug               triage                     bug-fixer            76       80    245     401     objective memory
  bug               plan-fix                   bug-fixer            76       38    30      144     objective TRIAGE.md reviews
  bug               review-plan                supervisor           95       16    81      192     objective TRIAGE.md BUG_FIX_PLAN.md
  bug               implement                  engineer             110      32    219     361     objective TRIAGE.md BUG_FIX_PLAN.md reviews failures
  bug               review-code                supervisor           95       26    81      202     objective TRIAGE.md BUG_FIX_PLAN.md diff
  bug               approve                    architect            91       10    81      182     objective TRIAGE.md diff CODE_REVIEW.md
  bug               finalize                   collator             85       24    28      137     objective TRIAGE.md diff
  draft-audit       draft                      drafter              98       48    884     1030    objective project template memory
  draft-audit       rework                     reviser              83       29    884     996     objective project plan answers
  draft-audit       revise                     reviser              83       30    884     997     objective project plan reviews
  draft-audit       repair-form                reviser              83       27    884     994     template plan failures
  draft-audit       audit                      auditor              67       35    149     251     objective project plan answers
  draft-audit       fix                        engineer             110      18    219     347     project plan diff reviews
  draft-audit       repair                     engineer             110      23    219     352     plan diff failures
  draft-audit       audit-code                 auditor              67       30    149     246     project plan diff checks results
  draft-audit-step  implement                  engineer             110      11    219     340     objective project step plan failures memory
  forge             clarify                    discusser            97       59    28      184     objective memory answers
  forge             discuss                    discusser            97       29    28      154     objective memory answers
  forge             research                   researcher           86       56    29      171     objective BRIEF.md answers memory baseline
  forge             spike                      researcher           86       33    28      147     objective RESEARCH.md
  forge             patch                      engineer             110      26    219     355     objective memory diff failures
  forge             plan                       planner              121      84    884     1089    objective BRIEF.md RESEARCH.md SPIKE.md baseline memory answers reviews failures
  forge             audit                      auditor              67       17    149     233     objective plan answers
  forge             gates.skeptic              skeptic              112      28    81      221     objective plan
  forge             gates.integration          integration-checker  72       28    81      181     objective plan
  forge             gates.second-opinion       second-opinion       88       20    81      189     objective plan
  forge             fix-found                  engineer             110      31    219     360     plan diff FINDINGS.md
  forge             fix-seen                   engineer             110      27    219     356     plan diff reviews
  forge             fix                        engineer             110      19    219     348     plan diff reviews
  forge             repair                     debugger             107      27    212     346     plan diff failures
  forge             review                     reviewer             105      28    399     532     objective plan diff checks baseline commands results
  forge             lenses.contracts           reviewer             105      28    399     532     objective plan diff checks baseline commands
  forge             lenses.failure             reviewer             105      28    399     532     objective plan diff checks baseline commands
  forge             lenses.compatibility       reviewer             105      29    399     533     objective plan diff checks baseline commands
  forge             docs                       collator             85       27    0       112     plan diff
  forge             repair-proof               engineer             110      22    219     351     plan diff failures
  forge             learn                      lesson-keeper        61       23    514     598     objective results setbacks reviews FINDINGS.md RESEARCH.md
  forge-step        implement                  engineer             110      22    219     351     objective step plan memory
  forge-step        split                      planner              121      36    761     918     step plan diff failures
  forge-step        reconcile                  engineer             110      29    219     358     step plan diff failures
  forge-step        rework                     engineer             110      13    219     342     step plan diff reviews
  forge-step        repair                     debugger             107      17    212     336     step plan diff failures
  forge-step        review                     reviewer             105      27    399     531     step plan diff checks baseline commands
  gated             precedent                  researcher           86       41    29      156     objective memory
  gated             research                   researcher           86       59    29      174     objective PRECEDENT.md baseline reviews
  gated             spike                      researcher           86       35    28      149     objective RESEARCH.md
  gated             challenge                  challenger           85       51    81      217     objective RESEARCH.md SPIKE.md
  gated             clarify                    discusser            97       42    28      167     objective RESEARCH.md CHALLENGE.md answers
  gated             draft                      planner              121      22    884     1027    objective PRECEDENT.md RESEARCH.md CHALLENGE.md CLARIFY.md baseline answers
  gated             vision.simpler             visionary            70       12    111     193     plan
  gated             vision.comparator          comparator           94       74    290     458     objective plan
  gated             visions-three.simpler      visionary            70       12    111     193     plan
  gated             visions-three.better       visionary            70       18    111     199     plan
  gated             visions-three.blind-spots  visionary            70       29    111     210     objective
  gated             visions-three.comparator   comparator           94       74    290     458     objective plan
  gated             plan                       planner              121      56    884     1061    objective plan COMPARISON.md answers reviews failures
  gated             review.skeptic             skeptic              112      20    81      213     objective plan
  gated             review.integration         integration-checker  72       28    81      181     objective plan
  gated             review.second-opinion      second-opinion       88       20    81      189     objective plan
  gated             fix-found                  executor             78       31    219     328     plan diff FINDINGS.md
  gated             close-gaps                 executor             78       22    219     319     plan diff reviews
  gated             repair-proof               executor             78       22    219     319     plan diff failures
  gated             audit                      evidence-auditor     90       49    81      220     plan EVIDENCE.md
  gated             docs                       collator             85       27    0       112     plan diff
  gated             learn                      lesson-keeper        61       27    514     602     objective results setbacks reviews FINDINGS.md RESEARCH.md
  gated-step        sketch                     executor             78       20    219     317     objective step plan
  gated-step        build                      executor             78       29    219     326     objective step plan memory
  gated-step        reconcile                  executor             78       29    219     326     step plan diff failures
  gated-step        rewrite                    executor             78       21    219     318     objective step plan diff reviews
  gated-step        repair                     executor             78       16    219     313     objective step plan diff failures
  gated-step        review                     reviewer             105      27    399     531     step plan diff checks baseline commands
  milestone         discuss                    discusser            97       26    28      151     objective memory
  milestone         research                   researcher           86       26    29      141     objective CONTEXT.md memory baseline
  milestone         roadmap                    planner              121      55    884     1060    objective CONTEXT.md RESEARCH.md baseline memory answers failures
  milestone         digest                     reviewer             105      31    369     505     plan results
  milestone         refactor                   executor             78       17    219     314     plan diff OPEN-POINTS.md
  milestone         repair                     executor             78       19    219     316     plan diff failures
  milestone         complete                   completer            68       28    28      124     objective plan results OPEN-POINTS.md answers
  milestone         learn                      lesson-keeper        61       0     514     575     objective SUMMARY.md setbacks
  modules           plan                       planner              121      71    884     1076    objective project template memory plan answers failures
  modules           fix                        worker               94       27    190     311     plan diff reviews
  modules           debug                      debugger             107      26    212     345     plan diff failures
  modules           lenses.contracts           reviewer             105      28    399     532     plan diff checks
  modules           lenses.races               reviewer             105      31    399     535     plan diff checks
  modules           lenses.compatibility       reviewer             105      29    399     533     plan diff checks
  modules           learn                      lesson-keeper        61       28    514     603     objective results setbacks reviews
  modules-step      work                       worker               94       64    190     348     objective project step plan dependencies memory
  modules-step      rework                     worker               94       23    190     307     step plan dependencies diff reviews
  modules-step      review                     reviewer             105      64    81      250     step plan dependencies diff
  modules-step      rebase                     worker               94       30    190     314     step plan diff failures
  modules-step      diagnose                   overseer             115      0     131     246     step diff failures
  modules-step      debug                      debugger             107      35    212     354     step plan dependencies diff failures reviews
  plan              repair                     engineer             110      23    219     352     plan diff failures
  plan-step         read                       researcher           86       22    0       108     objective project step plan
  plan-step         implement                  engineer             110      11    219     340     objective project step plan failures memory
  plan-step         fix                        engineer             110      15    219     344     plan diff reviews
  plan-step         audit                      auditor              67       30    149     246     project step plan diff checks
  quick             patch                      engineer             110      20    219     349     objective memory diff reviews failures
  quick             review                     reviewer             105      24    399     528     objective diff checks
  slice             radar                      researcher           86       26    28      140     objective memory
  slice             research                   researcher           86       25    29      140     objective RISK.md memory
  slice             plan                       planner              121      49    884     1054    objective RISK.md RESEARCH.md memory reviews failures
  slice             plan-check                 plan-checker         60       61    81      202     objective plan RISK.md
  slice             reconcile                  executor             78       30    219     327     plan diff failures
  slice             review-fix                 executor             78       18    219     315     plan diff reviews
  slice             repair                     debugger             107      21    212     340     plan diff failures
  slice             review.challenge           challenger           85       25    322     432     plan diff checks
  slice             review.defence             defender             77       27    230     334     plan diff checks
  slice             review.rebuttal            challenger           85       27    322     434     plan diff checks
  slice             complete                   completer            68       24    28      120     objective plan results reviews
  slice             learn                      lesson-keeper        61       0     514     575     SUMMARY.md reviews setbacks
  sprint            intake                     discusser            97       29    31      157     objective memory answers
  sprint            plan                       architect            91       28    884     1003    objective SPRINT_REQUIREMENTS.md baseline memory answers failures
  sprint            complete                   engineer             110      16    219     345     SPRINT_REQUIREMENTS.md plan diff reviews
  sprint            completion                 architect            91       20    81      192     SPRINT_REQUIREMENTS.md plan results diff
  sprint            collate                    collator             85       21    28      134     SPRINT_REQUIREMENTS.md plan results COMPLETION_REVIEW.md
  sprint            retrospective              architect            91       24    30      145     plan results setbacks COMPLETION_REVIEW.md
  sprint            learn                      lesson-keeper        61       0     514     575     RETROSPECTIVE.md COMPLETION_REVIEW.md setbacks
  task              plan                       engineer             110      29    28      167     objective memory reviews answers
  task              review-plan                supervisor           95       21    81      197     objective PLAN.md
  task              implement                  engineer             110      24    266     400     objective PLAN.md reviews failures
  task              review-code                supervisor           95       21    81      197     objective PLAN.md PROGRESS.md diff
  task              validate                   qa-engineer          88       28    81      197     objective PLAN.md diff
  task              approve                    architect            91       29    81      201     objective PLAN.md diff CODE_REVIEW.md VALIDATION_REPORT.md
  task              writeback                  collator             85       23    29      137     PLAN.md PROGRESS.md diff
  task-unit         execute                    executor             78       37    219     334     objective step plan memory
  task-unit         split                      planner              121      36    761     918     step plan diff failures
  task-unit         reconcile                  executor             78       29    219     326     step plan diff failures
  task-unit         repair                     debugger             107      26    212     345     step plan diff failures
