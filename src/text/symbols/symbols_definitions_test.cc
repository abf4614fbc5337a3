#include "text/symbols/symbols_definitions.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "base/strings.h"

namespace forge {
namespace {

// "3 function Foo.bar" for each, one line each.
std::string Found(Language language, std::string_view text) {
  std::vector<std::string> lines;
  FindDefinitions(language, text, [&](const Definition& found) {
    lines.push_back(fmt::format("{} {} {}{}{}", found.line, Name(found.kind), found.container,
                                found.container.empty() ? "" : ".", found.name));
  });
  return Join(lines, "\n");
}

TEST(SymbolDefinitions, OfC) {
  EXPECT_EQ(Found(Language::kC, R"(#include <x.h>
#define LIMIT 10
#define MIN(a, b) ((a) < (b))
struct later;
struct point { int x, *y; };
typedef struct { int a; } pair_t;
typedef int (*handler)(int);
enum color { RED, GREEN = 2 };
static int counter = 0;
extern int elsewhere;
int declared(int a);
struct point *make_point(int x)
{
  int local = other(x);
  called(local);
  return local ? RED : 0;
}
static const char *const names[] = { "a", "b" };
int
gnu_style (void)
{
}
)"),
            "2 constant LIMIT\n3 function MIN\n4 declaration later\n5 type point\n5 variable point.x\n"
            "5 variable point.y\n6 variable a\n6 type pair_t\n7 type handler\n8 type color\n"
            "8 constant color.RED\n8 constant color.GREEN\n9 variable counter\n10 declaration elsewhere\n"
            "11 declaration declared\n12 function make_point\n18 constant names\n20 function gnu_style");
}

TEST(SymbolDefinitions, OfCpp) {
  EXPECT_EQ(Found(Language::kC, R"x(namespace forge {
namespace {
constexpr std::size_t kLimit = 3;
}
template <typename T, class U = int>
class EXPORT Box final : public Base<T> {
 public:
  explicit Box(int a) : a_(a), b_{2} {}
  virtual int Get() const = 0;
  std::vector<int> Take(const T& x) { return Call(x); }
 private:
  int a_ = 1;
  std::map<int, int> b_{};
};
using Name = std::string;
enum class Kind : int { kOne, kTwo };
int Box::Late(int a) { return a; }
TEST(Foo, Bar) { Check(); }
Result<int> Load(const std::string& path) {
  auto f = [&](int x) { return Use(x); };
  return f(1);
}
const char* kText = R"(int fake() {})"; // int comment() {}
}
)x"),
            "1 module forge\n3 constant forge.kLimit\n6 type forge.Box\n9 function Box.Get\n10 function Box.Take\n"
            "12 variable Box.a_\n13 variable Box.b_\n15 type forge.Name\n16 type forge.Kind\n16 constant Kind.kOne\n"
            "16 constant Kind.kTwo\n17 function Box.Late\n19 function forge.Load\n23 constant forge.kText");
}

TEST(SymbolDefinitions, ATemplateEndsBehindTheTemplatesInIt) {
  EXPECT_EQ(Found(Language::kScript, "const t = `${f(`{`)} {`;\nconst g = 1;\n"), "1 constant t\n2 constant g");
}

TEST(SymbolDefinitions, ASlashInBracketsDoesNotEndARegex) {
  EXPECT_EQ(Found(Language::kScript, "s.split(/[/`]/);\nconst g = 1;\n"), "2 constant g");
  EXPECT_EQ(Found(Language::kScript, "s.map(x => /`/.test(x));\nconst g = 1;\n"), "2 constant g");
}

TEST(SymbolDefinitions, AnApostropheInTheTextOfJsxBeginsNoString) {
  EXPECT_EQ(Found(Language::kScript, "function A() { return <p>Don't</p>; }\nconst g = 1;\n"),
            "1 function A\n2 constant g");
}

TEST(SymbolDefinitions, CommentsOfRustNest) {
  EXPECT_EQ(Found(Language::kRust, "/* /* a */ fn b() {} */ fn c() {}\n"), "1 function c");
}

TEST(SymbolDefinitions, BothBranchesOfAConditionOpenOneBrace) {
  EXPECT_EQ(Found(Language::kC, "#ifdef A\nint f(int a) {\n#else\nint f(void) {\n#endif\n  g();\n}\nint h() {}\n"),
            "2 function f\n4 function f\n8 function h");
}

TEST(SymbolDefinitions, OfGo) {
  EXPECT_EQ(Found(Language::kGo, R"(package main
import "fmt"
const Limit = 3
const (
	A = iota
	B
)
var (
	x, y int
)
type Server struct {
	Name string
	port int
}
type Doer interface {
	Do(x int) error
}
type Alias = Server
func (s *Server) Run(x int) error {
	local := Call(x)
	return nil
}
func main() {
	Run()
	s := `func fake() {}`
}
)"),
            "3 constant Limit\n5 constant A\n6 constant B\n9 variable x\n9 variable y\n11 type Server\n"
            "12 variable Server.Name\n13 variable Server.port\n15 type Doer\n16 function Doer.Do\n18 type Alias\n"
            "19 function Server.Run\n23 function main");
}

TEST(SymbolDefinitions, OfRust) {
  EXPECT_EQ(Found(Language::kRust, R"(use std::fmt;
#[derive(Debug)]
pub struct Point<'a> { pub x: i32, y: &'a str }
pub(crate) enum Shape { Dot, Line(i32), Box { w: i32 } }
pub trait Draw { fn draw(&self); }
impl<'a> Draw for Point<'a> {
    fn draw(&self) { let c = 'x'; helper(c); }
}
const MAX: usize = 3;
static mut COUNT: i32 = 0;
type Pair = (i32, i32);
macro_rules! say { () => {} }
pub async fn run<T: Into<String>>(x: T) -> Result<(), ()> { inner(x) }
mod tests { }
)"),
            "3 type Point\n3 variable Point.x\n3 variable Point.y\n4 type Shape\n4 constant Shape.Dot\n"
            "4 constant Shape.Line\n4 constant Shape.Box\n5 type Draw\n5 function Draw.draw\n7 function Point.draw\n"
            "9 constant MAX\n10 constant COUNT\n11 type Pair\n12 function say\n13 function run\n14 module tests");
}

TEST(SymbolDefinitions, OfPython) {
  EXPECT_EQ(
      Found(Language::kPython, R"(import os
LIMIT = 3
a, b = 1, 2
class Reader(Base):
    """def fake(): pass"""
    size: int = 4
    def read(self, n=3):
        self.left = n
        local = call(n)
        return local
@decorated
async def main():  # def comment():
    run(x=1)
if a == b:
    late = 1
)"),
      "2 constant LIMIT\n3 variable a\n3 variable b\n4 type Reader\n6 variable Reader.size\n7 function Reader.read\n"
      "8 variable Reader.left\n12 function main\n15 variable late");
}

TEST(SymbolDefinitions, OfJavaScript) {
  EXPECT_EQ(
      Found(Language::kScript, R"(import { used } from './x'
export const LIMIT = 3
const run = async (x) => {
  const local = call(x)
}
export default function main() {
  helper()
}
class Box extends Base {
  #count = 0
  static make() { return new Box() }
  get size() {
    return this.count
  }
}
exports.open = 3
Box.prototype.close = function () {}
const { taken } = require('y')
module.exports = { inner() {}, key: () => 1, plain: 2 }
const s = `function fake() {}`, r = /'/
)"),
      "2 constant LIMIT\n3 function run\n6 function main\n9 type Box\n10 variable Box.count\n11 function Box.make\n"
      "12 function Box.size\n16 function exports.open\n17 function Box.close\n19 function inner\n"
      "19 function key\n20 constant s");
}

TEST(SymbolDefinitions, OfTypeScript) {
  EXPECT_EQ(Found(Language::kScript, R"(export interface Shape {
  name: string;
  area(scale: number): number;
}
type Pair = { a: number }
export enum Color { Red, Green = 'g' }
export abstract class Box<T> implements Shape
{
  constructor(private x: number) { super(); }
  private readonly left: T | undefined;
  public async take<K>(key: K): Promise<T> { return this.get(key); }
}
declare function outside(x: string): void;
)"),
            "1 type Shape\n2 variable Shape.name\n3 function Shape.area\n5 type Pair\n5 variable Pair.a\n6 type Color\n"
            "6 constant Color.Red\n6 constant Color.Green\n7 type Box\n10 variable Box.left\n11 function Box.take\n"
            "13 function outside");
}

TEST(SymbolDefinitions, OfJavaAndCSharp) {
  EXPECT_EQ(Found(Language::kJava, R"(package a.b;
import c.D;
@Deprecated(since = "1")
public class Box<T> extends Base {
  private static final int LIMIT = 3;
  private List<String> names = new ArrayList<>();
  public Box(int a) { super(a); }
  @Override
  public <K> Map<K, T> take(K key) throws IOException { return call(key); }
  enum Color { RED(1), GREEN { void x() {} }; int code() { return 1; } }
  interface Doer { void run(int x); }
}
record Pair(int a, int b) {}
)"),
            "4 type Box\n5 constant Box.LIMIT\n6 variable Box.names\n9 function Box.take\n10 type Box.Color\n"
            "10 constant Color.RED\n10 constant Color.GREEN\n10 function Color.code\n11 type Box.Doer\n"
            "11 function Doer.run\n13 type Pair");
  EXPECT_EQ(Found(Language::kCSharp, R"(using System;
namespace A.B {
  [Serializable]
  public class Box : Base {
    public int Size { get; set; }
    private readonly string path = @"c:\";
    public async Task<int> TakeAsync(int n) => await Call(n);
    public event Action Done;
  }
}
)"),
            "2 module B\n4 type B.Box\n5 variable Box.Size\n6 constant Box.path\n7 function Box.TakeAsync\n"
            "8 variable Box.Done");
}

TEST(SymbolDefinitions, OfRubyPhpAndShell) {
  EXPECT_EQ(Found(Language::kRuby, R"(module Forge
  class Box < Base
    LIMIT = 3
    Pair = Struct.new(:a)
    attr_accessor :left, :right
    def self.make(x)
      local = call(x)
    end
    def empty?
      @size = 1
    end
  end
end
text = <<~EOS
  def fake
EOS
)"),
            "1 type Forge\n2 type Forge.Box\n3 constant Box.LIMIT\n4 type Box.Pair\n5 variable Box.left\n"
            "5 variable Box.right\n6 function Box.make\n9 function Box.empty\n10 variable Box.size");
  EXPECT_EQ(
      Found(Language::kPhp, R"(<p>Don't</p>
<?php
namespace App\Models;
define('LIMIT', 3);
function helper($x) { return call($x); }
final class Box extends Base {
  const SIZE = 3;
  private static ?int $left = null;
  public function take(int $n): int { $local = 1; return helper($n); }
}
enum Suit { case Hearts; public function label() { } }
)"),
      "3 module Models\n4 constant LIMIT\n5 function helper\n6 type Box\n7 constant Box.SIZE\n8 variable Box.left\n"
      "9 function Box.take\n11 type Suit\n11 constant Suit.Hearts\n11 function Suit.label");
  EXPECT_EQ(Found(Language::kShell, R"(#!/bin/sh
LIMIT=3
export HOME_DIR="$PWD"
build() {
  local x=1
  run_it "$x"
}
function clean { rm -rf x; }
cat <<EOF
fake() {
EOF
)"),
            "2 constant LIMIT\n3 constant HOME_DIR\n4 function build\n8 function clean");
}

TEST(SymbolDefinitions, AnUnknownLanguageDefinesNothing) {
  EXPECT_EQ(Found(Language::kUnknown, "int f() {}"), "");
  EXPECT_EQ(LanguageOf("a/b.zig"), Language::kUnknown);
  EXPECT_EQ(LanguageOf("a.d/b"), Language::kUnknown);
  EXPECT_EQ(LanguageOf("A.CPP"), Language::kC);
}

}  // namespace
}  // namespace forge
