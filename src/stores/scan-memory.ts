import { KebabError } from "../core/errors.ts";
import { VECTOR_SCAN_KERNEL } from "./vector-scan-kernel.ts";

/** See vector-scan-kernel.wat. Where nothing else is said, numbers are addresses: bytes in the memory. */
interface Kernel {
  list(mask: number, maskEnd: number, firstRow: number, stride: number, list: number): number;
  scan(
    query: number,
    width: number,
    rows: number,
    rowsEnd: number,
    bounds: number,
    step: number,
    residual: number,
  ): void;
  reaching(bounds: number, boundsEnd: number, least: number, positions: number): number;
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Node's types know WebAssembly as a namespace only, and the DOM's are not ours to load. */
const { WebAssembly: wasm } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly Memory: new (size: { initial: number; maximum: number }) => WasmMemory;
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object, imports: object) => { readonly exports: Kernel };
  };
};

const PAGE_BYTES = 65_536;
const PAGES_A_STEP = 256;
/** 4 GB less a page, so that the address behind the last byte is still a 32-bit number. */
const MOST_PAGES = 65_535;

/** The memory that the scan's kernel works on, and the kernel. */
export class ScanMemory {
  readonly kernel: Kernel;
  readonly #memory: WasmMemory;
  readonly #mostPages: number;

  constructor(mostPages = MOST_PAGES) {
    this.#mostPages = mostPages;
    this.#memory = new wasm.Memory({ initial: 1, maximum: mostPages });
    const module = new wasm.Module(Buffer.from(VECTOR_SCAN_KERNEL, "base64"));
    this.kernel = new wasm.Instance(module, { kebab: { memory: this.#memory } }).exports;
  }

  /** Another buffer after each growth: views of the one before are empty. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  /** Grows in place, without copying, in steps of 16 MB. */
  reserve(bytes: number): void {
    const present = this.#memory.buffer.byteLength / PAGE_BYTES;
    const needed = Math.ceil(bytes / PAGE_BYTES);
    if (needed <= present) return;
    const wanted = Math.min(Math.max(needed, present + PAGES_A_STEP), Math.max(needed, this.#mostPages));
    try {
      this.#memory.grow(wanted - present);
    } catch (cause) {
      throw tooLarge({ needed, most: this.#mostPages, cause });
    }
  }
}

function tooLarge({ needed, most, cause }: { needed: number; most: number; cause: unknown }): KebabError {
  return new KebabError(
    "internal",
    `Cannot hold the vectors in memory: they need ${toMegabytes(needed)} MB, ${toMegabytes(most)} MB is the most`,
    { cause, hint: "Use an embedding model with fewer dimensions, or split the knowledge base" },
  );
}

function toMegabytes(pages: number): number {
  return Math.round((pages * PAGE_BYTES) / 2 ** 20);
}
