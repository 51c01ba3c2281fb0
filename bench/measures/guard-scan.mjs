// The yardstick of vector search: the bare multiplications, in WebAssembly as kebab's own, of as many int8 rows.
import openWabt from "wabt";
import { createRandom } from "../corpus/random.mjs";
import { DIMENSION } from "../support/made-vectors.mjs";

const PAGE = 65_536;
const KERNEL = `(module
  (memory (export "memory") 1)
  (func (export "scan") (param $row i32) (param $end i32) (param $width i32) (param $out i32)
    (local $at i32) (local $sum v128) (local $a v128) (local $b v128)
    (loop $rows
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $parts
        (local.set $a (v128.load (local.get $at)))
        (local.set $b (v128.load (i32.add (local.get $row) (local.get $at))))
        (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
          (i32x4.dot_i16x8_s (i16x8.extend_low_i8x16_s (local.get $a)) (i16x8.extend_low_i8x16_s (local.get $b)))
          (i32x4.dot_i16x8_s (i16x8.extend_high_i8x16_s (local.get $a)) (i16x8.extend_high_i8x16_s (local.get $b))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $parts (i32.lt_u (local.get $at) (local.get $width))))
      (v128.store (local.get $out) (local.get $sum))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (local.set $row (i32.add (local.get $row) (local.get $width)))
      (br_if $rows (i32.lt_u (local.get $row) (local.get $end))))))`;

/** A function that multiplies a query with all rows, each of int8, and keeps the sums. */
export async function openBareScan(rows) {
  const wabt = await openWabt();
  const { buffer } = wabt.parseWat("bare-scan.wat", KERNEL, { simd: true }).toBinary({});
  const { instance } = await WebAssembly.instantiate(buffer);
  const { memory, scan } = instance.exports;
  const start = DIMENSION;
  const end = start + rows * DIMENSION;
  const out = Math.ceil(end / 16) * 16;
  memory.grow(Math.ceil((out + rows * 16) / PAGE));
  const random = createRandom(384);
  const codes = new Int8Array(memory.buffer);
  for (let at = 0; at < end; at++) codes[at] = Math.floor(random() * 256);
  return () => scan(start, end, DIMENSION, out);
}
