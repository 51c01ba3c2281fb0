// Korean passages through the default model: its table reads them, the weights are not asked.
import { between, createRandom } from "../corpus/random.mjs";
import { createVocabulary } from "../corpus/vocabulary.mjs";
import { median, round, summarise } from "../support/statistics.mjs";
import { workFolder } from "../support/workshop.mjs";
import { readConfig } from "./search.mjs";

const SEED = 170;
const LENGTH = 150;
/** As many as an index run hands over at once. */
const BATCH = 64;

export async function measureBridge(workshop, { passages, repeats }) {
  const texts = makeKoreanPassages(passages);
  const config = await readConfig(workshop, workFolder("homes", "bridge"));
  const rates = [];
  // The first round warms the compiler, and is thrown away. Each round has a new embedder, which knows no word yet.
  for (let repeat = -1; repeat < repeats; repeat++) {
    const embedder = await workshop.insides.openEmbedder({ ...config.embeddings, threads: 1 });
    // Reads the table and takes its checksum, once a run of whatever length.
    await embedder.embedDocuments(texts.slice(0, 1));
    const before = process.cpuUsage();
    for (let at = 0; at < texts.length; at += BATCH)
      await embedder.embedDocuments(texts.slice(at, at + BATCH));
    const { user, system } = process.cpuUsage(before);
    if (repeat >= 0) rates.push(texts.length / ((user + system) / 1e6));
    await embedder[Symbol.asyncDispose]();
  }
  return {
    repeats,
    passages,
    characters: summarise(texts.map(({ length }) => length)),
    per_cpu_second: round(median(rates)),
  };
}

/** Sentences of nouns with particles, adverbs and verbs, without a Latin letter. */
function makeKoreanPassages(count) {
  const vocabulary = createVocabulary();
  const random = createRandom(SEED);
  const sentence = () => {
    const words = [];
    for (let phrase = between(random, 2, 6); phrase > 0; phrase--) {
      words.push(vocabulary.koreanNoun(random) + vocabulary.particle(random));
      if (random() < 0.3) words.push(vocabulary.koreanAdverb(random));
    }
    return `${words.join(" ")} ${vocabulary.koreanVerb(random)}.`;
  };
  return Array.from({ length: count }, () => {
    let text = sentence();
    while (text.length < LENGTH) text += ` ${sentence()}`;
    return text;
  });
}
