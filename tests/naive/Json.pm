# Reads JSON into Perl's own values: objects are hashes, lists are arrays, everything else is its text; null is undef.
package Json;
use strict;
use warnings;

sub Read {
  my ($text) = @_;
  pos($text) = 0;
  return _value(\$text);
}

my %escape = (n => "\n", t => "\t", r => "\r", b => "\b", f => "\f");

sub _value {
  my ($text) = @_;
  $$text =~ /\G\s+/gc;
  if ($$text =~ /\G\{/gc) {
    my %object;
    until ($$text =~ /\G\s*\}/gc) {
      my $key = _value($text);
      $$text =~ /\G\s*:/gc or die "Json: no colon\n";
      $object{$key} = _value($text);
      $$text =~ /\G\s*,/gc;
    }
    return \%object;
  }
  if ($$text =~ /\G\[/gc) {
    my @list;
    until ($$text =~ /\G\s*\]/gc) { push @list, _value($text); $$text =~ /\G\s*,/gc }
    return \@list;
  }
  if ($$text =~ /\G"/gc) {
    my $word = '';
    until ($$text =~ /\G"/gc) {
      if    ($$text =~ /\G([^"\\]+)/gc)           { $word .= $1 }
      elsif ($$text =~ /\G\\u([0-9a-fA-F]{4})/gc) { $word .= chr hex $1 }
      elsif ($$text =~ /\G\\(.)/gcs)              { $word .= $escape{$1} // $1 }
      else                                        { die "Json: a string has no end\n" }
    }
    return $word;
  }
  return undef if $$text =~ /\Gnull/gc;
  return $1 eq 'true' ? 1 : $1 eq 'false' ? 0 : $1 if $$text =~ /\G([-+.\w]+)/gc;
  die "Json: cannot be read\n";
}

1;
