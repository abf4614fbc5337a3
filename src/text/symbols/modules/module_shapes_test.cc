// Files as projects have them: no name that is there may be missing, and no name that is not may pass.
#include <gtest/gtest.h>

#include "text/testing/contract_rows.h"

namespace forge {
namespace {

constexpr const char* kExpressApp = R"('use strict';
var finalhandler = require('finalhandler');
var methods = require('methods');
var app = exports = module.exports = {};
var trustProxyDefaultSymbol = '@@symbol:trust_proxy_default';

app.init = function init() {
  this.cache = {};
  this.settings = {};
  this.defaultConfiguration();
};
app.defaultConfiguration = function defaultConfiguration() {
  var env = process.env.NODE_ENV || 'development';
  this.set('env', env);
};
app.handle = function handle(req, res, callback) {
  var done = callback || finalhandler(req, res, {env: this.get('env'), onerror: logerror.bind(this)});
};
)";

constexpr const char* kExpressMethods = R"(
methods.forEach(function (method) {
  app[method] = function (path) { return this; };
});
)";

constexpr const char* kRouter = R"(const express = require('express');
const router = express.Router();
const { validate, ...checks } = require('../middleware/validate');

router.get('/users/:id(\\d+)', async (req, res, next) => {
  try { res.json(await find(req.params.id)); } catch (err) { next(err); }
});
const find = async (id) => `user-${id}`;
module.exports = router;
module.exports.find = find;
)";

constexpr const char* kComponent = R"(import React, { useState, type FC, type ReactNode } from 'react';
import { clsx } from 'clsx';

export interface CardProps<T extends object = {}> {
  title: string;
  items: readonly T[];
  render?: (item: T, index: number) => ReactNode;
}
export type Size = 'small' | 'large';
export const sizes = ['small', 'large'] as const satisfies readonly Size[];

function Inner<T,>({ items }: { items: T[] }) {
  return <>{items.length > 0 ? <b>{items.length}</b> : null}</>;
}

export function Card<T extends object>({ title, items, render }: CardProps<T>) {
  const [open, setOpen] = useState<boolean>(false);
  return (
    <section className={clsx('card', { open })} onClick={() => setOpen(!open)}>
      <h2 data-x="it's">{title} isn't {`#${items.length}`}</h2>
      {items.map((item, i) => <li key={i}>{render?.(item, i) ?? 'none'}</li>)}
      <Inner items={items} />
    </section>
  );
}
export const Badge: FC<{ n: number }> = ({ n }) => <span>{n < 10 ? n : '9+'}</span>;
export default React.memo(Card);
)";

TEST(ModuleShapes, OfScripts) {
  const std::string methods = std::string(kExpressApp) + kExpressMethods;
  const std::string broken = std::string(kComponent) + "const Foot = () => <p>Press ` to open</p>;\nexport { Foot };\n";
  CheckPairs({
      {"lib/application.js", kExpressApp, "lib/express.js",
       "var proto = require('./application');\nproto.init();\nconst {handle} = require('./application');", "met"},
      {"lib/application.js", kExpressApp, "lib/express.js", "const {listen} = require('./application');",
       "missing listen"},
      {"lib/application.js", methods.c_str(), "lib/express.js", "const {init, get} = require('./application');",
       "lib/application.js: get"},
      {"routes/users.js", kRouter, "app.js", "const users = require('./routes/users');\napp.use('/u', users);",
       "app.js"},
      {"routes/users.js", kRouter, "app.js", "const {find, drop} = require('./routes/users');",
       "routes/users.js: drop"},
      {"src/Card.tsx", kComponent, "src/App.tsx",
       "import Card, { Badge, sizes, type CardProps, type Size } from './Card';\nexport default () => <Card "
       "title=\"a\" />;",
       "met"},
      {"src/Card.tsx", kComponent, "src/App.tsx", "import { Inner, Badge } from '@/Card';", "missing Inner"},
      {"src/Card.tsx", broken.c_str(), "src/App.tsx", "import { Foot, Badge } from './Card';", "src/Card.tsx: Foot"},
      {"src/index.ts",
       "export { default as Card, type CardProps } from './Card';\nexport * from './api';\nexport * as util from "
       "'./util';\n",
       "src/App.tsx",
       "import { Card, CardProps, load, util, gone } from '.';",
       "missing gone",
       {{"src/api.ts",
         "export async function load<T>(url: string): Promise<T> { return (await fetch(url)).json() }\n"}}},
      {"src/store.ts",
       "import { create } from 'zustand';\nexport const useStore = create<State>()((set, get) => ({\n  n: 0,\n  up: () "
       "=> "
       "set(s => ({ n: s.n + 1 })),\n}));\nexport const { getState, setState } = useStore;\n",
       "src/u.ts", "import { useStore, setState, subscribe } from './store';", "missing subscribe"},
      {"dist/lib.js",
       "\"use strict\";\nObject.defineProperty(exports, \"__esModule\", { value: true });\nexports.b = exports.a = "
       "void 0;\n"
       "const a = 1; exports.a = a;\nvar E;\n(function (E) { E[E[\"X\"] = 0] = \"X\"; })(E || (exports.E = E = {}));\n"
       "Object.defineProperty(exports, \"q\", { enumerable: true, get: function () { return q_1.q; } });\n",
       "u.js", "const { a, b, E, q, z } = require('./dist/lib');", "missing z"},
      {"umd.js",
       "(function (root, factory) {\n  if (typeof define === 'function' && define.amd) define(['x'], factory);\n  else "
       "if "
       "(typeof module === 'object' && module.exports) module.exports = factory(require('x'));\n  else root.L = "
       "factory(root.x);\n}(this, function (x) { return {a: 1}; }));\n",
       "u.js", "const { a } = require('./umd');", "umd.js: a"},
  });
}

TEST(ModuleShapes, OfPython) {
  CheckPairs({
      {"shop/__init__.py",
       "\"\"\"The shop.\n\nfrom shop import nothing\n\"\"\"\nfrom __future__ import annotations\n\nfrom .cart import "
       "Cart, "
       "add_item as add\nfrom .errors import *  # noqa: F401,F403\nfrom . import money\n\n__version__ = "
       "\"1.2\"\n__all__ = "
       "[\n    \"Cart\",\n    \"add\",\n]\n",
       "app.py",
       "import shop\nfrom shop import Cart, add, money, ShopError, orders, _Hidden\n\nprint(shop.__version__, "
       "shop.cart)\n",
       "missing _Hidden",
       {{"shop/errors.py", "class ShopError(Exception): ...\nclass _Hidden: ...\n"},
        {"shop/cart.py", "class Cart: ...\ndef add_item(c): ...\n"},
        {"shop/money.py", "RATE = 1\n"},
        {"shop/orders.py", "x = 1\n"}}},
      {"models.py",
       "from dataclasses import dataclass, field\nfrom typing import TYPE_CHECKING, TypeVar\n\nif TYPE_CHECKING:\n    "
       "from "
       "db import Session\n\nT = TypeVar(\"T\")\n\n@dataclass(frozen=True, slots=True)\nclass User:\n    name: str\n   "
       " "
       "tags: list[str] = field(default_factory=list)\n\n    @property\n    def key(self) -> str:\n        return "
       "f\"{self.name!r:>{10}}\"\n\nasync def load(session: \"Session\", *, limit: int = 10) -> list[User]:\n    "
       "return [User(name=n) for n in await session.all()]\n\nADMIN, GUEST = User(\"a\"), User(\"g\")\n",
       "views.py", "from models import (\n    ADMIN, GUEST,\n    User,\n    load,\n    key,\n)\n", "missing key"},
      {"settings.py",
       "import os\ntry:\n    import tomllib\nexcept ModuleNotFoundError:\n    import tomli as tomllib\n\nDEBUG = "
       "os.environ.get(\"DEBUG\") == \"1\"\nmatch os.name:\n    case \"nt\":\n        SEP = \";\"\n    case _:\n       "
       " SEP "
       "= \":\"\nwhile (n := 1) < 0:\n    pass\nlambda q: q\n",
       "u.py",
       "import settings\nprint(settings.DEBUG, settings.SEP, settings.tomllib, settings.n)\nsettings.reload()\n",
       "settings.py: reload"},
      {"lazy.py", "import importlib\n\ndef __getattr__(name):\n    return importlib.import_module(name)\n", "u.py",
       "from lazy import anything\n", "lazy.py: anything"},
      {"pkg/util.py", "def helper():\n    return 1\n", "pkg/tests/test_util.py",
       "import pytest\nfrom pkg import util\nfrom ..util import helper\n\ndef test_it(monkeypatch):\n    "
       "monkeypatch.setattr(util, \"helper\", lambda: 2)\n    assert util.helper() == 2\n    assert util.gone\n",
       "pkg/tests/test_util.py: gone; pkg/tests/test_util.py"},
  });
}

TEST(ModuleShapes, OfGo) {
  const OtherTexts module = {{"go.mod", "module example.com/shop\n\ngo 1.22\n"},
                             {"internal/cart/price.go", "package cart\n\n// Price is in cents.\ntype Price int64\n"}};
  constexpr const char* kCart = R"(// Package cart holds a cart.
package cart

import (
	"context"
	"fmt"
)

const (
	MaxItems = 1 << (iota + 4)
	minItems
	_
)

var ErrFull = fmt.Errorf("full: %d", MaxItems)

type (
	Item struct {
		Name  string `json:"name"`
		Price Price
	}
	Option func(*Cart)
	Set[K comparable, V any] map[K]V
)

type Cart struct{ items []Item }

func New(opts ...Option) *Cart { c := &Cart{}; for _, o := range opts { o(c) }; return c }
func (c *Cart) Add(ctx context.Context, i Item) error { return nil }
func Map[T, U any](in []T, f func(T) U) []U { return nil }
)";
  CheckPairs({
      {"internal/cart/cart.go", kCart, "cmd/shop/main.go",
       "package main\n\nimport (\n\t\"context\"\n\n\t\"example.com/shop/internal/cart\"\n)\n\nfunc main() {\n\tc := "
       "cart.New()\n\tvar p cart.Price\n\t_ = c.Add(context.Background(), cart.Item{Price: p})\n\t_ = "
       "cart.ErrFull\n\t_ = "
       "cart.Set[string, int]{}\n\t_ = cart.MaxItems\n}\n",
       "met", module},
      {"internal/cart/cart.go", kCart, "cmd/shop/main.go",
       "package main\n\nimport c \"example.com/shop/internal/cart\"\n\nfunc main() { c.Drop(c.New()); _ = c.minItems "
       "}\n",
       "missing Drop minItems", module},
      {"internal/cart/cart.go", kCart, "main.go",
       "package main\n\nimport \"example.com/shop/cart\"\n\nfunc main() { cart.Drop() }\n", "main.go", module},
  });
}

TEST(ModuleShapes, OfRust) {
  constexpr const char* kMod = R"(//! Parsing.
#![allow(dead_code)]
mod lexer;
pub(crate) mod token;
pub use self::lexer::{Lexer, Error as LexError};
pub use token::*;

#[derive(Debug, Clone, PartialEq)]
pub enum Node<'a> {
    Text(&'a str),
    #[cfg(feature = "raw")]
    Raw { bytes: &'a [u8], quote: char },
    Pair(Box<Node<'a>>, Box<Node<'a>>),
}

pub trait Visit { type Out; fn visit(&mut self, n: &Node<'_>) -> Self::Out; }
impl<'a> Node<'a> { pub fn text(&self) -> Option<&'a str> { if let Node::Text(t) = self { Some(t) } else { None } } }
pub const MAGIC: &[u8] = br##"a"#b"##;
pub static QUOTES: [char; 2] = ['"', '\''];
pub fn parse<'a, V>(text: &'a str) -> Result<Node<'a>, LexError> where V: Visit { Lexer::new(text).run() }
pub unsafe fn raw(p: *const u8) -> u8 { *p }
macro_rules! node { ($t:expr) => { Node::Text($t) }; }
pub(crate) use node;
#[cfg(test)]
mod tests { use super::*; #[test] fn it() { parse::<()>("x").unwrap(); } }
)";
  const OtherTexts crate = {{"Cargo.toml", "[package]\nname = \"small-parse\"\nedition = \"2021\"\n"}};
  CheckPairs({
      {"src/parse/mod.rs", kMod, "src/main.rs",
       "mod parse;\nuse parse::{parse, Node, LexError, QUOTES};\nfn main() { let _ = parse::raw; let _: "
       "Result<Node, LexError> = parse(\"\"); let _ = Node::Text(\"a\"); let _ = (QUOTES, parse::MAGIC); }\n",
       "met", crate},
      {"src/parse/mod.rs", kMod, "src/main.rs", "use crate::parse::{self, Visit, Walk};\nfn f() { parse::node!(1); }\n",
       "src/parse/mod.rs: Walk", crate},
      {"src/net.rs", "pub mod tcp { pub struct Conn; impl Conn { pub fn open() -> Self { Conn } } fn hidden() {} }\n",
       "tests/net.rs", "use small_parse::net::tcp::{Conn, hidden};\n#[test]\nfn t() { Conn::open(); }\n",
       "missing tcp::hidden", crate},
      {"src/kw.rs", "pub fn r#match(r#type: u8) -> u8 { r#type }\npub struct Plain;\n", "src/u.rs",
       "use crate::kw::{r#match, Plain, r#async};\n", "missing async", crate},
  });
}

constexpr const char* kListHeader = R"(#ifndef LIST_H
#define LIST_H
#ifdef __cplusplus
extern "C" {
#endif

#define LIST_COLORS(X) \
  X(RED, "red")        \
  X(GREEN, "green")

typedef struct list_node list_node;
struct list_node { struct list_node *next; void *data; };
typedef int (*list_compare)(const void *, const void *);
enum list_status { LIST_OK, LIST_FULL = 3, LIST_EMPTY };

extern int list_debug, *list_counts;
list_node *list_new(void *data);
int list_add(list_node **head, void *data) __attribute__((nonnull(1)));
static inline int list_empty(const list_node *l) { return l == 0; }
#define list_each(it, head) for (list_node *it = (head); it; it = it->next)

#ifdef __cplusplus
}
#endif
#endif
)";

TEST(ModuleShapes, OfC) {
  CheckPairs({
      {"include/list.h", kListHeader, "src/main.c",
       "#include \"include/list.h\"\n\nstatic const struct { const char *name; int code; } table[] = {\n  {\"ok\", "
       "LIST_OK}, {\"full\", LIST_FULL},\n}, *entry = table;\nstatic int (*hooks[4])(list_node *), used = 0;\nenum "
       "mode { "
       "FAST, SLOW } mode = FAST;\n\nstatic int compare(const void *restrict a, const void *const b) { return a == b; "
       "}\n\nint main(int argc, char **argv)\n{\n  list_node *head = list_new(argv), *tail = head;\n  list_compare by "
       "= "
       "compare;\n  for (int i = 0, n = argc; i < n; i++) {\n    if (list_add(&head, argv[i]) != LIST_OK) goto out;\n  "
       "}\n  if (by(head, tail) && mode == SLOW && !list_empty(head)) hooks[used++] = 0;\nout:\n  return entry->code + "
       "table[0].code + hooks[0](head);\n}\n",
       "met"},
      {"include/list.h", kListHeader, "src/walk.c",
       "#include \"include/list.h\"\nint count(list_node *l) { int n = 0; list_each(it, l) { if (it->data) n++; } "
       "return n; }\n",
       "src/walk.c: it"},
      {"include/list.h", kListHeader, "src/walk.c",
       "#include \"include/list.h\"\nint drop(list_node *l) { list_node *n = l->next; return list_remove(n, &l); }\n",
       "missing list_remove"},
      {"include/list.h", kListHeader, "src/colors.c",
       "#include \"include/list.h\"\n#define AS_ENUM(n, s) COLOR_##n,\nenum color { LIST_COLORS(AS_ENUM) color_count "
       "};\n"
       "#undef AS_ENUM\nint first(void) { return color_red() + color_count; }\n",
       "src/colors.c: color_count color_red"},
      {"check.h",
       "#define CHECK(x) do { if (!(x)) fail(#x, __LINE__); } while (0)\nvoid fail(const char *, int);\nint "
       "twice(int);\n",
       "t.c",
       "#include \"check.h\"\n#define TEST(n) static void test_##n(void)\nTEST(doubles) { CHECK(twice(2) == 4); }\n"
       "int main(void) { test_doubles(); return 0; }\n",
       "t.c: doubles test_doubles"},
      {"buf.h",
       "#pragma once\nstruct buf { unsigned char *at, *end; unsigned len : 4, cap : 4; };\nint buf_put(struct buf "
       "*b, unsigned char c);\n",
       "buf.c",
       "#include \"buf.h\"\n#define UNUSED __attribute__((unused))\nstatic UNUSED struct buf spare, *free_list;\n"
       "int buf_put(struct buf *b, unsigned char c) {\n  typeof(b->at) p = b->at;\n  union { unsigned u; float f; } "
       "both = { .u = c };\n  switch (c) { case 1: default: again: *p++ = c; }\n  if (p < b->end) goto again;\n  "
       "return (int)both.u + (spare.at != free_list->at);\n}\n",
       "met"},
  });
}

TEST(ModuleShapes, OfCpp) {
  constexpr const char* kRing = R"(#pragma once
#include <array>
#include <cstddef>

namespace ds {
inline namespace v1 {

enum class Mode : unsigned char { kKeep, kDrop };

template <typename T, std::size_t N = 8>
class Ring {
 public:
  using value_type = T;
  template <class... Args>
  T& Emplace(Args&&... args) { return items_[next_++ % N] = T(static_cast<Args&&>(args)...); }
  [[nodiscard]] bool Empty() const noexcept { return next_ == 0; }

 private:
  std::array<T, N> items_{};
  std::size_t next_ = 0;
};

template <typename It>
auto Sum(It begin, It end) -> decltype(*begin + *begin);
constexpr int kLimit = 1'000;
constexpr const char* kHelp = u8R"x(class Hidden { ")x";
struct Stats { int seen = 0; };

}  // namespace v1
}  // namespace ds
)";
  CheckPairs({
      {"ds/ring.h", kRing, "main.cc",
       "#include \"ds/ring.h\"\n\n#include <iostream>\n\nint main() {\n  ds::Ring<int, 4> ring;\n  ring.Emplace(3);\n  "
       "auto print = [&ring](auto&& x) { std::cout << x << ring.Empty() << '\\n'; };\n  print(ds::kLimit);\n  return "
       "ds::Stats{}.seen + static_cast<int>(ds::Mode::kKeep);\n}\n",
       "met"},
      {"ds/ring.h", kRing, "main.cc",
       "#include \"ds/ring.h\"\nint main() { return ds::Drop(ds::kHelp, ds::Hidden{}); }\n",
       "main.cc: ds::Drop ds::Hidden"},
  });
}

}  // namespace
}  // namespace forge
