// Two hundred questions to the corpus, in seven classes, from a seed.
import { between, createRandom, pick } from "./random.mjs";
import { createVocabulary } from "./vocabulary.mjs";

const SEED = 4711;
const CLASSES = [
  ["rare word", 30, rareWord],
  ["common word", 30, commonWord],
  ["two words", 30, twoWords],
  ["question", 40, question],
  ["korean", 30, korean],
  ["mixed", 20, mixed],
  ["identifier", 20, (random, vocabulary) => vocabulary.identifier(random)],
];

export function createQueries() {
  const random = createRandom(SEED);
  const vocabulary = createVocabulary();
  return CLASSES.flatMap(([kind, count, make]) =>
    Array.from({ length: count }, () => ({ kind, text: make(random, vocabulary) })),
  );
}

function rareWord(random, { english }) {
  return english[between(random, 12_000, 29_000)];
}

function commonWord(random, { english, firstContentRank }) {
  return english[firstContentRank + between(random, 0, 250)];
}

function twoWords(random, vocabulary) {
  return `${askedWord(random, vocabulary)} ${askedWord(random, vocabulary)}`;
}

/** People ask with words of every frequency: as often from rank 10 to 100 as from 100 to 1000. */
function askedWord(random, { english, firstContentRank }) {
  return english[firstContentRank + Math.floor(8000 ** random())];
}

/** Six to ten words, three or four of them with something to say. */
function question(random, vocabulary) {
  const word = () => askedWord(random, vocabulary);
  return pick(random, [
    () => `how do we ${word()} the ${word()} of a ${word()}`,
    () => `what is the ${word()} for ${word()} in our ${word()}?`,
    () => `why does the ${word()} ${word()} after each ${word()} ${word()}`,
    () => `which ${word()} should be used with ${word()} ${word()}`,
    () => `where can you find the ${word()} about ${word()} and ${word()}`,
  ])();
}

function korean(random, vocabulary) {
  const noun = () => vocabulary.koreanNoun(random);
  return pick(random, [
    () => noun(),
    () => `${noun()} ${noun()}`,
    () => `${noun()}에서 ${noun()}을 어떻게 ${vocabulary.koreanVerb(random)}`,
  ])();
}

function mixed(random, vocabulary) {
  const noun = () => vocabulary.koreanNoun(random);
  const word = () => askedWord(random, vocabulary);
  return pick(random, [
    () => `${word()} ${noun()}`,
    () => `${word()}에서 ${noun()} ${vocabulary.koreanVerb(random)}`,
    () => `${noun()}의 ${word()} ${word()}`,
  ])();
}
