# What is wrong with a prompt that a program can see: it speaks of a thing that it does not show, shows a thing twice, or
# calls the work of a unit data. Knows nothing of pipelines; Faults takes the prompt and what its unit makes.
package Mentions;
use strict;
use warnings;
use Prompt;

# Words of a task and what shows them: each needs a block whose line, or the name of one of whose parts, matches.
my @spoken = (
  [qr/\b(?:every |the |a |both )?reviews?(?:ers)? (?:and failure )?below\b/i, qr/review|audit|approval|report|objection|finding|concern|changes|about the work/, 'reviews'],
  [qr/\b(?:failures?|output|criterion|check) (?:below|is below)\b|\breview and failure below\b/i, qr/fail|output|wrong|check|fault/, 'failures'],
  [qr/\bfindings of the reviewers below\b|\bfindings below\b/i, qr/finding|review|about the work/, 'findings'],
  [qr/\bdependencies' source below\b/i,                  qr/dependenc|builds on/, 'dependencies'],
  [qr/\bboth reviews\b/i,                                qr/review|\.md/,          'the two reviews'],
  [qr/\bevery objection\b|\bthe objections\b/i,          qr/challenge|objection|review/, 'objections'],
  [qr/\bthe alternatives\b/i,                            qr/\.md|alternative/,     'alternatives'],
  [qr/\bthe template\b/i,                                qr/template/,             'the template'],
  [qr/\bthe diff\b/i,                                    qr/diff/,                 'the diff'],
  [qr/\bthe evidence\b|\bthis evidence\b/i,              qr/evidence/,             'the evidence'],
  [qr/\bthis step\b|\bthe step\b/i,                      qr/step/,                 'the step'],
  [qr/\bthe (?:latest )?audit\b/i,                       qr/audit|review|concern|about the work/, 'the audit'],
  [qr/\bthe review(?:er)?\b(?! asks you)/i,              qr/review|audit|approval|report|finding|changes|about the work/, 'the review'],
);

sub Faults {
  my ($text, $unit) = @_;
  my $prompt = Prompt::Parse($text);
  my @blocks = grep { $_->{section} ne 'Your answer' } @{$prompt->{blocks}};
  my $task   = join "\n", grep { defined } @{$prompt->{section}}{'Task', 'Your question'};
  my $answer = $prompt->{section}{'Your answer'} // '';
  my @faults;
  my @names = map { ($_->{label}, map { lc } $_->{text} =~ /^--- (.+) ---$/mg, $_->{text} =~ /^([A-Z][A-Z_-]+\.md) of run/mg) } @blocks;
  my $shown = sub { my ($like) = @_; return scalar grep { $_ =~ $like } @names };

  # A document that the instructions name.
  my ($own) = $answer =~ /(?:becomes|makes) the document `([^`]+)`/;
  for my $part (grep { !/^(Objective|Rules|What you are given|Your work|Material)/ } @{$prompt->{order}}) {
    for my $name (($prompt->{section}{$part} // '') =~ /\b([A-Z][A-Z_-]+\.md)\b/g) {
      next if (defined $own && $name eq $own) || $name =~ /^(?:README|AGENTS|CLAUDE)\.md$/;
      push @faults, "speaks of $name and does not show it" if !$shown->(qr/\Q\L$name\E/);
    }
  }
  # A thing that the task speaks of.
  for (@spoken) {
    my ($said, $like, $what) = @$_;
    next if $task !~ $said;
    push @faults, "speaks of $what and does not show it" if !$shown->($like);
  }
  my $writes_plan = $answer =~ /becomes the plan document|becomes the parts/;
  if ($task =~ /(?<!not )\b(?:the|this) plan\b/i && !$writes_plan && $task !~ /write the plan/i && !$shown->(qr/plan/)) {
    push @faults, 'speaks of the plan and does not show it';
  }
  # Who writes a plan is shown how, and sees what it changes.
  if ($writes_plan && !grep { $_->{text} =~ /^### /m && ($_->{section} eq 'Your answer' || $_->{label} =~ /template/) } @{$prompt->{blocks}}) {
    push @faults, 'asks for a plan and does not show its form';
  }
  my ($makes) = $answer =~ /becomes the plan document/ ? ('plan') : ($own);
  if (defined $makes && $unit->{round} > 1 && !$shown->(qr/\Q\L$makes\E/)) {
    push @faults, "asks for $makes again and does not show it";
  }
  # The answer has a place for a number, and no number is shown.
  my $form = join '', map { $_->{section} eq 'Your answer' ? $_->{text} : () } @{$prompt->{blocks}};
  if ($form =~ /"(same_as|dismissed)"/ && !grep { $_->{text} =~ /^- (?:[\d#]+:)?F[\d#]+[:,]/m } @blocks) {
    push @faults, "asks for `$1` and shows no number";
  }
  # One verdict.
  push @faults, 'asks for the verdict twice' if $answer =~ /\*\*Verdict:/ && $form =~ /"approved"/;
  # Nothing stands twice.
  for my $i (0 .. $#blocks) {
    for my $j (0 .. $#blocks) {
      next if $i == $j || length $blocks[$j]{text} < 200;
      my ($whole, $part) = map { my $t = $_->{text}; $t =~ s/\s+/ /g; $t } @blocks[$i, $j];
      next if $whole eq $part && $i > $j;
      push @faults, "shows `$blocks[$j]{label}` a second time in `$blocks[$i]{label}`" if index($whole, $part) >= 0;
    }
  }
  # No log, no empty section, no state that is not true.
  for my $block (@blocks) {
    push @faults, "shows an audit log in `$block->{label}`" if $block->{text} =~ /^## Audit Log$/m;
    push @faults, "shows an empty section in `$block->{label}`" if $block->{text} =~ /^_(?:Reviews|Notes) are added here/m;
    push @faults, "shows the heading `$1` over nothing in `$block->{label}`" if $block->{text} =~ /^(## .*)\n\s*(?:## |# |\z)/m;
    my $step = '';
    for my $line (split /\n/, $block->{text}) {
      $step = $1 if $line =~ /^### (?:Step )?([\w.-]+)/;
      push @faults, "says that step $step runs" if $line =~ /^\*\*State:\*\* running/ && $step ne $unit->{step};
    }
    push @faults, "calls the work data: `$block->{label}`"
      if $block->{label} =~ /data, not instructions/ && $block->{label} =~ /^(?:step|failures|reviews|answers|finding)/;
  }
  push @faults, 'has a place that nothing was filled into' if $text =~ /\{\{\w+\}\}/;
  my %seen;
  return grep { !$seen{$_}++ } @faults;
}

1;
