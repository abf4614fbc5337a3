// Ten small tasks as they occur, each with what a model would do in Forge's own loop and the same work by hand. The
// test of the loop and that of the agent programs share them.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "os/process/process.h"

namespace forge::llm {

struct SmallTask {
  const char* name;
  const char* set_up;    // shell: the tree before
  const char* turns;     // what the model does
  const char* by_hand;   // shell: the same work without a model
  std::size_t requests;  // of the loop: an answer of the model each
};

constexpr SmallTask kSmallTasks[] = {
    {"rename a function",
     "printf 'int add(int a,int b);\\n' > a.h; printf '#include \"a.h\"\\nint add(int a,int b){return a+b;}\\n' > a.c; "
     "printf '#include \"a.h\"\\nint x = add(1,2);\\n' > b.c",
     R"([{"tools":[{"name":"Grep","args":{"pattern":"\\badd\\b"}}]},
         {"tools":[{"name":"Edit","args":{"file_path":"a.h","old_string":"add","new_string":"sum"}},
                   {"name":"Edit","args":{"file_path":"a.c","old_string":"add","new_string":"sum"}},
                   {"name":"Edit","args":{"file_path":"b.c","old_string":"add","new_string":"sum"}}]},
         {"text":"done"}])",
     "sed -i 's/add/sum/' a.h a.c b.c", 3},
    {"fix a test",
     "printf 'half() { echo $(($1 / 3)); }\\n' > half.sh; printf '. ./half.sh\\n[ \"$(half 4)\" = 2 ]\\n' > test.sh",
     R"([{"tools":[{"name":"Bash","args":{"command":"sh test.sh"}},{"name":"Read","args":{"file_path":"half.sh"}}]},
         {"tools":[{"name":"Edit","args":{"file_path":"half.sh","old_string":"/ 3","new_string":"/ 2"}},
                   {"name":"Bash","args":{"command":"sh test.sh && echo passed > result"}}]},
         {"text":"done"}])",
     "sed -i 's|/ 3|/ 2|' half.sh; echo passed > result", 3},
    {"a new file in a new directory", "mkdir src",
     R"([{"tools":[{"name":"Write","args":{"file_path":"src/deep/new.py","content":"print(1)\n"}}]},{"text":"done"}])",
     "mkdir -p src/deep; printf 'print(1)\\n' > src/deep/new.py", 2},
    {"lines with carriage returns", "printf 'a\\r\\nb\\r\\n' > dos.txt",
     R"([{"tools":[{"name":"Read","args":{"file_path":"dos.txt"}}]},
         {"tools":[{"name":"Edit","args":{"file_path":"dos.txt","old_string":"a\nb","new_string":"a\nc"}}]},{"text":"done"}])",
     "printf 'a\\r\\nc\\r\\n' > dos.txt", 3},
    {"a wrong edit is corrected", "printf 'x = 1\\nx = 1\\n' > c.txt",
     R"([{"tools":[{"name":"Edit","args":{"file_path":"c.txt","old_string":"x = 1","new_string":"x = 2"}}]},
         {"tools":[{"name":"Edit","args":{"file_path":"c.txt","old_string":"x = 1","new_string":"x = 2","replace_all":true}}]},
         {"text":"done"}])",
     "sed -i 's/1/2/' c.txt", 3},
    {"remove and move with the shell", "mkdir old; echo a > old/a; echo b > gone",
     R"([{"tools":[{"name":"Bash","args":{"command":"git --version > /dev/null; mv old new && rm gone"}}]},{"text":"done"}])",
     "mv old new; rm gone", 2},
    {"generated code", "printf 'alpha\\nbeta\\n' > names",
     R"([{"tools":[{"name":"Bash","args":{"command":"while read n; do echo \"int $n;\"; done < names > names.h","run_in_background":true}}]},
         {"tools":[{"name":"BashOutput","args":{"bash_id":"bash_1","wait":20000}}]},{"text":"done"}])",
     "printf 'int alpha;\\nint beta;\\n' > names.h", 3},
    {"a plan of several parts", "echo 1 > one; echo 2 > two",
     R"([{"tools":[{"name":"TodoWrite","args":{"todos":[{"content":"one","status":"in_progress"},{"content":"two","status":"pending"}]}},
                   {"name":"Write","args":{"file_path":"one","content":"uno\n"}}]},
         {"tools":[{"name":"Write","args":{"file_path":"two","content":"dos\n"}},
                   {"name":"TodoWrite","args":{"todos":[{"content":"one","status":"completed"},{"content":"two","status":"completed"}]}}]},
         {"text":"done"}])",
     "echo uno > one; echo dos > two", 3},
    {"rules of a directory", "mkdir lib; echo 'End every file with a line END.' > lib/AGENTS.md; echo a > lib/a",
     R"([{"tools":[{"name":"Read","args":{"file_path":"lib/a"}}]},
         {"tools":[{"name":"Write","args":{"file_path":"lib/a","content":"b\nEND\n"}}]},{"text":"done"}])",
     "printf 'b\\nEND\\n' > lib/a", 3},
    {"an executable stays one", "printf '#!/bin/sh\\necho old\\n' > run; chmod 755 run",
     R"([{"tools":[{"name":"Glob","args":{"pattern":"*"}},{"name":"Read","args":{"file_path":"run"}}]},
         {"tools":[{"name":"Edit","args":{"file_path":"run","old_string":"old","new_string":"new"}}]},
         {"tools":[{"name":"Bash","args":{"command":"./run > said"}}]},{"text":"done"}])",
     "sed -i 's/old/new/' run; echo new > said", 4},
};

inline void RunShell(const std::string& directory, const std::string& line) {
  ProcessSpec command = ShellCommand("set -e; " + line);
  command.cwd = directory;
  const auto result = RunProcess(command);
  ASSERT_TRUE(result && result->ok()) << line;
}

// Every file with its mode and content.
inline std::string TreeOf(const std::string& directory) {
  ProcessSpec command =
      ShellCommand("find . -type f | sort | while read f; do stat -c '%a %n' \"$f\"; cat \"$f\"; done");
  command.cwd = directory;
  const auto result = RunProcess(command);
  EXPECT_TRUE(result && result->ok());
  return result ? result->out : "";
}

}  // namespace forge::llm
