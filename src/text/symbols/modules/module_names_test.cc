#include "text/symbols/modules/module_names.h"

#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge {
namespace {

constexpr Language kJs = Language::kScript, kPy = Language::kPython, kGo = Language::kGo, kRs = Language::kRust,
                   kC = Language::kC;

struct NamesRow {
  Language language;
  const char* source;
  const char* expected;
};

// "a b ?maybe *all-of-module +": the last says that there may be more.
std::string ExportsText(Language language, std::string_view source) {
  const ModuleExports exports = FindModuleExports(language, source);
  std::vector<std::string> words;
  for (const std::string& name : exports.names) {
    if (!(language == Language::kPython && name.starts_with("__"))) words.push_back(name);
  }
  for (const auto& [name, why] : exports.unsure) words.push_back("?" + name);
  for (const std::string& module : exports.stars) words.push_back("*" + module);
  if (!exports.open.empty()) words.emplace_back("+");
  return Join(words, " ");
}

// "module: a b ?doubtful +; module: ...": the plus says that more may be taken. "!" is an import that is computed.
std::string ImportsText(Language language, std::string_view source) {
  const ModuleImports imports = FindModuleImports(language, source);
  std::vector<std::string> modules;
  for (const auto& [module, imported] : imports.modules) {
    if (imported.perhaps && imported.names.empty()) continue;
    std::string text = module + ":";
    for (const auto& [name, doubt] : imported.names) text += (doubt.empty() ? " " : " ?") + name;
    if (!imported.open.empty()) text += " +";
    modules.push_back(std::move(text));
  }
  if (!imports.computed.empty()) modules.emplace_back("!");
  return Join(modules, "; ");
}

void CheckExports(const std::vector<NamesRow>& rows) {
  for (const NamesRow& row : rows) EXPECT_EQ(ExportsText(row.language, row.source), row.expected) << row.source;
}
void CheckImports(const std::vector<NamesRow>& rows) {
  for (const NamesRow& row : rows) EXPECT_EQ(ImportsText(row.language, row.source), row.expected) << row.source;
}

TEST(ModuleNames, WhatAnEsModuleExports) {
  CheckExports({
      {kJs, "const c = 1; export {c as d};", "d"},
      {kJs, "export {a, b as default, type T, e as 'the e'}", "T a default the e"},
      {kJs, "export {type, as, type as x, type as as y, type Z as W}", "W as type x y"},
      {kJs, "export {x, y as z} from './o';", "x z"},
      {kJs, "export type {A} from './o'; export type * from './p'", "A *./p"},
      {kJs, "export default class X {}", "default"},
      {kJs, "export default function f() {}", "default"},
      {kJs, "export default async () => {}\nexport const a = 1", "a default"},
      {kJs, "export const {a, b: c, ...rest} = o;", "a c rest"},
      {kJs, "export const {a: {b: [d, e = 2]}, [key]: f = {g: 1}} = o;", "d e f"},
      {kJs, "export const [x, , y = 1, ...z] = o;", "x y z"},
      {kJs, "export const a = 1, b = f(x, y), c = {d: 1, e};", "a b c"},
      {kJs, "export let a, b\nexport var c\nlet d", "a b c"},
      {kJs, "export const m: Map<string, number> = new Map<string, number>(), n = 2;", "m n"},
      {kJs, "export const f = (a: A, b: B): [C, D] => a < b, g = x => x\nconst h = 1", "f g"},
      {kJs, "export const long =\n  one +\n  two\nexport const next = 3", "long next"},
      {kJs, "export * from './o.mjs';", "*./o.mjs"},
      {kJs, "export * as ns from './o.mjs';", "ns"},
      {kJs, "export function* g() {} export async function h() {}", "g h"},
      {kJs, "export type A = {x: number}; export interface B {} export enum C {}\nexport const enum D {}", "A B C D"},
      {kJs, "export abstract class D {} export namespace N { export const inner = 1 }", "D N"},
      {kJs, "export declare const e: number; export declare function f(): void;", "e f"},
      {kJs, "export import A = B.C; export as namespace Lib;", "A"},
      {kJs, "@Component({a: 1})\nexport class A {}\nexport @dec() class B {}", "A B"},
      {kJs, "@observer export class D {}\n@a.b export class E {} @c() export class F {}", "D E F"},
      {kJs, "export = thing;", "default +"},
      {kJs, "export const $store = 1, _a$b = 2, \xC3\xA4 = 3", "$store _a$b \xC3\xA4"},
      {kJs, "// export const c = 1;\n/* export const d = 1 */", ""},
      {kJs, "const s = \"export const c = 1\"; const t = 'export {d}'; export const q = `\nexport const e = 2`;", "q"},
      {kJs, "const t = `${a ? `don't` : ''}`;\nexport const x = 1;", "x"},
      {kJs, "const r = s.map(x => /[/'\"`]/.test(x));\nexport const x = 1;", "x"},
      {kJs, "export const V = () => <p title=\"export const q\">Don't {count} it's</p>;\nexport const W = 1;", "V W"},
      {kJs, "const A = () => (<p>see http://x {a</p>);\nexport const B = 1;", "B"},
      {kJs, "const A = () => <p>a ` b</p>;\nexport const B = 1;", "?B ?const ?export"},
      {kJs, "const A = () => <p>see http://x</p>; export const B = 1;\nexport const C = 2;", "C ?B ?const ?export"},
      {kJs, "const A = () => <p>image/*</p>;\nexport const B = 1;", "?B ?const ?export"},
      {kJs, "const a = `\nexport const B = 1;`; f(`export const C`); // export const D", ""},
      {kJs, "export const a = f() export const b = g()", "a b"},
      {kJs,
       "\xEF\xBB\xBF"
       "export const a = 1;",
       "a"},
      {kJs, "namespace N {\nexport const inner = 1;\n}\nexport const outer = 2;", "outer"},
      {kJs, "const a = 1;\nfoo.export = 2; const o = {export: 3}", ""},
  });
}

TEST(ModuleNames, WhatACommonJsModuleExports) {
  CheckExports({
      {kJs, "module.exports = {a, b: 1, 'c-d': 2, e() {}, get f() { return 1 }, async *g() {}};",
       "a b c-d default e f g"},
      {kJs, "exports.a = 1; module.exports.b = 2; exports['c'] = 3;", "a b c default"},
      {kJs, "exports = module.exports = {a};", "a default"},
      {kJs, "module.exports = exports = {a}; module.exports = exports;", "a default"},
      {kJs, "exports.default = a; module.exports = exports.default;", "default +"},
      {kJs, "exports.a = exports.b = void 0;", "a b default"},
      {kJs, "var app = exports = module.exports = {};\napp.init = function () { app.inner = 1; };\napp.init();",
       "default init ?inner"},
      {kJs, "const e = module.exports = {b: 2}; e.a = 1; x.e.c = 3;", "a b default"},
      {kJs, "const e = module.exports = {}; ks.forEach(k => { e[k] = 1; });", "default +"},
      {kJs, "const e = module.exports = {}; fill(e);", "default +"},
      {kJs, "self.lib = module.exports = {a};", "a default +"},
      {kJs, "module.exports = {...require('./o'), a};", "a default *./o"},
      {kJs, "module.exports = require('./o');", "default *./o"},
      {kJs, "module.exports = {...other, a};", "a default +"},
      {kJs, "module.exports = {437: 'x', '936': 2};", "437 936 default"},
      {kJs, "module.exports = {[key]: 1};", "default +"},
      {kJs, "module.exports = class A {};", "default +"},
      {kJs, "for (const k of ks) exports[k] = 1;", "default +"},
      {kJs, "Object.defineProperty(exports, '__esModule', {value: true}); exports.a = 1;", "__esModule a default"},
      {kJs, "__exportStar(require('./o'), exports);", "default *./o"},
      {kJs, "Object.assign(exports, other);", "default +"},
      {kJs, "if (exports.a === 1) other.exports = 2; const o = {exports: {b: 1}};", ""},
      {kJs, "// module.exports = {a}\nexports.b = 'exports.c = 1';", "b default"},
  });
}

TEST(ModuleNames, WhatAScriptImports) {
  CheckImports({
      {kJs, "import {a, b as c, type D, default as e, 'the x' as x} from './m';", "./m: D a b default the x"},
      {kJs, "import {\n  a,\n  b as bb,\n} from './m';", "./m: a b"},
      {kJs, "import X from './m'", "./m: default"},
      {kJs, "import X, {a as b} from './m'", "./m: a default"},
      {kJs, "import X, * as ns from './m'; ns.a()", "./m: a default"},
      {kJs,
       "import type {A} from './m'; import type B from './n'; import type from './o'; import type * as c from './p'",
       "./m: A; ./n: default; ./o: default; ./p:"},
      {kJs, "import './m';", "./m:"},
      {kJs, "import * as ns from './m';\nns.a(); ns?.b; ns['c']; const {d, e: f} = ns; x.ns.g; y = {ns: 1}",
       "./m: a b c d e"},
      {kJs, "import * as ns from './m'; const t = `x ${ns.a} y`; type T = typeof ns; let u: ns.B;", "./m: B a"},
      {kJs, "import * as ns from './m'; ns.a; f(ns)", "./m: ?a +"},
      {kJs, "import * as ns from './m'; function f(ns) { return ns.a }", "./m: ?a +"},
      {kJs, "import * as ns from './m'; ns[key]", "./m: +"},
      {kJs, "const {a, b: c} = await import('./m');", "./m: a b"},
      {kJs, "const x = (await import('./m')).a;", "./m: a"},
      {kJs, "import('./m').then(({a, b}) => a(b)); import('./n').then(n => n.c());", "./m: a b; ./n: c"},
      {kJs, "import('./m').then((m) => m.default)", "./m: default"},
      {kJs, "const ns = await import('./m'); ns.a", "./m: a"},
      {kJs, "const p = import('./m'); await import('./n');", "./m: +; ./n:"},
      {kJs, "let t: import('./m').A;", "./m: A"},
      {kJs, "const {a, ...rest} = await import('./m');", "./m: a +"},
      {kJs, "await import(path); require(`./${x}`)", "!"},
      {kJs, "const {a, b: c = 1} = require('./m'); require('./n').d(); const e = require('./o').f;",
       "./m: a b; ./n: d; ./o: f"},
      {kJs, "const m = require('./m'); m.a(); m(); new m(); m.set = 1", "./m: a"},
      {kJs, "const a = require('./m'), {b} = require('./n'); a.c", "./m: c; ./n: b"},
      {kJs, "require('./m'); run(require('./n')); module.exports = require('./o')", "./m:; ./n: +; ./o: *"},
      {kJs, "import m = require('./m'); m.a; const n: N = require('./n'); n.b", "./m: a; ./n: b"},
      {kJs, "export {a, b as c} from './m'; export * from './n'; export * as o from './o'", "./m: a b; ./n: *; ./o: *"},
      {kJs, "// import {a} from './m'\n/* require('./n').b */ const s = \"import {c} from './o'\"", ""},
      {kJs, "import.meta.url; foo.import('./m'); o = {import: 1}; jest.mock('./n')", ""},
  });
}

TEST(ModuleNames, WhatAPythonModuleExports) {
  CheckExports({
      {kPy, "def a():\n  def inner(): pass\nclass B:\n  def m(self): pass\n  x = 1\nasync def c(): pass\n", "B a c"},
      {kPy, "a = b = 1\nc, (d, *e) = x\nf.g = 1\nh[0] = 2\ni: int = 3\nj += 1\n", "a b c d e i"},
      {kPy, "import sys, os.path, x.y as z\nfrom m import (\n  a as b,\n  c,  # d\n)\n", "b c os sys z"},
      {kPy, "if x:\n  a = 1\nelse:\n  b = 2\ntry: import c\nexcept ImportError: c = None\n", "a b c"},
      {kPy, "for i, j in x: pass\nwith open(p) as f, g() as (h, k): pass\nif (n := 1): pass\n", "f h i j k n"},
      {kPy, "\"\"\"\ndef a(): pass\n\"\"\"\n# b = 1\ns = 'c = 1'\n", "s"},
      {kPy, "x = f(a=1, b=[c == 2])\ny = lambda z: z\n@deco(q=1)\ndef d(): pass\n", "d x y"},
      {kPy, "def f(\n  a,\n) -> int:\n  b = 1\nclass C(\n  D,\n):\n  e = 1\n", "C f"},
      {kPy, "a = 1 + \\\n  b\nc = {\n  'd': 1,\n}\n", "a c"},
      {kPy, "from .o import *\nfrom p import *\n", "*.o *p"},
      {kPy, "def f():\n  global a\n  a = 1\nb: int\nc = 1\ndel c\n", "f ?a ?b ?c"},
      {kPy, "def __getattr__(name): pass\n", "+"},
      {kPy, "globals()['a'] = 1\n", "+"},
      {kPy, "a = 1.\nb = ...\nc = 2\n", "a b c"},
      {kPy,
       "\xEF\xBB\xBF"
       "def a(): pass\nb = 1\n",
       "a b"},
      {kPy, "type A = int\nx = f\"{a=} {b}\"\n", "A x"},
  });
  EXPECT_EQ(PythonExports("__all__ = ['a']\n__all__ += ('b',)\n__all__.append('c')\n").all, (NameSet{"a", "b", "c"}));
  EXPECT_FALSE(PythonExports("__all__ = other.__all__\n").all);
}

TEST(ModuleNames, WhatAPythonModuleImports) {
  CheckImports({
      {kPy, "from m import a, b as c\n", "m: a b"},
      {kPy, "from m import (\n  a,\n  b as c,  # d\n)\n", "m: a b"},
      {kPy, "from m import a, \\\n  b\n", "m: a b"},
      {kPy, "import m\nm.a()\nx = m.b.c\nm.set = 1\nf(m=2)\n", "m: a b"},
      {kPy, "import m as n, o.p\nn.a\no.p.b\no.c\n", "m: a; o: c; o.p: b"},
      {kPy, "from . import c\nc.a()\n", ".: c; .c: a"},
      {kPy, "from ..pkg.util import x\nfrom .. import y\n", "..: y; ..pkg.util: x"},
      {kPy, "from m import *\n", "m: +"},
      {kPy, "try:\n  from m import a\nexcept ImportError:\n  a = None\nfrom m import b\n", "m: ?a b"},
      {kPy, "def f():\n  from m import a\n  if x: from n import b\n", "m: a; n: b"},
      {kPy, "import m\nprint(f\"{m.a} {{m.b}} {m.c:>{m.d}}\", 'm.e')\n", "m: a c d"},
      {kPy, "import m import n\n", "m:; n:"},
      {kPy, "import m\nx = 1.\nm.a\ny.m.b\n", "m: a"},
      {kPy, "import m\nm.a\ndef f(m): m.b\n", "m: ?a ?b +"},
      {kPy, "import m\ngetattr(m, name)\n", "m: +"},
      {kPy, "importlib.import_module('m')\n__import__(x)\n", "m: +; !"},
      {kPy, "# from m import a\n'''\nfrom n import b\n'''\n", ""},
  });
}

TEST(ModuleNames, WhatAGoFileExportsAndImports) {
  CheckExports({
      {kGo, "package c\nfunc A() {}\nfunc b() {}\nfunc (t T) M() {}\ntype T struct{ F int }\nfunc G[X any](x X) {}\n",
       "A G T"},
      {kGo,
       "package c\nconst (\n K = 1 +\n  x\n L, m, N = 1, 2, 3\n)\nvar V, w int\nvar (\n Y = map[string]int{\n \"Z\": "
       "1,\n}\n)\n",
       "K L N V Y"},
      {kGo, "package c\ntype (\n A struct {\n  B int\n }\n D = E\n)\n// func C() {}\nvar s = `\nfunc F() {}\n`\n",
       "A D"},
  });
  CheckImports({
      {kGo, "package main\nimport \"x/c\"\nfunc main() { c.A(); var t c.T; t.c.D() }\n", "x/c: A T"},
      {kGo,
       "package main\nimport (\n \"fmt\"\n d \"x/c\"\n _ \"x/e\"\n . \"x/f\"\n)\nfunc main() { d.A(); "
       "fmt.Println(\"d.B\") }\n",
       "fmt: Println; x/c: A; x/e:; x/f: +"},
      {kGo, "package main\nimport \"x/c\"\nfunc f(c *C) { c.Do() }\n", "x/c: ?Do"},
      {kGo, "package main\nimport \"x/y/v2\"\nfunc f() { y.Do() } // y.Not()\n", "x/y/v2: Do"},
  });
}

TEST(ModuleNames, WhatARustFileExportsAndImports) {
  CheckExports({
      {kRs,
       "pub fn a() {}\nfn b() {}\npub struct S;\npub(crate) const C: u8 = { 1 };\npub static mut D: [u8; 2] = [1, "
       "2];\n",
       "C D S a"},
      {kRs,
       "pub enum E { A, #[x] B(u8), C { d: u8 } }\npub trait T { fn m(); }\nimpl S { pub fn new() {} }\npub type X = "
       "Y;\n",
       "E E::A E::B E::C T X"},
      {kRs, "pub use a::{b, c as d, e::{self, f}, g as _};\nuse h::i;\npub use j::*;\n", "b d e f +"},
      {kRs,
       "pub unsafe extern \"C\" fn a() {}\npub const fn b() {}\npub async fn c() {}\nextern \"C\" { pub fn d(); fn "
       "e(); }\n",
       "a b c d"},
      {kRs, "/* /* pub fn a() {} */ pub fn b() {} */ // pub fn c() {}\nconst S: &str = r#\"pub fn d() {}\"#;\n", ""},
      {kRs, "const A: &[u8] = br##\"\"#\"##; const B: &CStr = cr#\"\"\"#;\npub fn a() {}\n", "a"},
      {kRs, "pub fn r#type() {}\npub use x::{r#match, r#in as r#for};\npub enum E { r#A }\nfn br() {}\n",
       "E E::A for match type"},
      {kRs,
       "\xEF\xBB\xBF"
       "pub fn a() {}\n",
       "a"},
      {kRs, "pub mod m { pub fn a() {} fn b() {} }\npub mod n;\n", "m m::a n"},
      {kRs,
       "pub(super) fn a() {}\nbitflags! { pub struct B; }\n#[macro_export]\nmacro_rules! c { () => {} }\nmacro_rules! "
       "d { () => {} }\n",
       "c ?a +"},
  });
  CheckImports({
      {kRs, "use crate::a::{b, c as d, e::*};\n", "crate: a; crate::a: b c e; crate::a::e: +"},
      {kRs, "use crate::c;\nfn f() { c::a(); c::S::new(); Vec::new(); x.c::<u8>() }\n",
       "crate: c; crate::c: S a; crate::c::S: new"},
      {kRs, "mod c;\nfn f() { c::a() }\nmod tests { use super::c; fn g() { c::b(); self::x() } use super::y; }\n",
       "self: c y; self::c: a b"},
      {kRs, "use crate::a::{r#type, r#fn::x};\n", "crate: a; crate::a: fn type; crate::a::fn: x"},
      {kRs, "use super::c::a; // use super::c::b;\nfn f() { let s = \"crate::c::d\"; }\n", "super: c; super::c: a"},
  });
}

TEST(ModuleNames, WhatACFileDeclaresAndUses) {
  CheckExports({
      {kC,
       "#include \"o.h\"\n#include <stdio.h>\nint add(int a, int b);\n#define MAX 3\ntypedef struct { int x; } "
       "point;\nextern int count;\n",
       "MAX add count point x *o.h *<stdio.h>"},
      {kC, "namespace n { int add(int); class A { void m(); }; }\n", "A A::m add n n::A n::add ?m"},
      {kC, "// int a(void);\n/* int b(void); */ static const char *s = \"int c(void);\";\n", "s"},
      {kC, "#define MAKE(x) int make_##x(void);\n", "MAKE +"},
  });
  CheckImports({
      {kC, "#include \"c.h\"\nint main(void) { int x = add(1, 2); point_t *p = &x; return p->y + x; }\n",
       ": add point_t; c.h:"},
      {kC,
       "#include <stdio.h>\nstatic int twice(int n) { return 2 * n; }\nint main(void) { return twice(MAX); /* not(1) "
       "*/ }\n",
       ": MAX; <stdio.h>:"},
      {kC, "#ifdef _WIN32\nvoid f(void) { sleep_(1); }\n#endif\nvoid g(void) { goto end; end: other(); }\n",
       ": other ?sleep_"},
      {kC, "#include \"c.hpp\"\nint main() { std::vector<int> v; return n::add(v.size()) + std::move(1); }\n",
       ": n n::add; c.hpp:"},
  });
}

TEST(ModuleNames, WhatACFileDeclaresIsNoUse) {
  CheckImports({
      {kC, "int a = 1, *b = &a, c[3], d;\nint f(void) { return b[0] + c[1] + d; }\n", ":"},
      {kC, "static int (*cb)(int);\nT (*table[])(void), **p;\nint f(void) { return cb(1) + table[0]() + **p; }\n",
       ": T"},
      {kC,
       "static struct { int y; } st;\nstruct tag { int x; } opts[] = {{1}}, *last;\nenum { Q } mode;\n"
       "int f(void) { return st.y + opts[0].x + last->x + mode + Q; }\n",
       ":"},
      {kC, "void f(void) { for (int i = 0, j = 1; i < j; ++i) g(i, j); }\n", ": g"},
      {kC, "int f(const char *restrict const s, T const t) { return s[0] + t; }\n", ": T"},
      {kC, "static int x __attribute__((unused)), y;\nvoid f(int z __attribute__((unused))) { g(x, y); }\n", ": g"},
      {kC, "__attribute__((section(\"x\"), noinline)) int a(void) { [[maybe_unused]] int b = 1; return b; }\n", ":"},
      {kC, "int f(int x) { typeof(x) y = x; __typeof__(y) *z = &y; return *z; }\n", ":"},
      {kC, "int f(int x) { asm volatile (\"nop\" : [out] \"=r\"(x)); return x; }\n", ":"},
      {kC, "typedef unsigned char byte, *bytes;\ntypedef int (*compare)(bytes, byte);\ncompare c; byte b;\n", ":"},
      {kC, "int f(a, b) int a; char *b; { register i; static n = 1; return a + b[i] + n; }\n", ":"},
      {kC, "struct s { unsigned a : 3, b : 4; };\nstruct s v = { a: 1, b: 2 };\n", ":"},
      {kC, "int f(int a, missing_t) { return g(a, nope); }\n", ": g missing_t nope"},
      {kC, "int f(void) { int x = g(1, nope), y; return (*h)(x, y) + ops[k](1); }\n", ": g h k nope ops"},
      {kC, "API const missing_t *f(void);\nLIST(int) x;\n", ": API LIST missing_t ?x"},
  });
}

TEST(ModuleNames, WhatMacrosOfACFileMayMakeIsNotSure) {
  CheckImports({
      {kC, "#define TEST(n) static void n(void)\nTEST(alpha) { beta(); }\n", ": ?alpha beta"},
      {kC, "#define STR(x) #x\nconst char *s = STR(hello);\nint f(void) { return other(); }\n", ": ?hello other"},
      {kC, "#define DEF(x) int x##_f(void)\nDEF(a);\nint g(void) { return a_f() + b_f(); }\n", ": ?a ?a_f ?b_f"},
      {kC, "#define EACH(x, l) for (node *x = l; x; x = x->next)\nvoid f(node *l) { EACH(n, l) use(n); }\n",
       ": ?n ?node ?use"},
      {kC, "#define STATE int hidden\nSTATE;\nint f(void) { return hidden; }\n", ": ?hidden"},
  });
  const ModuleImports imports = CImports("CASE(alpha) { beta(); }\n", {"CASE"});
  EXPECT_EQ(imports.modules.at("").names.at("beta"), "");
  EXPECT_NE(imports.modules.at("").names.at("alpha"), "");
}

}  // namespace
}  // namespace forge
