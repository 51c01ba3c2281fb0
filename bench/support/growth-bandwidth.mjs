// How fast this processor can read memory at all: one thread, 64 bytes a step, nothing done with them but a sum.
import openWabt from "wabt";

const PAGE_BYTES = 65_536;
const STEP_BYTES = 64;
/** Four sums, so that no load waits for the one before. */
const READ_LOOP = `
  (module
    (import "bench" "memory" (memory 1 65536))
    (func (export "read") (param $at i32) (param $end i32) (result i32)
      (local $a v128) (local $b v128) (local $c v128) (local $d v128)
      (loop $next
        (local.set $a (i64x2.add (local.get $a) (v128.load (local.get $at))))
        (local.set $b (i64x2.add (local.get $b) (v128.load offset=16 (local.get $at))))
        (local.set $c (i64x2.add (local.get $c) (v128.load offset=32 (local.get $at))))
        (local.set $d (i64x2.add (local.get $d) (v128.load offset=48 (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const ${STEP_BYTES})))
        (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
      (i32x4.extract_lane 0 (i64x2.add
        (i64x2.add (local.get $a) (local.get $b)) (i64x2.add (local.get $c) (local.get $d))))))`;

/** A function that reads so many bytes once. */
export async function createReadLoop(bytes) {
  const wabt = await openWabt();
  const parsed = wabt.parseWat("read.wat", READ_LOOP, { simd: true });
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  const pages = Math.ceil(bytes / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: 65_536 });
  // Pages never written to are all one and the same page of zeros, which is always in the cache.
  new Uint8Array(memory.buffer).fill(1);
  const { read } = new WebAssembly.Instance(new WebAssembly.Module(buffer), { bench: { memory } }).exports;
  const end = Math.ceil(bytes / STEP_BYTES) * STEP_BYTES;
  return () => read(0, end);
}
