set -eu
printf '# my settings\nHOST=example.org\n\nPORT=80\nCOLOUR=blue\nNAME=Ada "the first" Lovelace\n' >file
cp file before
sh ./migrate.sh file
cmp file.bak before
cat >wanted <<'END'
version = 2
# my settings
server.host = "example.org"

server.port = 80
# unknown: COLOUR=blue
user.name = "Ada \"the first\" Lovelace"
END
diff wanted file
sh ./migrate.sh file
diff wanted file
cmp file.bak before || { echo "the second run overwrote the old file"; exit 1; }
[ "$(sh ./show.sh file server.host)" = example.org ]
[ "$(sh ./show.sh file server.port)" = 80 ]
[ "$(sh ./show.sh file user.name)" = 'Ada "the first" Lovelace' ]
! sh ./show.sh file user.mail
! sh ./show.sh file serverxhost
sh tests/run.sh
