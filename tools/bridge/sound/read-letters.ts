import type { Sound } from "./align-letters.ts";

/** Letters and the sounds a Korean reader gives them, longest first. */
const READINGS: readonly (readonly [letters: string, ...phonemes: string[]])[] = [
  ["tch", "CH"],
  ["sch", "S", "K"],
  ["ch", "CH"],
  ["ck", "K"],
  ["ph", "F"],
  ["sh", "SH"],
  ["th", "TH"],
  ["wh", "W"],
  ["qu", "K", "W"],
  ["ee", "IY"],
  ["ea", "IY"],
  ["oo", "UW"],
  ["ou", "AW"],
  ["ow", "AW"],
  ["ai", "EY"],
  ["ay", "EY"],
  ["au", "AO"],
  ["ce", "S", "EH"],
  ["ci", "S", "IH"],
  ["ng", "NG"],
  ["a", "AA"],
  ["e", "EH"],
  ["i", "IH"],
  ["o", "OW"],
  ["u", "UW"],
  ["y", "IY"],
  ["b", "B"],
  ["c", "K"],
  ["d", "D"],
  ["f", "F"],
  ["g", "G"],
  ["h", "HH"],
  ["j", "JH"],
  ["k", "K"],
  ["l", "L"],
  ["m", "M"],
  ["n", "N"],
  ["p", "P"],
  ["q", "K"],
  ["r", "R"],
  ["s", "S"],
  ["t", "T"],
  ["v", "V"],
  ["w", "W"],
  ["x", "K", "S"],
  ["z", "Z"],
];

/**
 * Reads a name that no dictionary has letter by letter: grafana 그라파나.
 * Undefined where nobody could say it: "nfs", "xkcd".
 */
export function readLetters(word: string): Sound[] | undefined {
  if (!canBeSaid(word)) return undefined;
  const said = word.replace(/([^aeiou])\1/g, "$1").replace(/(?<=[aeiouy][^aeiouy])e$/, "");
  const sounds: Sound[] = [];
  for (let at = 0; at < said.length; ) {
    if (/^[eo]r$/.test(said.slice(at))) {
      sounds.push({ phoneme: "ER", isStressed: false, letters: said.slice(at) });
      break;
    }
    const [letters, ...phonemes] = READINGS.find(([start]) => said.startsWith(start, at)) ?? [said[at] ?? ""];
    sounds.push(...phonemes.map((phoneme) => ({ phoneme, isStressed: true, letters })));
    at += letters.length;
  }
  return sounds;
}

const BEGINNING =
  /^(?:[bcdfghjklmnprstvwxyz]|qu|[bcfgkp][lr]|[dt]r|s[ckmnptwl]|[cstpw]h|tw|dw|kn|wr|sc[hr]|s[pt]r|spl|[st]hr|chr)?[aeiouy]/;
const ENDING = /(?:[bcdfgkpstvz][lrmn]|[^aeiouy]{3})$/;

function canBeSaid(word: string): boolean {
  return (
    word.length > 3 &&
    /^[a-z]+$/.test(word) &&
    BEGINNING.test(word) &&
    !ENDING.test(word) &&
    !/[^aeiouy]{4}/.test(word)
  );
}
