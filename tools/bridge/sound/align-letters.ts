/** A sound and the letters that write it; unwritten sounds have none. */
export interface Sound {
  /** ARPAbet without the stress: "AH", "K". */
  readonly phoneme: string;
  readonly isStressed: boolean;
  readonly letters: string;
}

/** Letters that write each sound of American English; others cost. */
const SPELLINGS: Readonly<Record<string, string>> = {
  AA: "a o aa ah ea ho au",
  AE: "a ai au ha",
  AH: "a e i o u ou ai io eo ea oo y ia oe ha",
  AO: "o a au aw ou oa augh ough oo",
  AW: "ou ow ough hou au",
  AY: "i y ie igh ai ei uy eye ye eigh ia",
  EH: "e ea a ai ie ei ae he",
  ER: "er ir ur or ar ear our re yr err urr ure orr arr irr eur ro",
  EY: "a ai ay ei ey e ea eigh ae et ee au",
  IH: "i y e a ui u o ee ea ie ai hi ei",
  IY: "e ee ea i y ie ei ey eo ae oe ay",
  OW: "o oa ow oe ou ough eau oh aux au",
  OY: "oi oy",
  UH: "u oo ou o eu",
  UW: "u oo ou o ew ue ui eu wo oe ough ieu eue",
  B: "b bb be",
  CH: "ch tch t c che tche tu",
  D: "d dd ed de ld",
  DH: "th the",
  F: "f ff ph gh fe lf ffe",
  G: "g gg gh gu gue x",
  HH: "h wh j",
  JH: "j g dg dge ge d gg dj",
  K: "k c ck ch q cc qu ke que x lk kk cqu cch kh",
  L: "l ll le lle el",
  M: "m mm mb me mn lm mme",
  N: "n nn kn gn ne pn nd nne dn",
  NG: "n ng ngue",
  P: "p pp pe ph",
  R: "r rr wr re rh rre",
  S: "s ss c sc ce se ps sse z st sts",
  SH: "sh t ti ci ss s ch ssi si sch c ce sci x sti",
  T: "t tt ed te th bt ght tte pt dt",
  TH: "th the",
  V: "v vv f ve ph",
  W: "w wh u o",
  Y: "y i u j e",
  Z: "z zz s x se ze ss es sc the zze",
  ZH: "s si z g ge ti j",
};

const WRITES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(SPELLINGS).map(([phoneme, letters]) => [phoneme, new Set(letters.split(" "))]),
);

const LONGEST = 4;

/** Gives every sound of a word the letters that most likely write it. */
export function alignLetters(word: string, phonemes: readonly string[]): Sound[] {
  const table = fillTable(word, phonemes);
  const sounds: Sound[] = [];
  let end = word.length;
  for (let index = phonemes.length; index > 0; index--) {
    const begin = table[index]?.[end]?.begin ?? end;
    const written = phonemes[index - 1] ?? "";
    sounds.unshift({
      phoneme: written.replace(/\d$/, ""),
      isStressed: /[12]$/.test(written),
      letters: word.slice(begin, end),
    });
    end = begin;
  }
  return sounds;
}

interface Cell {
  readonly cost: number;
  readonly begin: number;
}

/** table[i][j]: the cheapest way to write the first i sounds with the first j letters. */
function fillTable(word: string, phonemes: readonly string[]): Cell[][] {
  const table: Cell[][] = [
    Array.from({ length: word.length + 1 }, (_, at) => ({
      cost: at === 0 ? 0 : Number.POSITIVE_INFINITY,
      begin: 0,
    })),
  ];
  for (const [index, written] of phonemes.entries()) {
    const before = table[index] ?? [];
    table.push(
      Array.from({ length: word.length + 1 }, (_, end) => {
        let best: Cell = { cost: Number.POSITIVE_INFINITY, begin: end };
        for (let begin = Math.max(0, end - LONGEST); begin <= end; begin++) {
          const cost =
            (before[begin]?.cost ?? Number.POSITIVE_INFINITY) + toCost(written, word.slice(begin, end));
          if (cost < best.cost) best = { cost, begin };
        }
        return best;
      }),
    );
  }
  return table;
}

function toCost(written: string, letters: string): number {
  if (letters === "") return 1.1;
  const phoneme = written.replace(/\d$/, "");
  if (WRITES.get(phoneme)?.has(letters) === true) {
    // A consonant takes an e that a vowel beside it does not want.
    const isSilentE = letters.endsWith("e") && !/\d$/.test(written);
    return (letters.length === 1 ? 0 : 0.05 * letters.length) + (isSilentE ? 0.1 : 0);
  }
  const first = letters[0] ?? "";
  return (WRITES.get(phoneme)?.has(first) === true ? 0.4 : 1.5) + letters.length * 0.5;
}
