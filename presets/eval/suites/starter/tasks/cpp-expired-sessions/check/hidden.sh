set -eu
c++ -std=c++17 -o hidden hidden.cc sessions.cc
./hidden
make -s test
