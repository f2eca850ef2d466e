import { describe, expect, it } from "vitest"
import { scanComments } from "../../plugins/docs/sources/repository/scanComments.ts"

/** A file name, its text, and the comment that is expected: line, kind, name and text. */
const files: ReadonlyArray<
  readonly [path: string, source: string, told: ReadonlyArray<readonly [number, string, string, string]>]
> = [
  [
    "src/a.ts",
    `/** Adds.
 * Twice.
 */
export async function add<T>(
  first: T,
  second: T
): Promise<T> { return first }
/** Not public. */
function hidden() {}
const text = "/** No comment. */ export const nothing = 1"
/** Doubles. */
export const double = (value: number): number => value * 2
/** Shown below. */
const later = 5
export { later }
/** A pool. */
export class Pool {
  /** Takes one. */
  take(): void {}
  /** Inside only. */
  private free(): void {}
}
/** Its options. */
export interface Options {
  /** How many. */
  readonly size?: number
}
/** A name. */
export type Name = "a" | "b"
`,
    [
      [4, "function", "add", "Adds.\nTwice."],
      [12, "const", "double", "Doubles."],
      [17, "class", "Pool", "A pool."],
      [24, "interface", "Options", "Its options."],
      [29, "type", "Name", "A name."]
    ]
  ],
  [
    "lib/b.js",
    "/** Runs. */\nmodule.exports.run = function (name) { return name }\n/** Nobody sees it. */\nconst inner = 1\n",
    [[2, "exports", "run", "Runs."]]
  ],
  ["src/c.tsx", "/** Shows. */\nexport const View = () => <p>hi</p>\n", [[2, "const", "View", "Shows."]]],
  [
    "tool.py",
    `"""What the tool does."""
import os

@cached
def run(
    name: str,
) -> int:
    r'''Runs it.

    Slowly.
    '''
    def inner():
        """Nobody sees it."""
    return 1

class Pool(Base):
    """A pool."""
    def take(self): "Takes one."
    def _free(self):
        """Inside only."""
`,
    [
      [5, "def", "run", "Runs it.\n\nSlowly."],
      [16, "class", "Pool", "A pool."]
    ]
  ],
  [
    "pool.go",
    `// Package pool holds things.
package pool

// Take takes one of [Pool], as [*Pool.Free] and [io.Reader] do, from [1], [a list], [Docs] and [Boxes](b).
// It may wait:
//
//	all[Pool] = [Pool]
//
// [Docs]: https://example.com/docs
func Take(n int) error { return nil }

// Far away from what follows.

func Far() {}

// Free frees.
func (p *Pool) Free() {}

// Pool is one.
type Pool struct {
	size int // not a comment of what follows
	Max  int
}

const (
	// Small is small.
	Small = 1 // Not of Large.
	Large = 2
)

// inner is not public.
func inner() {}
`,
    [
      [
        10,
        "func",
        "Take",
        "Take takes one of `Pool`, as `Pool.Free` and `io.Reader` do, from [1], [a list], [Docs] and [Boxes](b).\nIt may wait:\n\n\tall[Pool] = [Pool]\n\n[Docs]: https://example.com/docs"
      ],
      [17, "func", "Free", "Free frees."],
      [20, "type", "Pool", "Pool is one."]
    ]
  ],
  [
    "lib.rs",
    `//! A crate.
//! For things.

/// Adds.
///
/// # Panics
#[inline]
pub fn add(a: u8) -> u8 { a }
/// Inside only.
fn inner() {}
/// One.
pub struct One { pub x: u8 }
impl One {
    /// Takes.
    pub fn take(&self) {}
}
/// Works.
pub trait Work {
    /// Works once.
    fn once(&self);
}
`,
    [
      [8, "fn", "add", "Adds.\n\n# Panics"],
      [12, "struct", "One", "One."],
      [15, "fn", "take", "Takes."],
      [18, "trait", "Work", "Works."]
    ]
  ],
  [
    "Pool.java",
    `/** A pool. */
@Deprecated
public class Pool<T> extends Base {
  /** Takes one. */
  @Override
  public T take(int count) throws Gone { return null; }
  /** Inside only. */
  private void free() {}
  /** How many. */
  public static final int MAX = 1;
}
/** Work. */
public interface Work {
  /** Works once. */
  void once();
}
`,
    [
      [3, "class", "Pool", "A pool."],
      [6, "method", "take", "Takes one."],
      [13, "interface", "Work", "Work."]
    ]
  ]
]

describe("source comments", () => {
  it.each(files)("D4 of %s are read with the declarations that follow", (path, source, told) => {
    const found = scanComments(path, source)
    expect(found.map(({ kind, line, name, text }) => [line, kind, name, text])).toEqual(told)
    expect(found.every((one) => one.path === path)).toBe(true)
  })

  it("D4 of a language that is not known are none", () => {
    expect(scanComments("pool.zig", "/** A pool. */\npub const Pool = struct {}\n")).toEqual([])
  })
})
