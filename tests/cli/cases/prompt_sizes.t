What every prompt costs before anything is put in. A number here must not grow by accident.

  $ forge prompt --all
  PIPELINE          STAGE                      ROLE                 PERSONA  TASK  ANSWER  TOKENS  AND SHOWN
  bug               triage                     bug-fixer            76       80    165     321     objective memory
  bug               plan-fix                   bug-fixer            76       38    30      144     objective TRIAGE.md reviews
  bug               review-plan                supervisor           95       16    81      192     objective TRIAGE.md BUG_FIX_PLAN.md
  bug               implement                  engineer             110      32    162     304     objective TRIAGE.md BUG_FIX_PLAN.md reviews failures
  bug               review-code                supervisor           95       26    81      202     objective TRIAGE.md BUG_FIX_PLAN.md diff
  bug               approve                    architect            91       10    81      182     objective TRIAGE.md diff CODE_REVIEW.md
  bug               finalize                   collator             85       24    28      137     objective TRIAGE.md diff
  draft-audit       draft                      drafter              98       71    26      195     objective project template memory
  draft-audit       rework                     reviser              83       29    26      138     objective project plan answers
  draft-audit       revise                     reviser              83       47    26      156     objective project plan reviews
  draft-audit       repair-form                reviser              83       27    26      136     template plan failures
  draft-audit       audit                      auditor              104      79    149     332     objective project plan reviews
  draft-audit       fix                        engineer             110      18    162     290     project plan diff reviews
  draft-audit       repair                     engineer             110      23    162     295     plan diff failures
  draft-audit       audit-code                 auditor              104      30    149     283     project plan diff reviews
  draft-audit-step  implement                  engineer             110      29    162     301     objective project step failures memory
  forge             clarify                    discusser            97       59    28      184     objective memory answers
  forge             discuss                    discusser            97       29    28      154     objective memory answers
  forge             research                   researcher           86       56    29      171     objective BRIEF.md answers memory baseline
  forge             spike                      researcher           86       31    28      145     objective RESEARCH.md
  forge             patch                      engineer             110      26    162     298     objective memory diff failures
  forge             plan                       planner              121      94    26      241     objective BRIEF.md RESEARCH.md SPIKE.md baseline memory answers reviews failures
  forge             audit                      auditor              104      28    149     281     objective plan reviews
  forge             gates.skeptic              skeptic              112      28    81      221     objective plan
  forge             gates.integration          integration-checker  72       28    81      181     objective plan
  forge             gates.second-opinion       second-opinion       88       20    81      189     objective plan
  forge             fix-found                  engineer             110      31    162     303     plan diff FINDINGS.md
  forge             fix-seen                   engineer             110      32    162     304     plan diff reviews
  forge             fix                        engineer             110      19    162     291     plan diff reviews
  forge             repair                     debugger             107      27    156     290     plan diff failures
  forge             review                     reviewer             105      30    261     396     objective plan diff baseline commands
  forge             lenses.contracts           reviewer             105      28    261     394     objective plan diff baseline commands
  forge             lenses.failure             reviewer             105      28    261     394     objective plan diff baseline commands
  forge             lenses.compatibility       reviewer             105      29    261     395     objective plan diff baseline commands
  forge             docs                       collator             85       27    0       112     plan diff
  forge             repair-proof               engineer             110      24    162     296     plan diff failures
  forge             learn                      lesson-keeper        61       23    260     344     objective plan reviews RESEARCH.md
  forge-step        implement                  engineer             110      22    162     294     objective step plan memory
  forge-step        split                      planner              121      36    73      230     step plan diff failures
  forge-step        reconcile                  engineer             110      29    162     301     step plan diff failures
  forge-step        rework                     engineer             110      13    162     285     step plan diff reviews
  forge-step        repair                     debugger             107      24    156     287     step plan diff failures
  forge-step        review                     reviewer             105      27    261     393     step diff baseline commands
  gated             precedent                  researcher           86       41    29      156     objective memory
  gated             research                   researcher           86       59    29      174     objective PRECEDENT.md baseline reviews
  gated             spike                      researcher           86       26    28      140     objective RESEARCH.md
  gated             challenge                  challenger           85       51    81      217     objective RESEARCH.md SPIKE.md
  gated             clarify                    discusser            97       42    28      167     objective RESEARCH.md CHALLENGE.md answers
  gated             draft                      planner              121      22    26      169     objective PRECEDENT.md RESEARCH.md CHALLENGE.md CLARIFY.md baseline answers
  gated             vision.simpler             visionary            70       12    111     193     plan
  gated             vision.comparator          comparator           94       74    205     373     objective plan
  gated             visions-three.simpler      visionary            70       12    111     193     plan
  gated             visions-three.better       visionary            70       18    111     199     plan
  gated             visions-three.blind-spots  visionary            70       29    111     210     objective
  gated             visions-three.comparator   comparator           94       74    205     373     objective plan
  gated             plan                       planner              121      72    26      219     objective plan COMPARISON.md answers reviews failures
  gated             review.skeptic             skeptic              112      20    81      213     objective plan
  gated             review.integration         integration-checker  72       28    81      181     objective plan
  gated             review.second-opinion      second-opinion       88       20    81      189     objective plan
  gated             fix-found                  executor             78       31    162     271     plan diff FINDINGS.md
  gated             close-gaps                 executor             78       22    162     262     plan diff reviews
  gated             repair-proof               executor             78       24    162     264     plan diff failures
  gated             audit                      evidence-auditor     90       49    81      220     plan EVIDENCE.md
  gated             docs                       collator             85       27    0       112     plan diff
  gated             learn                      lesson-keeper        61       27    260     348     objective plan RESEARCH.md reviews
  gated-step        sketch                     executor             78       20    162     260     objective step
  gated-step        build                      executor             78       29    162     269     objective step plan memory
  gated-step        reconcile                  executor             78       29    162     269     step plan diff failures
  gated-step        rewrite                    executor             78       21    162     261     objective step plan diff reviews
  gated-step        repair                     executor             78       22    162     262     objective step plan diff failures
  gated-step        review                     reviewer             105      27    261     393     step diff baseline commands
  milestone         discuss                    discusser            97       26    28      151     objective memory
  milestone         research                   researcher           86       26    29      141     objective CONTEXT.md memory baseline
  milestone         roadmap                    planner              121      55    26      202     objective CONTEXT.md RESEARCH.md baseline memory answers failures
  milestone         digest                     reviewer             105      31    209     345     plan diff reviews
  milestone         refactor                   executor             78       13    162     253     plan diff OPEN-POINTS.md
  milestone         repair                     executor             78       19    162     259     plan diff failures
  milestone         complete                   completer            67       28    28      123     objective plan OPEN-POINTS.md answers
  milestone         learn                      lesson-keeper        61       0     260     321     objective plan SUMMARY.md
  modules           plan                       planner              121      81    26      228     objective project template memory plan answers failures
  modules           fix                        worker               94       27    133     254     plan diff reviews
  modules           debug                      debugger             107      26    156     289     plan diff failures
  modules           lenses.contracts           reviewer             105      28    261     394     plan diff
  modules           lenses.races               reviewer             105      31    261     397     plan diff
  modules           lenses.compatibility       reviewer             105      29    261     395     plan diff
  modules           learn                      lesson-keeper        61       28    260     349     objective plan reviews
  modules-step      work                       worker               94       65    133     292     objective project step plan dependencies memory
  modules-step      rework                     worker               94       23    133     250     step plan dependencies diff reviews
  modules-step      review                     reviewer             105      64    81      250     step plan dependencies diff
  modules-step      rebase                     worker               94       30    133     257     step plan diff failures
  modules-step      diagnose                   overseer             115      0     97      212     step diff failures
  modules-step      debug                      debugger             107      35    156     298     step plan dependencies diff failures reviews
  plan              repair                     engineer             110      23    162     295     plan diff failures
  plan-step         read                       researcher           86       22    0       108     objective project step plan
  plan-step         implement                  engineer             110      29    162     301     objective project step failures memory
  plan-step         fix                        engineer             110      15    162     287     plan diff reviews
  plan-step         audit                      auditor              104      30    149     283     project plan diff reviews
  quick             patch                      engineer             110      20    162     292     objective memory diff reviews failures
  quick             review                     reviewer             105      24    261     390     objective diff
  slice             radar                      researcher           86       26    28      140     objective memory
  slice             research                   researcher           86       25    29      140     objective RISK.md memory
  slice             plan                       planner              121      59    26      206     objective RISK.md RESEARCH.md memory reviews failures
  slice             plan-check                 plan-checker         60       61    81      202     objective plan RISK.md
  slice             reconcile                  executor             78       30    162     270     plan diff failures
  slice             review-fix                 executor             78       18    162     258     plan diff reviews
  slice             repair                     debugger             107      21    156     284     plan diff failures
  slice             review.challenge           challenger           85       25    231     341     plan diff
  slice             review.defence             defender             77       27    189     293     plan diff
  slice             review.rebuttal            challenger           85       27    231     343     plan diff
  slice             complete                   completer            67       24    28      119     objective plan diff reviews
  slice             learn                      lesson-keeper        61       0     260     321     plan SUMMARY.md reviews
  sprint            intake                     discusser            97       29    31      157     objective memory answers
  sprint            plan                       architect            91       28    26      145     objective SPRINT_REQUIREMENTS.md baseline memory answers failures
  sprint            complete                   engineer             110      16    162     288     SPRINT_REQUIREMENTS.md plan diff reviews
  sprint            completion                 architect            91       20    81      192     SPRINT_REQUIREMENTS.md plan diff
  sprint            collate                    collator             85       21    28      134     SPRINT_REQUIREMENTS.md plan COMPLETION_REVIEW.md
  sprint            retrospective              architect            91       28    30      149     plan COMPLETION_REVIEW.md reviews
  sprint            learn                      lesson-keeper        61       0     260     321     RETROSPECTIVE.md COMPLETION_REVIEW.md
  task              plan                       engineer             110      29    28      167     objective memory reviews answers
  task              review-plan                supervisor           95       21    81      197     objective PLAN.md
  task              implement                  engineer             110      34    187     331     objective PLAN.md reviews failures
  task              review-code                supervisor           95       21    81      197     objective PLAN.md PROGRESS.md diff
  task              validate                   qa-engineer          88       28    81      197     objective PLAN.md diff
  task              approve                    architect            91       29    81      201     objective PLAN.md diff CODE_REVIEW.md VALIDATION_REPORT.md
  task              writeback                  collator             85       23    29      137     PLAN.md PROGRESS.md diff
  task-unit         execute                    executor             78       37    162     277     objective step plan memory
  task-unit         split                      planner              121      36    73      230     step plan diff failures
  task-unit         reconcile                  executor             78       29    162     269     step plan diff failures
  task-unit         repair                     debugger             107      26    156     289     step plan diff failures
