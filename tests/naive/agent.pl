#!/usr/bin/perl
# agent.pl [OPTION...]: an agent that knows nothing but its prompt.
#
# It reads the task, the form of the answer and the blocks, and fills in what is described, mechanically: it copies the
# example that the prompt shows with words and files of its own, takes a verdict that the prompt lists, makes an object
# from the schema in the prompt, and writes a line into the files that its work names. It knows English words such as
# "writes" and "depends", and no format of Forge. A prompt that lacks something gets a guess, which the engine rejects.
#
#   --asks N      who gives a verdict asks for changes in rounds 1 to N
#   --breaks      who writes leaves its files empty, unless the prompt tells of a failure or a review
#   --clashes     the first step's proof no longer holds when the last step is done
#   --races       the last step begins with the first and ends after it was merged; its proof holds alone only
#   --leaves      who reviews says nothing of the authors' concerns
#   --slips       the first version of a plan has no commands
#   --splits      a step is never done in one piece
#   --lines N     files of N lines, and longer documents: the length that a model writes
#   --form FILE   the form of a plan for a second answer to a prompt that shows none, so that later stages can be seen
#   --pick N=W    takes the word W for the member N of an object
use strict;
use warnings;
BEGIN { unshift @INC, $0 =~ m{^(.*)/} ? $1 : "." }
use Json;
use Prompt;

my ($asks, $lines, $form_file, %does, %pick) = (0, 1, '');
while (@ARGV) {
  my $option = shift @ARGV;
  if    ($option eq '--asks')   { $asks = shift @ARGV }
  elsif ($option eq '--lines')  { $lines = shift @ARGV }
  elsif ($option eq '--form')   { $form_file = shift @ARGV }
  elsif ($option eq '--pick')   { my ($name, $word) = split /=/, shift @ARGV; $pick{$name} = $word }
  elsif ($option =~ /^--(breaks|clashes|leaves|races|slips|splits)$/) { $does{$1} = 1 }
  else                          { die "agent.pl: unknown option $option\n" }
}
my $round     = $ENV{FORGE_ITERATION} || 1;
my $attempt   = $ENV{FORGE_ATTEMPT} || 1;
my $may_write = ($ENV{FORGE_MAY_WRITE} || '') eq '1';

# ---- the prompt: sections below `# Title`, and fenced blocks with the line above them ----

my $prompt    = do { local $/; <STDIN> };
my $read      = Prompt::Parse($prompt);
my %section   = %{$read->{section}};
my @blocks    = @{$read->{blocks}};
my $task      = join "\n", grep { defined } @section{'Task', 'Your question'};
my $answer    = $section{'Your answer'} // '';
my $objective = $section{'Objective'} // '';
$objective =~ s/^\s+|\s+$//g;

# The block whose line above it matches, or the fenced text of the answer's form.
sub block_of   { my ($like) = @_; for (@blocks) { return $_->{text} if $_->{section} ne 'Your answer' && $_->{label} =~ $like } return '' }
sub shown_form { my ($like) = @_; for (@blocks) { return $_->{text} if $_->{section} eq 'Your answer' && $_->{text} =~ $like } return '' }
sub given      { return join '', map { $_->{section} eq 'Your answer' ? () : $_->{text} } @blocks }

# ---- its own words ----

sub files_in {
  my ($text) = @_;
  my (%seen, @files);
  while ($text =~ m{(?<![\w/.:-])([\w-]+(?:/[\w.-]+)*/?[\w-]*\.[a-z]{1,4})(?![\w/])}g) {
    push @files, $1 if !$seen{$1}++;
  }
  return @files;
}

# What the objective asks for: its list items, else its files, each with the files it names.
sub pieces {
  my @items = grep { files_in($_) } $objective =~ /^[-*] (.+)$/mg;
  return map { {text => $_, files => [files_in($_)]} } @items if @items > 1;
  return map { {text => "write $_", files => [$_]} } grep { !-e $_ } files_in($objective);
}

# The parts of a step: its files, or its one file twice.
sub parts {
  my ($named) = block_of(qr/\bstep\b/) =~ /^\W*writes\W*?:\W*(.+)$/im;
  my @files = files_in($named // '');
  @files = (@files, @files) if @files == 1;
  return map { {text => "part of the step: $_", files => [$_]} } @files;
}

sub title { my $line = (split /\n/, $objective)[0] // 'the work'; $line =~ s/[:,] .*|[.:]$//; return $line }

my $asking = $round <= $asks;

# The numbers of a list in the prompt, below the line that matches.
sub numbers_below {
  my ($like) = @_;
  my ($list) = given() =~ /$like[^\n]*\n((?:- F\d+: [^\n]*\n)+)/;
  return ($list // '') =~ /^- (F\d+):/mg;
}

# More of it, where a model would write more: N sentences, each its own.
sub more { my ($about, $count) = @_; return join '', map { "Sentence $_ about $about says what a reader has to know.\n" } 2 .. $count }

sub concerns { return $does{leaves} ? () : numbers_below(qr/concerns about it/) }

# ---- an object from a JSON Schema ----

sub quoted { my ($text) = @_; $text =~ s/(["\\])/\\$1/g; $text =~ s/\n/ /g; return qq("$text") }

# The file that it speaks of where it must speak of one.
sub subject {
  my @files = (files_in(block_of(qr/\bstep\b/)), files_in($objective));
  return $files[0] // 'README.md';
}

sub word_for {
  my ($name, $words) = @_;
  return $pick{$name} if exists $pick{$name} && grep { $_ eq $pick{$name} } @$words;
  return 'fail' if $asking && grep { $_ eq 'fail' } @$words;
  my ($middle) = grep { $_ eq 'medium' } @$words;
  return $asking ? $middle : $words->[-1] if $middle;
  # An objection is dropped by who does not ask.
  my ($dropped) = grep { /withdrawn/ } @$words;
  return $dropped if $dropped && !$asking;
  return $words->[0];
}

sub value_for {
  my ($name, $schema) = @_;
  return quoted(word_for($name, $schema->{enum})) if $schema->{enum};
  my $type = $schema->{type} // ($schema->{properties} || $schema->{required} ? 'object' : 'string');
  if ($type eq 'object') {
    my %known = %{$schema->{properties} || {}};
    my %needed = map { $_ => $known{$_} || {} } @{$schema->{required} || []};
    # Of the whole object, what it need not have is left out, unless it is explained and not for a special case.
    delete @known{grep { !$needed{$_} && ($known{$_}{description} // 'when') =~ /\bwhen\b|on purpose/ } keys %known} if $name eq '';
    my %of = (%known, %needed);
    return '{' . join(', ', map { quoted($_) . ': ' . value_for($_, $of{$_}) } sort keys %of) . '}';
  }
  if ($type eq 'array') {
    my $item = $schema->{items} || {};
    my $about = ($item->{properties} || {})->{id};
    my %seen;
    my @ids = $about ? grep { defined && !$seen{$_}++ } given() =~ /"id"\s*:\s*"([^"]+)"|^- (R\d+)[,:]/mg : ();
    return '[' . join(', ', map { my $object = value_for($name, $item); $object =~ s/"id": "[^"]*"/"id": "$_"/; $object } @ids) . ']' if @ids;
    # Of the concerns that it was told, it confirms the first and dismisses the others; who does not ask dismisses all.
    if ($name eq 'dismissed') {
      my @ids = concerns();
      shift @ids if $asking;
      return '[' . join(', ', map { my $object = value_for($name, $item); $object =~ s/"id": "[^"]*"/"id": "$_"/; $object } @ids) . ']';
    }
    # One for each word that an entry can be about.
    if (($schema->{description} // '') =~ /^one entry for each\b/) {
      my ($key) = grep { ($item->{properties}{$_} || {})->{enum} } @{$item->{required} || []};
      return '[' . join(', ', map { my $word = $_; my $object = value_for($name, $item); $object =~ s/"\Q$key\E": "[^"]*"/"$key": "$word"/; $object } @{$item->{properties}{$key}{enum}}) . ']' if $key;
    }
    my $complains = $name =~ /finding|objection|concern|issue/;
    return '[]' if ($complains && !$asking) || ($about && !$complains);
    return '[' . value_for($name, $item) . ']';
  }
  return $asking ? 'false' : 'true' if $type eq 'boolean';
  return $type eq 'integer' ? '1' : '0.8' if $type eq 'integer' || $type eq 'number';
  return quoted('R1') if $name eq 'id';
  return quoted((concerns(), numbers_below(qr/they are open/))[0] // '') if $name eq 'same_as';
  return quoted(subject()) if $name =~ /^(file|path|where|source)$/;
  # What it found answers its own question: members of a panel do not say the same.
  return quoted("$name: " . subject() . ' says what was asked: ' . question()) if $name eq 'text';
  return quoted("$name: " . subject() . ' says what was asked');
}

# The first line of what it is asked.
sub question { return (split /\n/, ($section{'Your question'} // $task) =~ s/^\s+//r)[0] // '' }

# ---- a plan from an example of one ----

# The value of a field, by what the example has there.
sub field_value {
  my ($label, $example, $piece, $before) = @_;
  my @files = @{$piece->{files}};
  if ($label =~ /depend/i) {
    return join ', ', @$before if @$before;
    return $example =~ /(\(?none\)?)/ ? $1 : $example;
  }
  if ($example =~ /^(?:`[^`]+`(?:, |; |$))+$/) {
    return '`' . join(' && ', (map { "test -s $_" } @files), $piece->{proof} // ()) . '`' if $label =~ /verif|proof|command|test/i;
    return join ', ', map { "`$_`" } $label =~ /write/i ? @files : 'README.md';
  }
  if ($example =~ /^(\w+)(?:, [\w, ]+ or \w+)?$/) { return $pick{lc $label} // $1 }    # a word, or one of the words it lists
  my $sentence = "$piece->{text}, so that " . join(' and ', @files) . ' has a line';
  return $label =~ /^do$/i ? join ' ', "$sentence.", split /\n/, more($files[0], $lines / 10) : $sentence;
}

# What can be said about the code, because it stands there.
sub first_line {
  open my $in, '<', 'README.md' or return 'there is no README.md';
  my $line = <$in> // '';
  $line =~ s/^\W+|\s+$//g;
  return "the first line says $line";
}

sub step_from {
  my ($example, $id, $piece, $before) = @_;
  my ($out, $list) = ('', '');
  for my $line (split /\n/, $example) {
    if ($line =~ /^(### (?:Step )?)\S+( ?[:-] )/) { $out .= "$1$id$2$piece->{text}\n"; next }
    if ($line =~ /^\*\*([^*:]+):\*\*\s*(.*)$/) {
      $list = $2 eq '' ? $1 : '';
      $out .= $2 eq '' ? "**$1:**\n" : "**$1:** " . field_value($1, $2, $piece, $before) . "\n";
      next;
    }
    # An item keeps its first word and its citation, about a line that is there.
    if ($list && $line =~ /^- (\w+): .*?(\s\S{1,3}\s)`[^`]+:\d+`/) { $out .= "- $1: " . first_line() . "$2`README.md:1`\n"; next }
    $out .= "\n" if $line eq '';
  }
  return $out;
}

sub section_from {
  my ($name, $body) = @_;
  my @pieces = pieces();
  if ($body =~ /^([-*] )`[^`]+`([^\w\n]+)/m) {
    return join '', map { my ($dash, $after, $text) = ($1, $2, $_->{text}); map { "$dash`$_`$after$text\n" } @{$_->{files}} } @pieces;
  }
  return join '', map { my $text = $_->{text}; map { "- `$_`: $text\n" } @{$_->{files}} } @pieces if $body =~ /files.*backticks/;
  my $label = $body =~ /([A-Z]\w+: )/ ? $1 : '';
  my $dash = $body =~ /^([-*] )/m ? $1 : '';
  return "${dash}For the section $name: " . title() . '.' . ($label ? " ${label}the command of each step looks." : '') . "\n";
}

sub plan_from {
  my ($example, $steps_only) = @_;
  my @steps = split /^(?=### )/m, $example;
  my $head = $steps[0] =~ /^### / ? '' : shift @steps;
  return '' if !@steps;
  my @pieces = $steps_only ? parts() : pieces();
  my $out = '';
  if (!$steps_only) {
    my ($top, @parts) = split /^(?=## )/m, $head;
    my ($heading) = $top =~ /^(# (?:\w+: )?)/;
    $out .= ($heading // '# ') . title() . "\n\n";
    for my $part (@parts) {
      my ($name, $body) = $part =~ /^## ([^\n]+)\n(.*)/s;
      $out .= "## $name\n\n";
      $out .= section_from($name, $body) . "\n" if $body =~ /\S/;
    }
  }
  # It holds alone, and with all the others only if there is a second line.
  my ($one, $other) = map { $_->{files}[0] } @pieces[0, -1];
  # A piece of several files is one that is cut again: each part may have brought a line more.
  my $enough = scalar @{$pieces[0]{files}};
  $pieces[0]{proof} = "{ ! test -e $other || test \$(wc -l <$one) -gt $enough; }" if $does{clashes} && @pieces > 1;
  $pieces[-1]{proof} = "{ ! test -e $one || test \$(wc -l <$other) -gt 1; }" if $does{races} && @pieces > 1;
  my $first = 's1';
  for my $i (0 .. $#pieces) {
    # The last one builds on the first, as the last of the example does.
    my $last = $i > 0 && $i == $#pieces && @steps > 1;
    $out .= step_from($last && !$does{races} ? $steps[-1] : $steps[0], 's' . ($i + 1), $pieces[$i], $last && !$does{races} ? [$first] : []) . "\n";
  }
  return $out;
}

# The plan that the prompt shows, with one sentence more where the work asks for a change.
sub plan_again {
  my ($plan) = @_;
  $plan =~ s/^(## Objective\n\n)/$1Revised in round $round. /m or $plan =~ s/\n\n/\n\nRevised in round $round.\n\n/;
  return $plan;
}

# Where the steps are done and what they promise each other fails: one step more, which does the last one again.
sub plan_with_another_step {
  my ($plan) = @_;
  my ($id, $rest) = $plan =~ /.*^### Step (\S+): ([^\n]*\n.*?)(?=^## |\z)/ms or return $plan;
  $rest =~ s/^(\*\*Depends:\*\*) .*$/$1 $id/m;
  $rest =~ s/\s*\z/\n/;
  $plan =~ s/\s*\z/\n/;
  return "$plan\n### Step $id-again: $rest";
}

sub plan_guess {
  my $out = '# ' . title() . "\n\n";
  my ($listed) = $task =~ /: ([a-z, ]+), and steps/;
  $out .= '## ' . ucfirst($_) . "\n\n" . title() . "\n\n" for split /, /, $listed // 'objective';
  my $n = 0;
  $out .= ++$n . ". $_->{text}\n   Files: @{$_->{files}}\n   Verify: test -s $_->{files}[0]\n" for pieces();
  return $out;
}

sub write_plan {
  my ($steps_only) = @_;
  my $plan = block_of(qr/\bplan\b(?!.*template)/);
  my $form = shown_form(qr/^### /m);
  my $template = block_of(qr/template|form of/);
  my $wrong = block_of(qr/fail|fault|wrong/);
  $form = $template if $form eq '' && $template =~ /^### /m;
  if ($form eq '' && $form_file ne '' && ($round > 1 || $attempt > 1)) {
    open my $in, '<', $form_file or die "agent.pl: $form_file: $!\n";
    $form = do { local $/; <$in> };
  }
  return plan_again(plan_with_another_step($plan)) if !$steps_only && $plan =~ /^### /m && $wrong =~ /contract broken/;
  # What is right stays; what has not the form is written again by it.
  return plan_again($plan) if !$steps_only && $plan =~ /^### /m && ($wrong !~ /\S/ || $form eq '');
  my $written = $form eq '' ? plan_guess() : plan_from($form, $steps_only);
  $written =~ s/^.*test -s.*\n//mg if $does{slips} && $round == 1 && $attempt == 1 && $wrong !~ /\S/;
  return $written;
}

# ---- any other document ----

# The lines that the answer's form lists, each with a value: a word of those it offers, or a sentence. Of those that it
# may leave out, it writes what is explained and not for a special case, as in an object.
sub lines_asked {
  my ($needed, $free) = split /^These only[^\n]*\n/m, $answer;
  return '' if ($needed // '') !~ /reads these lines/;
  my $out = '';
  for ([1, $needed], [0, $free // '']) {
    my ($must, $text) = @$_;
    while ($text =~ /^\*\*([^*:]+):\*\* ([^(\n]+)(.*)$/mg) {
      my ($label, $takes, $about) = ($1, $2, $3);
      my @words = $takes =~ /`([^`]+)`/g;
      next if !$must && ($about =~ /\bwhen\b|on purpose/ || $about eq '');
      next if $takes =~ /list/ && $label =~ /concern|finding|issue/i && !$asking;
      my $value = @words ? word_for(lc $label, \@words) : "$label: " . subject() . ' says what was asked';
      $out .= $takes =~ /list/ ? "**$label:**\n- $value\n" : "**$label:** $value\n";
    }
  }
  return "$out\n";
}

sub write_document {
  my ($name) = @_;
  my $before = block_of(qr/\Q\L$name\E/);
  return "${before}Revised in round $round.\n" if $round > 1 && $before ne '';
  return "# $name\n\n" . lines_asked() . "The task was: $task\nThe request was: $objective\n\nThe repository has `README.md` (README.md:1). The work is about "
    . subject() . ". There is nothing that only a person can decide.\n" . more($name, $lines / 2);
}

# ---- work on files ----

# Until the branch that it began from has moved on, a minute at most.
sub wait_for_others {
  chomp(my $began = `git rev-parse HEAD`);
  for (1 .. 600) {
    my @tips = split ' ', `git for-each-ref --format='%(objectname)' refs/heads/forge`;
    return if grep { $_ ne $began } @tips;
    select undef, undef, undef, 0.1;
  }
}

sub write_files {
  my $step = block_of(qr/\bstep\b/);
  my ($named) = $step =~ /^\W*writes\W*?:\W*(.+)$/im;
  my @files = files_in($named // '');
  @files = grep { !-e $_ } files_in($objective) if !@files;
  my $work = block_of(qr/fail|review|finding|objection|concern|wrong|conflict|open-points|about the work|asked for/);
  my %mine = map { $_ => 1 } files_in($objective), files_in(block_of(qr/\bplan\b/));
  @files = grep { $mine{$_} && -e $_ } files_in($work) if !@files;
  @files = files_in($objective) if !@files;
  @files = ('README.md') if $task =~ /documents/ || !@files;
  my $told = $round > 1 || $work =~ /\S/;
  wait_for_others() if $does{races} && !$told && $step =~ /! test -e/;
  for my $file (@files) {
    my $leaves_empty = ($does{breaks} && !$told) || ($does{splits} && $step !~ /part of the step/ && !-s $file);
    my $made = '';
    for my $part (split m{/}, $file =~ m{^(.*)/} ? $1 : '') { $made .= "$part/"; mkdir $made }
    open my $out, ($leaves_empty ? '>' : '>>'), $file or die "agent.pl: $file: $!\n";
    print $out "A line about: ", title(), ", round $round.\n", more("$file in round $round", $told ? $lines / 6 : $lines) if !$leaves_empty;
    close $out or die "agent.pl: $file: $!\n";
  }
  return @files;
}

# ---- the answer ----

my @said;
my @written = $may_write ? write_files() : ();
if ($answer =~ /becomes the parts of this step/) {
  push @said, write_plan(1);
} elsif ($answer =~ /becomes the plan document/) {
  push @said, write_plan(0);
} elsif ($answer =~ /becomes the document `([^`]+)`/) {
  push @said, write_document($1);
} elsif (@written) {
  push @said, 'Wrote a line into ' . join(', ', @written) . ".\n";
} else {
  push @said, 'Read what was given for the task: ' . question() . "\n" . more('what was read', $lines / 6);
}
my @verdicts = $answer =~ /^(\*\*Verdict:\*\* .+)$/mg;
if (@verdicts) {
  my ($yes) = grep { /approve|ready|pass/i && !/revision/i } @verdicts;
  my ($no)  = grep { /revision|change/i } @verdicts;
  if ($asking) {
    my $what = subject() . " says too little: one line more is needed.\n" . more('what is missing', $lines / 6);
    my ($concern, $severity) = $answer =~ /^(\*\*Concern 1: )title\*\*\n.*?\n(\*\*Severity: )[^\n]+$/ms;
    push @said, $concern ? "${concern}too little is said**\n$what\n${severity}medium**\n" : "$what\n";
  }
  push @said, ($asking ? $no : $yes) . "\n";
}
if ($answer =~ /\bend your [^.]*`json` block/i) {
  my $schema = shown_form(qr/^\s*\{/);
  push @said, "```json\n" . ($schema eq '' ? '{}' : value_for('', Json::Read($schema))) . "\n```\n";
}
print join("\n", @said);
