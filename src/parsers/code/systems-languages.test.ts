import { describe, expect, it } from "vitest";
import { type Outline, toOutline, unitsOf } from "./outline.ts";

interface Fixture {
  readonly path: string;
  readonly source: string;
  readonly units: Outline;
}

const FIXTURES: readonly Fixture[] = [
  {
    path: "a.ts",
    source: `import x from "y";

/** Doc. */
@Injectable()
export class Foo<T> extends Bar {
  parse(): void {}
}

export default function main() {}
export interface Options { a: string }
type Id = string;
export enum Color { Red }
namespace Outer.Inner {
  export function deep() {}
}
export const arrow = async (a: number) => a;
const small = 1;
const table = {
  a: 1,
  b: 2,
};
declare module "lib" {
  export function g(): void;
}
export default () => {};
`,
    units: [
      ["Foo", 3, 7],
      ["main", 9, 9],
      ["Options", 10, 10],
      ["Id", 11, 11],
      ["Color", 12, 12],
      ["Outer/Inner", 13, 13],
      ["Outer/Inner/deep", 14, 15],
      ["arrow", 16, 16],
      ["table", 18, 21],
      ["lib", 22, 22],
      ["lib/g", 23, 24],
      ["default", 25, 25],
    ],
  },
  {
    path: "a.tsx",
    source: `export const App = () => <div>
  hello
</div>;

export function Page() {
  return <App />;
}
`,
    units: [
      ["App", 1, 3],
      ["Page", 5, 7],
    ],
  },
  {
    path: "a.mjs",
    source: `function* gen() {}
module.exports = function named() {};
exports.parse = () => {};
Parser.prototype.parse = function () {};
class A { [Symbol.iterator]() {} }
`,
    units: [
      ["gen", 1, 1],
      ["named", 2, 2],
      ["parse", 3, 3],
      ["Parser/parse", 4, 4],
      ["A", 5, 5],
    ],
  },
  {
    path: "a.py",
    source: `import os

# about A
@decorated
class A(Base):
    def method(self):
        pass

if os.name == "nt":
    def f(): pass
else:
    def f(): return 2

@cache
async def g():
    return 1
`,
    units: [
      ["A", 3, 7],
      ["f", 10, 10],
      ["f", 12, 12],
      ["g", 14, 16],
    ],
  },
  {
    path: "a.go",
    source: `package main

// Foo holds A.
type Foo struct {
	A int
}

type (
	// B is a number.
	B int
	C interface{ M() }
)

// M does it.
func (f *Foo[T]) M(a int) error { return nil }

func main() {}
`,
    units: [
      ["Foo", 3, 6],
      ["B", 9, 10],
      ["C", 11, 12],
      ["Foo/M", 14, 15],
      ["main", 17, 17],
    ],
  },
  {
    path: "a.rs",
    source: `use std::fmt;

/// Doc
#[derive(Debug)]
pub struct Foo<T> { a: T }

impl<T> fmt::Display for Foo<T> {
    fn fmt(&self) -> R { Ok(()) }
}
pub trait Shape { fn area(&self) -> f64; }
macro_rules! twice { () => {} }
#[cfg(test)]
mod tests {
    #[test]
    fn works() {}
}
`,
    units: [
      ["Foo", 3, 5],
      ["Foo", 7, 9],
      ["Shape", 10, 10],
      ["twice", 11, 11],
      ["tests", 12, 13],
      ["tests/works", 14, 16],
    ],
  },
  {
    path: "A.java",
    source: `package a.b;

/** Doc */
@Service
public class Foo<T> {
    void m() {}
}
record Point(int x, int y) {}
enum Color { RED }
@interface Mark { String value(); }
interface Shape { double area(); }
`,
    units: [
      ["Foo", 3, 7],
      ["Point", 8, 8],
      ["Color", 9, 9],
      ["Mark", 10, 10],
      ["Shape", 11, 11],
    ],
  },
  {
    path: "a.kt",
    source: `package a.b
import x.Y
/** Doc */
@Foo
data class A(val x: Int) {
    fun f() = 1
}
fun interface Action {
    fun run()
}
object Registry
fun String.shout(): String = uppercase()
typealias Id = Int
`,
    units: [
      ["A", 3, 7],
      ["Action", 8, 10],
      ["Registry", 11, 11],
      ["shout", 12, 12],
      ["Id", 13, 13],
    ],
  },
  {
    path: "a.c",
    source: `#include <stdio.h>
/* doc */
static int *foo(int a)
{
  return 0;
}
typedef struct {
  int a;
} bar_t;
struct fwd;
struct baz { int a; };
#define TWICE(x) \\
  ((x) * 2)
#ifdef X
int one(void) { return 1; }
#endif
`,
    units: [
      ["foo", 2, 6],
      ["bar_t", 7, 9],
      ["baz", 11, 11],
      ["TWICE", 12, 13],
      ["one", 15, 16],
    ],
  },
  {
    path: "a.cpp",
    source: `namespace a::b {
/// doc
template <typename T>
class Foo : public Bar {
  void m() {}
};
}  // namespace a::b
template <typename T>
void a::b::Foo<T>::out() {}
bool operator<(A x, A y) { return true; }
Foo::~Foo() {}
namespace { int hidden() { return 1; } }
class EXPORTED Shape {
};
`,
    units: [
      ["a/b", 1, 1],
      ["a/b/Foo", 2, 7],
      ["a/b/Foo/out", 8, 9],
      ["operator<", 10, 10],
      ["Foo/~Foo", 11, 11],
      ["hidden", 12, 12],
      ["Shape", 13, 14],
    ],
  },
  {
    path: "a.h",
    source: `#pragma once
namespace n {
class A {};
}
`,
    units: [
      ["n", 2, 2],
      ["n/A", 3, 4],
    ],
  },
];

describe("createCodeParser() finds the units of", () => {
  it.each(FIXTURES)("$path", async ({ path, source, units }) => {
    expect(unitsOf(await toOutline(path, source))).toEqual(units);
  });
});
