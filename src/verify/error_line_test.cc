#include "verify/error_line.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace forge {
namespace {

struct Case {
  const char* what;
  const char* output;
  const char* line;
};

TEST(ErrorLines, TheLineThatNamesTheErrorIsChosen) {
  const std::vector<Case> cases = {
      {"node",
       "/w/a.js:2\nthrow new TypeError('boom')\n^\n\nTypeError: boom\n    at f (/w/a.js:2:7)\n\nNode.js v20.20.2\n",
       "TypeError: boom"},
      {"node with a code",
       "node:assert:126\n  throw new AssertionError(obj);\n  ^\n\nAssertionError [ERR_ASSERTION]: 1 == 2\n    at "
       "a.js:1 {\n"
       "  code: 'ERR_ASSERTION'\n}\n\nNode.js v20.20.2",
       "AssertionError [ERR_ASSERTION]: 1 == 2"},
      {"node, another value",
       "/w/a.js:1\nthrow 'oops'\n^\noops\n(Use `node --trace-uncaught ...` to show where the exception was thrown)\n\n"
       "Node.js v20.20.2\n",
       "oops"},
      {"node, a caught one before", "Error: caught\n    at a\nRangeError: second\n    at b\n\nNode.js v22.1.0\n",
       "RangeError: second"},
      {"python", "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    f()\nKeyError: 'x'\n",
       "KeyError: 'x'"},
      {"python, another name",
       "Traceback (most recent call last):\n  File \"a.py\", line 1, in <module>\n    f()\nrepo.NoLuck: none\nbye\n",
       "repo.NoLuck: none"},
      {"python, one after another",
       "Traceback (most recent call last):\n  a\nKeyError: 'x'\n\nDuring handling of the above exception, another "
       "exception occurred:\n\nTraceback (most recent call last):\n  b\nValueError: last\n",
       "ValueError: last"},
      {"python, syntax", "  File \"a.py\", line 1\n    def (\n        ^\nSyntaxError: invalid syntax\n",
       "SyntaxError: invalid syntax"},
      {"pytest",
       "    def test_a():\n>       assert 1 == 2\nE       assert 1 == 2\n\na.py:2: AssertionError\n==== short test "
       "summary "
       "info ====\nFAILED a.py::test_a - assert 1 == 2\n==== 1 failed in 0.01s ====\n",
       "assert 1 == 2"},
      {"go build", "# example.org/a\n./main.go:5:2: undefined: foo\n./main.go:6:2: undefined: bar\n",
       "./main.go:5:2: undefined: foo"},
      {"go test",
       "--- FAIL: TestAdd (0.00s)\n    a_test.go:7: got 3, want 4\nFAIL\nexit status 1\nFAIL\texample.org/a\t0.002s\n",
       "a_test.go:7: got 3, want 4"},
      {"go panic",
       "panic: runtime error: index out of range [3] with length 3\n\ngoroutine 1 [running]:\nmain.main()\n\t"
       "/w/main.go:5 +0x1d\nexit status 2\n",
       "panic: runtime error: index out of range [3] with length 3"},
      {"rust",
       "   Compiling a v0.1.0\nwarning: unused\nerror[E0425]: cannot find value `x` in this scope\n --> "
       "src/main.rs:2:5\n"
       "\nerror: could not compile `a` (bin \"a\") due to 1 previous error\n",
       "error[E0425]: cannot find value `x` in this scope"},
      {"rust panic",
       "thread 'main' panicked at src/main.rs:2:5:\nboom\nnote: run with `RUST_BACKTRACE=1` environment "
       "variable to display a backtrace\n",
       "thread 'main' panicked at src/main.rs:2:5: boom"},
      {"gcc through make",
       "cc -c a.c\na.c: In function 'main':\na.c:3:5: error: 'y' undeclared (first use in this function)\n    3 |     "
       "y = 1;\n"
       "      |     ^\nmake: *** [Makefile:2: a.o] Error 1\n",
       "a.c:3:5: error: 'y' undeclared (first use in this function)"},
      {"clang", "a.c:1:10: fatal error: 'b.h' file not found\n#include \"b.h\"\n         ^~~~~\n1 error generated.\n",
       "a.c:1:10: fatal error: 'b.h' file not found"},
      {"a linker",
       "/usr/bin/ld: /tmp/a.o: in function `main':\na.c:(.text+0x5): undefined reference to `foo'\ncollect2: error: ld "
       "returned 1 exit status\n",
       "a.c:(.text+0x5): undefined reference to `foo'"},
      {"make", "make: *** No rule to make target 'x'.  Stop.\n", "make: *** No rule to make target 'x'. Stop."},
      {"make alone", "doing\nmake: *** [Makefile:2: all] Error 1\n", "doing"},
      {"typescript",
       "src/a.ts(1,5): error TS2322: Type 'string' is not assignable to type 'number'.\nnpm ERR! code 1\n",
       "src/a.ts(1,5): error TS2322: Type 'string' is not assignable to type 'number'."},
      {"java", "Exception in thread \"main\" java.lang.RuntimeException: boom\n\tat A.main(A.java:3)\n",
       "Exception in thread \"main\" java.lang.RuntimeException: boom"},
      {"a shell", "sh: 1: nosuch: not found\n", "sh: 1: nosuch: not found"},
      {"colours", "\x1b[31merror\x1b[0m: it broke\nbye\n", "error: it broke"},
      {"no form", "one\ntwo\nthree\n\n", "three"},
      {"only echoes", "exit status 1\n", "exit status 1"},
      {"nothing", "\n \n", ""},
  };
  for (const Case& one : cases) EXPECT_EQ(ErrorLine(one.output), one.line) << one.what;
}

TEST(ErrorLines, ALongLineIsCutAndABrokenOneRepaired) {
  EXPECT_LE(ErrorLine("error: " + std::string(100'000, 'x')).size(), 300U);
  EXPECT_EQ(ErrorLine("error: \xff"), "error: \xEF\xBF\xBD");
}

}  // namespace
}  // namespace forge
