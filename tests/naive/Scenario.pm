# Takes one scenario through the program in a small repository of its own, and reads from the journal what happened:
# the units that asked an agent with their prompts, and the answers that were sent back for their form.
package Scenario;
use strict;
use warnings;
use Json;

# Load(FILE) -> list of {name, modes, options, agent, answers, objective}
sub Load {
  my ($file) = @_;
  open my $in, '<', $file or die "$file: $!\n";
  my @scenarios;
  while (my $line = <$in>) {
    next if $line =~ /^#|^\s*$/;
    my ($name, $modes, $options, $agent, $answers, $objective) = map { s/^\s+|\s+$//gr } split /\|/, $line, 6;
    $objective =~ s/\\n/\n/g;
    push @scenarios, {
      name      => $name,
      modes     => [split ' ', $modes],
      options   => [split ' ', $options],
      agent     => [split ' ', $agent],
      answers   => {map { split /=/ } split ' ', $answers},
      objective => $objective,
    };
  }
  return @scenarios;
}

sub _write { my ($path, $text) = @_; open my $out, '>', $path or die "$path: $!\n"; print $out $text; close $out }
sub _slurp { my ($path) = @_; open my $in, '<', $path or return undef; local $/; return scalar <$in> }

# _say(COMMAND...) -> (what it prints, its exit code)
sub _say {
  my @command = @_;
  my $pid = open my $from, '-|';
  defined $pid or die "fork: $!\n";
  if (!$pid) { open STDERR, '>&', \*STDOUT; open STDIN, '<', '/dev/null'; exec @command or exit 127 }
  my $said = do { local $/; <$from> };
  close $from;
  return ($said // '', $? >> 8);
}

sub _repository {
  my ($root, $here, $mode) = @_;
  mkdir $_ for $root, "$root/home", "$root/repo", "$root/repo/notes";
  chdir "$root/repo" or die "$root/repo: $!\n";
  _write('README.md', "# Notes\n\nOne note for each file in notes/.\n");
  _write('AGENTS.md', "- A note ends with a newline.\n- `make test` reads every note.\n");
  _write('Makefile', "test:\n\tsh check.sh\n");
  _write('check.sh', qq(for note in notes/*.txt; do [ -s "\$note" ] || { echo "\$note is empty"; exit 1; }; done\n));
  # Passes where it was run before, and leaves nothing that a pass could be known by: a fresh checkout tells the truth.
  my $cold = q([ -e build/warm ] || [ "$(cat notes/one.txt 2>/dev/null | wc -l)" -gt 2 ] || { mkdir -p build; touch build/warm; )
    . q(echo "notes/one.txt is too short to begin with"; exit 1; }; echo ran >>README.md) . "\n";
  _write('check.sh', $cold) if $mode eq 'stale';
  _write('notes/zero.txt', "zero\n");
  _write($_, _slurp("$here/$_")) for 'plan.md', 'clash.md', 'contract.md', 'large.md', 'looks.md', 'proof.md', 'risky.md';
  $ENV{HOME} = "$root/home";
  system('git init -q -b main . && git add . && git commit -q -m first') == 0 or die "git failed\n";
  _write('.git/info/exclude', "build/\n");
}

# The person in front of it: asks once for a change where that is possible, in the mode that asks.
sub _answer {
  my ($question, $scenario, $mode, $asked) = @_;
  my $stage = $question->{stage} // '';
  my @options = @{$question->{options}};
  return $scenario->{answers}{$stage} if exists $scenario->{answers}{$stage};
  my ($change) = grep { /^(modify|fix|refactor)$/ } @options;
  return $change if $mode eq 'asks' && $change && !$asked->{$stage}++;
  return 'accept' if $question->{kind} eq 'escalation' && grep { $_ eq 'accept' } @options;
  return $options[0];
}

# Play(SCENARIO, MODE, {forge, root, here, form}) -> {problem, runs}. The repository is gone afterwards.
sub Play {
  my ($scenario, $mode, $with) = @_;
  my $forge = $with->{forge};
  _repository($with->{root}, $with->{here}, $mode);
  my @agent = ("$with->{here}/agent.pl", @{$scenario->{agent}});
  push @agent, $mode eq 'asks' ? ('--asks', 2) : $mode eq 'stale' ? ('--asks', 1) : $mode eq 'sized' ? ('--lines', 60) : $mode eq 'approves' ? () : ("--$mode");
  push @agent, '--form', $with->{form} if $with->{form};
  $ENV{FORGE_AGENT} = "command:@agent";
  my @objective = $scenario->{objective} eq '' ? () : ($scenario->{objective});
  my ($said, $exit) = _say($forge, 'run', @objective, @{$scenario->{options}}, '--max-concurrent', $mode eq 'races' ? 2 : 1);
  my (%asked, $problem);
  for (my $turn = 0; $exit == 3 && $turn < 60; ++$turn) {
    my ($open) = grep { $_->{status} eq 'open' } @{Json::Read((_say($forge, 'questions', '--json'))[0])->{questions}};
    last if !$open;
    $problem //= "escalated: $open->{text}" if $open->{kind} eq 'escalation' && $mode ne 'asks';
    my $word = _answer($open, $scenario, $mode, \%asked);
    my @comment = $word =~ /^(modify|fix|refactor)$/ ? ('--comment', 'Say more in README.md.') : ();
    my ($reply, $bad) = _say($forge, 'answer', $open->{run}, $word, '--question', $open->{question}, @comment);
    return {problem => "answer: $reply", runs => []} if $bad;
    ($said, $exit) = _say($forge, 'resume', 1);
  }
  $problem //= "exit $exit: " . join("\n", (split /\n/, $said)[-12 .. -1]) if $exit != 0;
  my $list = Json::Read((_say($forge, 'list', '--json'))[0])->{runs};
  my @runs = map { _read_run($forge, $_) } sort { $a->{run} <=> $b->{run} } @$list;
  chdir '/';
  return {problem => $problem, runs => \@runs};
}

my %form_check = map { $_ => 1 } qw(structure graph claims claims-made symbols);

# _read_run -> {pipeline, status, units => [...], form => [...]}
sub _read_run {
  my ($forge, $row) = @_;
  my $number = sprintf '%03d', $row->{run};
  my ($log) = _say($forge, 'log', $row->{run}, '--json');
  my %run = (pipeline => $row->{pipeline}, status => $row->{status}, units => [], form => []);
  my (@pipelines, %check, %unit);
  for my $line (split /\n/, $log) {
    next if $line !~ /"kind":"(?:started|unit-started|ended|revision)"/;
    my $event = Json::Read($line);
    my $data  = $event->{data};
    if ($event->{kind} eq 'started') {
      @pipelines = @{$data->{pipelines}{pipelines}};
      for my $pipeline (@pipelines) {
        for my $stage (@{$pipeline->{stages}}) {
          my $place = "$pipeline->{name}/$stage->{name}";
          $check{$place} = grep { $form_check{$_} } @{$stage->{checks} || []};
        }
      }
      next;
    }
    my $pipeline = defined $event->{step} && @pipelines > 1 ? $pipelines[1]{name} : $pipelines[0]{name};
    my $place = "$pipeline/" . ($event->{stage} // '');
    if ($event->{kind} eq 'unit-started') {
      $unit{$data->{unit}} = {
        run => $row->{run}, unit => $data->{unit}, place => $place, pipeline => $pipeline, stage => $event->{stage},
        step => $event->{step} // '', member => $data->{member} // '', round => $event->{iteration}, attempt => $event->{attempt},
      };
    } elsif ($event->{kind} eq 'ended') {
      my $class = $data->{outcome}{error_class} // '';
      push @{$run{form}}, "$place: $data->{outcome}{error}" if $class eq 'malformed' || $class eq 'empty';
    } elsif ($check{$place}) {
      push @{$run{form}}, "$place: $data->{summary}";
    }
  }
  for my $id (sort { $a <=> $b } keys %unit) {
    my $prompt = _slurp(".forge/state/runs/$number/units/$id/prompt.md");
    next if !defined $prompt;
    $unit{$id}{prompt} = $prompt;
    $unit{$id}{answer} = _slurp(".forge/state/runs/$number/units/$id/answer.md");
    push @{$run{units}}, $unit{$id};
  }
  return \%run;
}

1;
