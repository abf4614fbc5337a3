What every prompt costs before anything is put in. When a number here grows, somebody should have meant it.

  $ forge prompt --all
  PIPELINE          STAGE                      ROLE                 PERSONA  TASK  ANSWER  TOKENS  AND SHOWN
  bug               triage                     bug-fixer            73       63    171     307     objective memory
  bug               plan-fix                   bug-fixer            73       29    36      138     objective TRIAGE.md reviews
  bug               review-plan                supervisor           93       16    84      193     objective TRIAGE.md BUG_FIX_PLAN.md
  bug               implement                  engineer             110      27    162     299     objective TRIAGE.md BUG_FIX_PLAN.md reviews failures
  bug               review-code                supervisor           93       26    84      203     objective TRIAGE.md BUG_FIX_PLAN.md diff
  bug               approve                    architect            91       9     84      184     objective TRIAGE.md diff CODE_REVIEW.md
  bug               finalize                   collator             80       23    34      137     objective TRIAGE.md diff
  draft-audit       draft                      drafter              103      71    33      207     objective project template memory
  draft-audit       rework                     reviser              84       26    33      143     objective project plan answers
  draft-audit       revise                     reviser              84       43    33      160     objective project plan reviews
  draft-audit       mend                       reviser              84       25    33      142     template plan failures
  draft-audit       audit                      auditor              107      73    157     337     objective project plan reviews
  draft-audit       fix                        engineer             110      18    162     290     project plan diff reviews
  draft-audit       repair                     engineer             110      26    162     298     plan diff failures
  draft-audit       audit-code                 auditor              107      30    157     294     project plan diff reviews
  draft-audit-step  implement                  engineer             110      29    162     301     objective project step failures memory
  forge             clarify                    discusser            94       59    34      187     objective memory answers
  forge             discuss                    discusser            94       27    34      155     objective memory answers
  forge             research                   researcher           86       51    35      172     objective BRIEF.md answers memory
  forge             spike                      researcher           86       30    34      150     objective RESEARCH.md
  forge             patch                      engineer             110      24    162     296     objective memory diff failures
  forge             plan                       planner              123      93    33      249     objective BRIEF.md RESEARCH.md SPIKE.md memory answers reviews failures
  forge             audit                      auditor              107      30    157     294     objective plan reviews
  forge             gates.skeptic              skeptic              114      28    84      226     objective plan
  forge             gates.integration          integration-checker  78       28    84      190     objective plan
  forge             gates.second-opinion       second-opinion       86       20    84      190     objective plan
  forge             fix                        engineer             110      19    162     291     plan diff reviews
  forge             fix-seen                   engineer             110      23    162     295     plan diff reviews
  forge             repair                     debugger             108      24    156     288     plan diff failures
  forge             fix-found                  engineer             110      31    162     303     plan diff FINDINGS.md
  forge             review                     reviewer             110      28    84      222     objective plan diff
  forge             lenses.contracts           reviewer             110      25    238     373     objective plan diff
  forge             lenses.failure             reviewer             110      25    238     373     objective plan diff
  forge             lenses.compatibility       reviewer             110      26    238     374     objective plan diff
  forge             docs                       collator             80       26    0       106     plan diff
  forge             mend-proof                 engineer             110      25    162     297     plan diff failures
  forge             learn                      lesson-keeper        65       23    260     348     objective plan reviews RESEARCH.md
  forge-step        implement                  engineer             110      22    162     294     objective step plan memory
  forge-step        rework                     engineer             110      12    162     284     step plan diff reviews
  forge-step        split                      planner              123      34    73      230     step plan diff failures
  forge-step        repair                     debugger             108      20    156     284     step plan diff failures
  forge-step        reconcile                  engineer             110      23    162     295     step plan diff failures
  forge-step        review                     reviewer             110      26    84      220     step diff
  gated             precedent                  researcher           86       43    35      164     objective memory
  gated             research                   researcher           86       57    35      178     objective PRECEDENT.md reviews
  gated             spike                      researcher           86       26    34      146     objective RESEARCH.md
  gated             challenge                  challenger           89       51    84      224     objective RESEARCH.md SPIKE.md
  gated             clarify                    discusser            94       42    35      171     objective RESEARCH.md CHALLENGE.md answers
  gated             draft                      planner              123      21    33      177     objective PRECEDENT.md RESEARCH.md CHALLENGE.md CLARIFY.md answers
  gated             vision.simpler             visionary            72       12    111     195     plan
  gated             vision.comparator          comparator           90       71    211     372     objective plan
  gated             visions-three.simpler      visionary            72       12    111     195     plan
  gated             visions-three.better       visionary            72       19    111     202     plan
  gated             visions-three.blind-spots  visionary            72       29    111     212     objective
  gated             visions-three.comparator   comparator           90       71    211     372     objective plan
  gated             plan                       planner              123      65    33      221     objective plan COMPARISON.md answers reviews failures
  gated             review.skeptic             skeptic              114      23    84      221     objective plan
  gated             review.integration         integration-checker  78       28    84      190     objective plan
  gated             review.second-opinion      second-opinion       86       20    84      190     objective plan
  gated             close-gaps                 executor             82       21    162     265     plan diff reviews
  gated             mend-proof                 executor             82       28    162     272     plan diff failures
  gated             fix-found                  executor             82       31    162     275     plan diff FINDINGS.md
  gated             audit                      evidence-auditor     93       49    84      226     plan EVIDENCE.md
  gated             docs                       collator             80       26    0       106     plan diff
  gated             learn                      lesson-keeper        65       27    260     352     objective plan RESEARCH.md reviews
  gated-step        sketch                     executor             82       20    162     264     objective step
  gated-step        build                      executor             82       27    162     271     objective step plan memory
  gated-step        rewrite                    executor             82       20    162     264     objective step plan diff reviews
  gated-step        repair                     executor             82       21    162     265     objective step plan diff failures
  gated-step        reconcile                  executor             82       23    162     267     step plan diff failures
  gated-step        review                     reviewer             110      26    84      220     step diff
  milestone         discuss                    discusser            94       26    35      155     objective memory
  milestone         research                   researcher           86       26    35      147     objective CONTEXT.md memory
  milestone         roadmap                    planner              123      44    33      200     objective CONTEXT.md RESEARCH.md memory answers failures
  milestone         digest                     reviewer             110      30    190     330     plan diff reviews
  milestone         refactor                   executor             82       14    162     258     plan diff OPEN-POINTS.md
  milestone         repair                     executor             82       16    162     260     plan diff failures
  milestone         complete                   completer            66       25    35      126     objective plan OPEN-POINTS.md answers
  milestone         learn                      lesson-keeper        65       0     260     325     objective plan SUMMARY.md
  modules           plan                       planner              123      73    33      229     objective project template memory plan answers failures
  modules           fix                        worker               92       27    133     252     plan diff reviews
  modules           debug                      debugger             108      22    156     286     plan diff failures
  modules           lenses.contracts           reviewer             110      25    238     373     plan diff
  modules           lenses.races               reviewer             110      29    238     377     plan diff
  modules           lenses.compatibility       reviewer             110      26    238     374     plan diff
  modules           learn                      lesson-keeper        65       25    260     350     objective plan reviews
  modules-step      work                       worker               92       65    133     290     objective project step plan dependencies memory
  modules-step      rework                     worker               92       21    133     246     step plan dependencies diff reviews
  modules-step      review                     reviewer             110      62    84      256     step plan dependencies diff
  modules-step      diagnose                   overseer             108      0     97      205     step diff failures
  modules-step      debug                      debugger             108      28    156     292     step plan dependencies diff failures reviews
  modules-step      rebase                     worker               92       24    133     249     step plan diff failures
  plan              repair                     engineer             110      26    162     298     plan diff failures
  plan-step         read                       researcher           86       22    0       108     objective project step plan
  plan-step         implement                  engineer             110      29    162     301     objective project step failures memory
  plan-step         fix                        engineer             110      15    162     287     plan diff reviews
  plan-step         audit                      auditor              107      30    157     294     project plan diff reviews
  quick             patch                      engineer             110      20    162     292     objective memory diff reviews failures
  quick             review                     reviewer             110      24    84      218     objective diff
  slice             radar                      researcher           86       24    34      144     objective memory
  slice             research                   researcher           86       21    35      142     objective RISK.md memory
  slice             plan                       planner              123      56    33      212     objective RISK.md RESEARCH.md memory reviews failures
  slice             plan-check                 plan-checker         60       59    84      203     objective plan RISK.md
  slice             review-fix                 executor             82       19    162     263     plan diff reviews
  slice             repair                     debugger             108      19    156     283     plan diff failures
  slice             reconcile                  executor             82       23    162     267     plan diff failures
  slice             review.challenge           challenger           89       25    234     348     plan diff
  slice             review.defence             defender             75       25    192     292     plan diff
  slice             review.rebuttal            challenger           89       28    234     351     plan diff
  slice             complete                   completer            66       21    35      122     objective plan diff reviews
  slice             learn                      lesson-keeper        65       0     260     325     plan SUMMARY.md reviews
  sprint            intake                     discusser            94       28    38      160     objective memory answers
  sprint            plan                       architect            91       25    33      149     objective SPRINT_REQUIREMENTS.md memory answers failures
  sprint            complete                   engineer             110      15    162     287     SPRINT_REQUIREMENTS.md plan diff reviews
  sprint            completion                 architect            91       19    84      194     SPRINT_REQUIREMENTS.md plan diff
  sprint            collate                    collator             80       19    34      133     SPRINT_REQUIREMENTS.md plan COMPLETION_REVIEW.md
  sprint            retrospective              architect            91       28    36      155     plan COMPLETION_REVIEW.md reviews
  sprint            learn                      lesson-keeper        65       0     260     325     RETROSPECTIVE.md COMPLETION_REVIEW.md
  task              plan                       engineer             110      27    34      171     objective memory reviews answers
  task              review-plan                supervisor           93       21    84      198     objective PLAN.md
  task              implement                  engineer             110      29    193     332     objective PLAN.md reviews failures
  task              review-code                supervisor           93       21    84      198     objective PLAN.md PROGRESS.md diff
  task              validate                   qa-engineer          88       28    84      200     objective PLAN.md diff
  task              approve                    architect            91       25    84      200     objective PLAN.md diff CODE_REVIEW.md VALIDATION_REPORT.md
  task              writeback                  collator             80       23    35      138     PLAN.md PROGRESS.md diff
  task-unit         execute                    executor             82       38    162     282     objective step plan memory
  task-unit         split                      planner              123      34    73      230     step plan diff failures
  task-unit         repair                     debugger             108      26    156     290     step plan diff failures
  task-unit         reconcile                  executor             82       23    162     267     step plan diff failures
  task-unit         remember                   lesson-keeper        65       0     260     325     step diff
