import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPlainWordPiece, type TokenizerFile } from "./plain-word-piece.ts";
import { toUnloadable } from "./unloadable.ts";

/** Texts to token ids, without the special tokens that open and close what the model reads. */
export interface Tokenizer {
  encode(text: string): Promise<readonly number[]>;
  readonly opening: readonly number[];
  readonly closing: readonly number[];
}

/** The package's own types import each other without file extensions, which Node's resolution does not follow. */
interface TokenizersModule {
  readonly Tokenizer: new (tokenizer: object, config: object) => FullTokenizer;
}

interface FullTokenizer {
  encode(text: string, options: { readonly add_special_tokens: boolean }): { readonly ids: number[] };
}

export async function openTokenizer(folder: string): Promise<Tokenizer> {
  try {
    const file = read(folder, "tokenizer.json") as TokenizerFile;
    let full: Promise<FullTokenizer> | null = null;
    const openFull = (): Promise<FullTokenizer> => {
      full ??= createFull(file, read(folder, "tokenizer_config.json"));
      return full;
    };
    const encodePlain = createPlainWordPiece(file);
    const encode = async (text: string): Promise<readonly number[]> =>
      encodePlain?.(text) ?? (await openFull()).encode(text, { add_special_tokens: false }).ids;
    const frame = readFrame(file) ?? findFrame(await openFull());
    return { encode, ...frame };
  } catch (error) {
    throw toUnloadable(join(folder, "tokenizer.json"), error);
  }
}

async function createFull(file: object, config: object): Promise<FullTokenizer> {
  const { Tokenizer } = (await import("@huggingface/tokenizers")) as unknown as TokenizersModule;
  return new Tokenizer(file, config);
}

type Frame = Pick<Tokenizer, "opening" | "closing">;

/** What the file says is put around a text, when it says it in the usual form. */
function readFrame({ post_processor: post, added_tokens: added = [] }: TokenizerFile): Frame | null {
  if (post?.type !== "TemplateProcessing" || post.single === undefined) return null;
  const middle = post.single.findIndex((entry) => entry.Sequence !== undefined);
  const ids = post.single.map((entry) => added.find(({ content }) => content === entry.SpecialToken?.id)?.id);
  const isNumber = (id: number | undefined): id is number => id !== undefined;
  const opening = ids.slice(0, middle).filter(isNumber);
  const closing = ids.slice(middle + 1).filter(isNumber);
  return opening.length + closing.length === ids.length - 1 ? { opening, closing } : null;
}

/** By trying: what stands before and after the tokens of a letter. */
function findFrame(tokenizer: FullTokenizer): Frame {
  const bare = tokenizer.encode("a", { add_special_tokens: false }).ids;
  const whole = tokenizer.encode("a", { add_special_tokens: true }).ids;
  const found = whole.findIndex((_, start) => bare.every((id, offset) => whole[start + offset] === id));
  const at = Math.max(0, found);
  return { opening: whole.slice(0, at), closing: whole.slice(at + bare.length) };
}

function read(folder: string, name: string): object {
  return JSON.parse(readFileSync(join(folder, name), "utf8")) as object;
}
