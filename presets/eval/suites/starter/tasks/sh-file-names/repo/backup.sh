#!/bin/sh
# backup.sh FROM TO: copies all files below FROM to the same places below TO.
from=$1
to=$2
count=0
for file in $(find $from -type f); do
  name=${file#$from/}
  mkdir -p $to/$(dirname $name)
  cp $file $to/$name
  count=$((count + 1))
done
echo "$count files"
