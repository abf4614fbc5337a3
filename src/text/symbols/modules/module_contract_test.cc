#include "text/symbols/modules/module_contract.h"

#include <gtest/gtest.h>

#include <string>

#include "text/testing/contract_rows.h"

namespace forge {
namespace {

TEST(ModuleContracts, OfScripts) {
  CheckPairs({
      {"c.mjs", "const c=1; export {c as d};", "u.mjs", "import {c} from './c.mjs';", "missing c"},
      {"c.mjs", "const c=1; export {c as d};", "u.mjs", "import {d} from './c.mjs';", "met"},
      {"c.mjs", "export default class X {}", "u.mjs", "import {X} from './c.mjs';", "missing X"},
      {"c.mjs", "export default class X {}", "u.mjs", "import X from './c.mjs';", "met"},
      {"c.mjs", "export const a=1;", "u.mjs", "import X from './c.mjs';", "missing default"},
      {"c.mjs", "export const {a, b: c} = o;", "u.mjs", "import {a, c} from './c.mjs';", "met"},
      {"c.mjs", "export const {a, b: c} = o;", "u.mjs", "import {b} from './c.mjs';", "missing b"},
      {"c.mjs", "export const a = 1, b = 2;", "u.mjs", "import {b} from './c.mjs';", "met"},
      {"c.mjs",
       "export * from './o.mjs';",
       "u.mjs",
       "import {z} from './c.mjs';",
       "met",
       {{"o.mjs", "export const z = 1;"}}},
      {"c.mjs",
       "export * from './o.mjs';",
       "u.mjs",
       "import {n} from './c.mjs';",
       "missing n",
       {{"o.mjs", "export const z = 1;"}}},
      {"c.mjs",
       "export * from './o.mjs';",
       "u.mjs",
       "import z from './c.mjs';",
       "missing default",
       {{"o.mjs", "export default 1;"}}},
      {"lib/c.ts",
       "export * from './o.js';",
       "u.ts",
       "import {z} from './lib/c';",
       "met",
       {{"lib/o.ts", "export * from '../p';"}, {"p/index.ts", "export * from '../lib/c'; export const z = 1;"}}},
      {"c.mjs", "export * from 'lodash'; export const a = 1;", "u.mjs", "import {a} from './c.mjs';", "met"},
      {"c.mjs", "export * from 'lodash'; export const a = 1;", "u.mjs", "import {a, b} from './c.mjs';", "c.mjs: b"},
      {"c.mjs", "export * from './absent';", "u.mjs", "import {b} from './c.mjs';", "c.mjs: b"},
      {"c.mjs", "export * as ns from './o.mjs';", "u.mjs", "import {ns} from './c.mjs';", "met"},
      {"c.mjs", "export const a=1;", "u.mjs", "import * as ns from './c.mjs';\nconsole.log(ns.nope);", "missing nope"},
      {"c.mjs", "export const a=1;", "u.mjs", "import * as ns from './c.mjs';\nf(ns, ns.nope);", "u.mjs: nope; u.mjs"},
      {"c.mjs", "export const a=1;", "u.mjs", "const {nope} = await import('./c.mjs');", "missing nope"},
      {"c.mjs", "export const a=1;", "u.mjs", "export {nope} from './c.mjs';", "missing nope"},
      {"c.mjs", "export const a=1;", "u.mjs", "export * from './c.mjs';", "met"},
      {"c.mjs", "export const a=1;", "u.mjs", "// import {zz} from './c.mjs';\nimport {a} from './c.mjs';", "met"},
      {"c.mjs", "export const a=1;", "u.mjs", "import {zz} from './notc.mjs';", "u.mjs"},
      {"c.mjs", "export const a=1;", "u.mjs", "import('./' + name);", "u.mjs"},
      {"c.cjs", "module.exports = {a};", "u.cjs", "const {zz} = require('./c.cjs');", "missing zz"},
      {"c.cjs", "exports.a = 1;", "u.cjs", "require('./c').zz();", "missing zz"},
      {"c.cjs", "module.exports = make();", "u.cjs", "const {zz} = require('./c');", "c.cjs: zz"},
      {"c.cjs", "module.exports = {a};", "u.mjs", "import c, {a} from './c.cjs';", "met"},
      {"src/lib/c.ts", "export const a=1;", "src/u.ts", "import {a, b} from '@/lib/c';", "missing b"},
      {"src/lib/c.ts", "export const a=1;", "src/u.ts", "import {b} from '@acme/lib/c';", "src/u.ts: b"},
      {"lib/index.js", "export const a=1;", "u.js", "import {a} from './lib';", "met"},
      {"c.d.ts", "declare const a: number;", "u.ts", "import {a} from './c';", "c.d.ts: a"},
  });
}

TEST(ModuleContracts, OfPython) {
  CheckPairs({
      {"c.py", "def a(): pass\n", "u.py", "from c import (\n  a,\n  nope as n,\n)\n", "missing nope"},
      {"c.py", "from os import path as a\nimport sys\n", "u.py", "from c import a, sys\n", "met"},
      {"c.py", "def a(): pass\n", "u.py", "import c\nc.nope()\n", "missing nope"},
      {"c.py", "class X:\n  def a(self): pass\n", "u.py", "from c import a\n", "missing a"},
      {"pkg/c.py", "def a(): pass\n", "pkg/u.py", "from . import c\nc.a()\nc.b()\n", "missing b"},
      {"pkg/c.py", "def a(): pass\n", "pkg/sub/u.py", "from ..c import b\n", "missing b"},
      {"pkg/c.py", "def a(): pass\n", "u.py", "from other.c import b\n", "u.py"},
      {"pkg/__init__.py",
       "from .c import *\n",
       "u.py",
       "from pkg import a, c, _b\n",
       "missing _b",
       {{"pkg/c.py", "a = 1\n_b = 2\n"}}},
      {"c.py",
       "from .o import *\n",
       "u.py",
       "from c import a, b\n",
       "missing b",
       {{"o.py", "__all__ = ['a']\na = b = 1\n"}}},
      {"c.py", "from numpy import *\n", "u.py", "from c import array\n", "c.py: array"},
      {"c.py", "def a(): pass\n", "u.py", "from c import *\n", "u.py"},
      {"c.py", "def a(): pass\n", "u.py", "try:\n  from c import b\nexcept ImportError:\n  b = None\n", "u.py: b"},
      {"app/types.py", "A = 1\n", "app/u.py", "import types\ntypes.SimpleNamespace()\n", "app/u.py: SimpleNamespace"},
  });
}

TEST(ModuleContracts, OfGo) {
  CheckPairs({
      {"c/c.go", "package c\nfunc A() {}\n", "u.go", "package main\nimport \"x/c/v2\"\nfunc main() { c.A(); c.B() }\n",
       "missing B"},
      {"c.go", "package c\nfunc A() {}\n", "u.go", "package main\nimport \"x/c\"\nfunc main() { c.Nope() }\n",
       "missing Nope"},
      {"c.go", "package c\nfunc A() {}\n", "u.go", "package main\nimport \"x/c\"\nfunc main() { c.A() }\n", "met"},
      {"c.go", "package c\nfunc a() {}\n", "u.go", "package main\nimport \"x/c\"\nfunc main() { c.a() }\n",
       "missing a"},
      {"c/c.go",
       "package c\n",
       "u.go",
       "package main\nimport \"x/c\"\nfunc main() { c.B() }\n",
       "met",
       {{"c/b.go", "package c\nfunc B() {}\n"}}},
      {"c/c.go",
       "package c\n",
       "u.go",
       "package main\nimport \"x/c\"\nfunc main() { c.B() }\n",
       "missing B",
       {{"c/b_test.go", "package c\nfunc B() {}\n"}, {"go.mod", "module x\n"}}},
      {"p/p.go",
       "package p\nfunc add() int { return 1 }\n",
       "p/p_test.go",
       "package p_test\nimport \"x/p\"\nfunc TestAdd() { p.Add(); p.Nope() }\n",
       "missing Nope",
       {{"p/export_test.go", "package p\nvar Add = add\n"},
        {"p/p_test.go", "package p_test\nfunc Nope() {}\n"},
        {"go.mod", "module x\n"}}},
      {"a/c/c.go",
       "package c\n",
       "u.go",
       "package main\nimport \"x/b/c\"\nfunc main() { c.B() }\n",
       "u.go",
       {{"go.mod", "module x\n"}}},
      {"c/c.go", "package d\nfunc A() {}\n", "u.go", "package main\nimport \"x/c\"\nfunc main() { d.B() }\n", "u.go"},
      {"c/c.go", "package c\nfunc A() {}\n", "c/u.go", "package c\nfunc b() { A() }\n", "c/u.go"},
  });
}

TEST(ModuleContracts, OfRust) {
  CheckPairs({
      {"c.rs", "pub fn a() {}\npub struct S;\n", "u.rs", "use crate::c::{a, S};\n", "met"},
      {"c.rs", "pub fn a() {}\n", "u.rs", "use crate::c::nope;\n", "missing nope"},
      {"c.rs", "fn a() {}\n", "u.rs", "use crate::c::a;\n", "missing a"},
      {"src/c.rs", "pub use o::*;\n", "src/main.rs", "mod c;\nfn main() { c::a() }\n", "src/c.rs: a"},
      {"src/c.rs", "pub fn a() {}\n", "src/main.rs", "mod c;\nfn main() { c::a(); c::b() }\n", "missing b"},
      {"src/c.rs", "pub struct S;\n", "src/main.rs", "mod c;\nfn main() { c::S::new() }\n", "met"},
      {"src/c.rs", "fn a() {}\n", "src/c/u.rs", "use super::a;\n", "met"},
      {"src/a/c.rs", "pub fn a() {}\n", "src/u.rs", "use crate::b::c::x;\n", "src/u.rs"},
      {"src/c.rs",
       "pub(crate) fn a() {}\npub fn b() {}\n",
       "tests/t.rs",
       "use acme_lib::c::{a, b};\n",
       "missing a",
       {{"Cargo.toml", "[package]\nname = \"acme-lib\"\n"}}},
      {"src/net.rs", "pub fn a() {}\n", "src/u.rs", "use tokio::net::TcpStream;\n", "src/u.rs: TcpStream"},
      {"src/c.rs", "pub mod m { pub fn a() {} }\n", "src/u.rs", "use crate::c::m::{a, b};\n", "missing m::b"},
      {"src/c.rs", "pub fn a() {}\n", "src/u.rs", "use crate::c::*;\n", "src/u.rs"},
  });
}

TEST(ModuleContracts, OfC) {
  CheckPairs({
      {"c.h", "int add(int a, int b);\n", "u.c", "#include \"c.h\"\nint main(void) { return add(1, 2); }\n", "met"},
      {"c.h", "int add(int a, int b);\n", "u.c", "#include \"c.h\"\nint main(void) { return sub(1, 2); }\n",
       "missing sub"},
      {"c.h", "int add(int a, int b);\n", "u.c",
       "#include <stdio.h>\n#include \"c.h\"\nint main(void) { printf(\"%d\", "
       "add(1, 2)); return 0; }\n",
       "met"},
      {"c.h", "int add(int a, int b);\n", "u.c",
       "#include <unistd.h>\n#include \"c.h\"\nint main(void) { return usleep(1) "
       "+ add(1, 2); }\n",
       "u.c: usleep"},
      {"c.h",
       "#include \"o.h\"\n",
       "u.c",
       "#include \"c.h\"\nint main(void) { return sub(1); }\n",
       "met",
       {{"o.h", "int sub(int);\n"}}},
      {"c.h", "#include \"o.h\"\n", "u.c", "#include \"c.h\"\nint main(void) { return sub(1); }\n", "u.c: sub"},
      {"c.h", "DECLARE(sub)\n", "u.c", "#include \"c.h\"\nint main(void) { return sub(1); }\n", "u.c: sub"},
      {"c.h", "int add(int);\n", "u.c", "int main(void) { return add(1); }\n", "u.c"},
      {"c.h", "#define CASE(n) void n(void)\nint add(int);\n", "u.c", "#include \"c.h\"\nCASE(alpha) { add(1); }\n",
       "u.c: alpha"},
      {"c.h", "#define CASE(n) void n(void)\nint add(int);\n", "u.c", "#include \"c.h\"\nCASE(alpha) { sub(1); }\n",
       "missing sub"},
      {"c.hpp", "namespace n { int add(int); }\n", "u.cc",
       "#include \"c.hpp\"\n#include <vector>\nint main() { return n::add(1); "
       "}\n",
       "met"},
      {"c.hpp", "namespace n { int add(int); }\n", "u.cc", "#include \"c.hpp\"\nint main() { return n::nope(1); }\n",
       "missing n::nope"},
      {"c.hpp", "namespace n { struct A : B {}; }\n", "u.cc",
       "#include \"c.hpp\"\nint main() { return n::A::nope(1); }\n", "u.cc: A::nope"},
      {"c.hpp", "int add(int);\n", "u.cc", "#include \"c.hpp\"\nint main() { return sub(1); }\n", "u.cc: sub"},
  });
}

TEST(ModuleContracts, OtherLanguagesAreNotLookedAt) {
  CheckPairs({
      {"c.rb", "def a\nend\n", "u.rb", "require_relative 'c'\nnope\n", "c.rb; u.rb"},
      {"c.py", "a = 1\n", "u.js", "import {a} from './c';", "u.js"},
      {"c.json", "{}", "u.js", "import a from './c.json';", "c.json"},
  });
}

TEST(ModuleContracts, WhatWasNotLookedAtIsSaidWithItsReason) {
  const ModuleContract contract =
      CompareContract({"c.mjs", "export * from 'lodash';"}, {"u.mjs", "import {a, b} from './c.mjs';"}, {});
  EXPECT_EQ(SkippedText(contract), "c.mjs: a, b: it passes on the names of `lodash`, which cannot be read");
  EXPECT_EQ(contract.imported, (std::vector<std::string>{"a", "b"}));
}

TEST(ModuleContracts, ACircleOfFilesThatPassOnEndsAndDeepNestingDoesNotCrash) {
  const OtherTexts others = {{"c.mjs", "export * from './o.mjs';"},
                             {"o.mjs", "export * from './c.mjs'; export const z = 1;"}};
  EXPECT_TRUE(
      CompareContract({"c.mjs", "export * from './o.mjs';"}, {"u.mjs", "import {z} from './c.mjs';"}, FilesOf(others))
          .met());
  const std::string deep(200000, '{');
  for (Language language : {Language::kScript, Language::kPython, Language::kGo, Language::kRust, Language::kC}) {
    FindModuleExports(language, "export const " + deep);
    FindModuleImports(language, "use " + deep + " import " + deep);
  }
}

// None of these may take longer than its length: a quadratic one would take minutes.
TEST(ModuleContracts, LongLinesAndMuchOfTheSameAreReadInOneGo) {
  for (const char* piece : {"\"\" ",
                            "'' ",
                            "` ",
                            "/* */",
                            "r#",
                            "br#",
                            "export let a=b() ",
                            "export let a:T<",
                            "int a=1,",
                            "int a=",
                            "int(*",
                            "a*",
                            "} x",
                            "M(",
                            "#define M(x)\n",
                            "use a::{",
                            "pub ",
                            "@a ",
                            "</a>",
                            "://export ",
                            "{a,",
                            "import ",
                            "f\"{a}\" ",
                            "e=module.exports=",
                            "require('a').",
                            "a::",
                            "mod a{",
                            "from a import b;",
                            "func A(",
                            "const(",
                            "if x: ",
                            "=",
                            "import * as a from 'b';a.",
                            "[[",
                            "asm(",
                            "try:\n",
                            "__all__ += [",
                            "namespace a{",
                            "template<",
                            "..."}) {
    std::string text;
    while (text.size() < 200'000) text += piece;
    for (Language language : {Language::kScript, Language::kPython, Language::kGo, Language::kRust, Language::kC}) {
      FindModuleExports(language, text);
      FindModuleImports(language, text);
    }
  }
}

}  // namespace
}  // namespace forge
