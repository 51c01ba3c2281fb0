/** The parts of a tokenizer.json that are read here. */
export interface TokenizerFile {
  readonly added_tokens?: readonly { readonly id: number; readonly content: string }[];
  readonly normalizer?: { readonly type?: string; readonly lowercase?: boolean } | null;
  readonly pre_tokenizer?: { readonly type?: string } | null;
  readonly post_processor?: {
    readonly type?: string;
    readonly single?: readonly {
      readonly SpecialToken?: { readonly id: string };
      readonly Sequence?: object;
    }[];
  } | null;
  readonly model?: {
    readonly type?: string;
    readonly vocab?: Readonly<Record<string, number>>;
    readonly unk_token?: string;
    readonly continuing_subword_prefix?: string;
    readonly max_input_chars_per_word?: number;
    readonly fuse_unk?: boolean;
  };
}

/** Ids without special tokens; null for a text that wants the full tokenizer. */
export type EncodePlain = (text: string) => number[] | null;

const PLAIN_TEXT = /^[\t\n\r\x20-\x7e]*$/;
const WORD_OR_SIGN = /[A-Za-z0-9]+|[!-/:-@[-`{-~]/g;
const DEFAULT_LONGEST_WORD = 100;

/**
 * BERT's tokenizer for plain ASCII, which most questions are: for them it gives the ids the full one gives (a test
 * holds them against each other), from the parsed file as it is. Making the full tokenizer takes 40 ms of a search.
 * Null for a file of another kind.
 */
export function createPlainWordPiece(file: TokenizerFile): EncodePlain | null {
  const { normalizer, pre_tokenizer: preTokenizer, model, added_tokens: added = [] } = file;
  if (normalizer?.type !== "BertNormalizer" || preTokenizer?.type !== "BertPreTokenizer") return null;
  if (model?.type !== "WordPiece" || model.vocab === undefined || model.fuse_unk === true) return null;
  const { vocab, unk_token: unknown = "[UNK]", continuing_subword_prefix: continuing = "##" } = model;
  const longest = model.max_input_chars_per_word ?? DEFAULT_LONGEST_WORD;
  const unknownId = vocab[unknown];
  if (typeof unknownId !== "number") return null;
  return (text) => {
    // Special tokens in the text are read as such by the full tokenizer.
    if (!PLAIN_TEXT.test(text) || added.some(({ content }) => text.includes(content))) return null;
    const ids: number[] = [];
    for (const [word] of (normalizer.lowercase === true ? text.toLowerCase() : text).matchAll(WORD_OR_SIGN)) {
      const pieces = word.length > longest ? null : toPieces(word, vocab, continuing);
      ids.push(...(pieces ?? [unknownId]));
    }
    return ids;
  };
}

/** The longest piece first; null when some of the word is in no piece. */
function toPieces(
  word: string,
  vocab: Readonly<Record<string, number>>,
  continuing: string,
): number[] | null {
  const ids: number[] = [];
  for (let start = 0; start < word.length; ) {
    let end = word.length;
    let id: number | undefined;
    for (; end > start; end--) {
      const piece = word.slice(start, end);
      id = vocab[start === 0 ? piece : continuing + piece];
      // "constructor" is in every object, but not as a number.
      if (typeof id === "number") break;
    }
    if (end === start || id === undefined) return null;
    ids.push(id);
    start = end;
  }
  return ids;
}
