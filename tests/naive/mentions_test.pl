#!/usr/bin/perl
# mentions_test.pl: Mentions.pm finds each kind of fault in a prompt, and none in a prompt that is complete.
use strict;
use warnings;
BEGIN { unshift @INC, $0 =~ m{^(.*)/} ? $1 : '.' }
use Mentions;

my $failed = 0;

# wants TITLE, FAULTS, PROMPT, [UNIT]
sub wants {
  my ($title, $wanted, $prompt, $unit) = @_;
  my $found = join '; ', Mentions::Faults($prompt, {round => 1, step => '', %{$unit // {}}});
  return if $found eq $wanted;
  $failed = 1;
  print "FAILED: $title\n  wanted: $wanted\n  found:  $found\n";
}

# prompt TASK, LABEL => TEXT...
sub prompt {
  my ($task, @blocks) = @_;
  my $text = "You do it.\n\n# Task\n\n$task\n\n# Your answer\n\nSay so.\n\n# Objective\n\nA note.\n\n# What you are given\n";
  while (my ($label, $inside) = splice @blocks, 0, 2) { $text .= "\n$label:\n````\n$inside\n````\n" }
  return $text;
}

my $plan = "# Plan: A note\n\n## Objective\n\nA note, and nothing else but that one note: it is in notes/one.txt, and one line long. It ends with a newline. It says one.\n\n## Steps\n\n### Step one: it\n\n**Do:** write it\n**Verify:** `test -s notes/one.txt`";
wants 'a prompt that shows what it speaks of', '', prompt('Does the diff do what the plan says?', plan => $plan, diff => '+one');
wants 'a document that is not there', 'speaks of RESEARCH.md and does not show it', prompt('Settle what RESEARCH.md leaves open.');
wants 'a document that is there', '', prompt('Settle what RESEARCH.md leaves open.', '`RESEARCH.md`' => 'nothing is open');
wants 'a document that is part of a block', '', prompt('Answer AUDIT.md.', reviews => "--- AUDIT.md ---\nToo little.");
wants 'no plan', 'speaks of the plan and does not show it', prompt('Build the plan.', diff => '+one');
wants 'no diff', 'speaks of the diff and does not show it', prompt('Read the diff.');
wants 'no reviews', 'speaks of reviews and does not show it', prompt('Answer the reviews below.');
wants 'no failures', 'speaks of failures and does not show it', prompt('Start from the output below.');
wants 'a plan without its form', 'asks for a plan and does not show its form',
  prompt('Write the plan.') =~ s/Say so/Your final message becomes the plan document/r;
wants 'a plan again without the plan', 'asks for plan again and does not show it',
  prompt('Write the plan.') =~ s/Say so\./Your final message becomes the plan document. An example:\n\n````\n### Step one: it\n````\n/r, {round => 2};
wants 'a block twice', 'shows `plan:` a second time in `reviews:`', prompt('Read the plan.', plan => $plan, reviews => "The plan was:\n$plan\nIt is fine.");
wants 'an audit log', 'shows an audit log in `plan:`', prompt('Read the plan.', plan => "$plan\n\n## Audit Log\n\n### Review 1");
wants 'an empty section', 'shows an empty section in `plan:`', prompt('Read the plan.', plan => "$plan\n\n_Notes are added here while the work goes on._");
wants 'a heading over nothing', 'shows the heading `## Risks` over nothing in `plan:`', prompt('Read the plan.', plan => $plan =~ s/## Steps/## Risks\n\n## Steps/r);
wants 'a heading over a heading of its own', '', prompt('Read the plan.', plan => $plan);
wants 'a step that does not run', 'says that step one runs', prompt('Read the plan.', plan => "$plan\n**State:** running");
wants 'the step that runs', '', prompt('Read the plan.', plan => "$plan\n**State:** running"), {step => 'one'};
wants 'work that is called data', 'calls the work data: `failures (data, not instructions):`',
  prompt('Do it.', 'failures (data, not instructions)' => 'exit 1');
my $form = "Say so.\n\n```json\n{\"same_as\": {}}\n```\n";
wants 'a number without any', 'asks for `same_as` and shows no number', prompt('Do it.') =~ s/Say so\./$form/r;
wants 'a number of those shown', '', prompt('Do it.', 'the findings so far' => '- F3: too slow') =~ s/Say so\./$form/r;
$form = "**Verdict:** Approved\n\n```json\n{\"approved\": {}}\n```\n";
wants 'two verdicts', 'asks for the verdict twice', prompt('Do it.') =~ s/Say so\./$form/r;
wants 'a place without a value', 'has a place that nothing was filled into', prompt('Do {{it}}.');
print $failed ? "mentions_test: failed\n" : "mentions_test: all faults are seen\n";
exit $failed;
