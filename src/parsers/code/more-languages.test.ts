import { describe, expect, it } from "vitest";
import { type Outline, toOutline, unitsOf } from "./outline.ts";

interface Fixture {
  readonly path: string;
  readonly source: string;
  readonly units: Outline;
}

const FIXTURES: readonly Fixture[] = [
  {
    path: "a.cs",
    source: `using System;
namespace A.B
{
    /// <summary>Doc.</summary>
    [Serializable]
    public class Foo<T>
    {
        void M() { }
    }
    enum Color { Red }
    record Point(int X);
}
`,
    units: [
      ["A/B", 2, 3],
      ["A/B/Foo", 4, 9],
      ["A/B/Color", 10, 10],
      ["A/B/Point", 11, 12],
    ],
  },
  {
    path: "a.rb",
    source: `require "x"

# doc
module A
  # the class
  class Foo < Bar
    def m; end
  end

  private def helper
  end

  def <=>(other)
  end
end

def self.top
end
`,
    units: [
      ["A", 3, 4],
      ["A/Foo", 5, 8],
      ["A/helper", 10, 11],
      ["A/<=>", 13, 15],
      ["top", 17, 18],
    ],
  },
  {
    path: "a.php",
    source: `<?php
namespace App\\Models;

/** doc */
#[Entity]
final class Foo {
    function m() {}
}
trait Loud {}
enum Suit: string { case A = 'a'; }
function top() {}
if (!function_exists('late')) {
    function late() {}
}
`,
    units: [
      ["Foo", 4, 8],
      ["Loud", 9, 9],
      ["Suit", 10, 10],
      ["top", 11, 11],
      ["late", 13, 14],
    ],
  },
  {
    path: "a.sh",
    source: `#!/bin/bash
set -e

# doc
foo() {
  echo hi
}
function bar {
  echo x
}
foo
`,
    units: [
      ["foo", 4, 7],
      ["bar", 8, 10],
    ],
  },
  {
    path: "a.swift",
    source: `import Foundation
/// doc
@MainActor
public class Foo<T>: Bar {
    func m() {}
}
extension Foo { func more() {} }
protocol Shape { func area() -> Double }
func top() async throws {}
func == (a: S, b: S) -> Bool { true }
`,
    units: [
      ["Foo", 2, 6],
      ["Foo", 7, 7],
      ["Shape", 8, 8],
      ["top", 9, 9],
      ["==", 10, 10],
    ],
  },
  {
    path: "a.dart",
    source: `import 'x.dart';
/// doc
@immutable
class Foo<T> {
  void m() {}
}
mixin Loud on A {}
/// top doc
void main() {
  run();
}
int get answer => 42;
`,
    units: [
      ["Foo", 2, 6],
      ["Loud", 7, 7],
      ["main", 8, 11],
      ["answer", 12, 12],
    ],
  },
  {
    path: "a.sol",
    source: `pragma solidity ^0.8.0;
/// doc
contract Foo is Bar {
  function f() public {}
}
library L {}
`,
    units: [
      ["Foo", 2, 5],
      ["L", 6, 6],
    ],
  },
];

describe("createCodeParser() finds the units of", () => {
  it.each(FIXTURES)("$path", async ({ path, source, units }) => {
    expect(unitsOf(await toOutline(path, source))).toEqual(units);
  });
});
