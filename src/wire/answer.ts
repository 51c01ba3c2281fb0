import { z } from "zod";
import { REFUSAL_REASONS } from "../core/refusal.ts";
import { SEARCH_MODES } from "../core/search.ts";
import { SENTENCE_PROBLEMS } from "../core/sentence-problem.ts";
import { citation, searchHit } from "./search.ts";

const count = z.int().min(0);
const share = z.number().min(0).max(1);

const sentence = z.strictObject({
  text: z.string().describe("As it was said, with its [n]"),
  citations: z
    .array(z.int())
    .describe("The numbers it cites; one that is not among the sources is a problem"),
  claim: z.boolean().describe("False for what states nothing, such as a heading"),
  supported: z.boolean(),
  problems: z.array(z.enum(SENTENCE_PROBLEMS)),
  missing: z.array(z.string()).describe("Numbers and names of the sentence that the cited text lacks"),
  word_overlap: share.nullable(),
  cosine: z.number().nullable(),
});

const source = z.strictObject({
  number: z.int().min(1).describe("What [1] in the answer means"),
  cited: z.boolean(),
  doc_id: z.string(),
  doc_path: z.string(),
  title: z.string(),
  heading_path: z.array(z.string()),
  uri: z.string().describe("The whole of it: notes/a.md#L12-L34; on several pages, one a page"),
  chunk_ids: z.array(z.string()).describe("One chunk, or neighbours that were found together"),
  citations: z.array(citation).describe("One a chunk, in the order of chunk_ids"),
  rank: z.int().min(1),
  tokens: count,
  stale: z.boolean().describe("The file has changed or gone since it was indexed"),
});

const gate = z.strictObject({
  passed: z.boolean(),
  evidence: share.describe("How much of the question the best passages bear on"),
  threshold: share,
  coverage: share
    .nullable()
    .describe("Share of the question's telling words found in one passage, by how rare they are"),
  missing_terms: z.array(z.string()).describe("Telling words that no passage of the index holds"),
  cosine: z.number().nullable().describe("Of the nearest passage; null when meaning search abstained"),
  background: z
    .strictObject({ mean: z.number(), deviation: z.number(), samples: count })
    .nullable()
    .describe(
      "Cosines of everyday questions to passages of this index taken at random, or to the one passage in another language that decided",
    ),
});

const packing = z.strictObject({
  budget_tokens: count,
  used_tokens: count,
  packed: count.describe("Chunks that fitted"),
  left_out: count.describe("Chunks that were found and did not fit"),
  prompt: z.array(z.strictObject({ role: z.string(), content: z.string() })),
});

const part = z.strictObject({ question: z.string(), chunk_ids: z.array(z.string()) });

export const answer = z.strictObject({
  schema_version: z.literal("answer.v1"),
  question: z.string(),
  lang: z.string().describe("Of the question, and of what is said for people"),
  mode: z.enum(SEARCH_MODES),
  answer: z
    .string()
    .nullable()
    .describe("With its [n]; null with a refusal, except for stream_aborted: what was said so far"),
  grounded: z.boolean().describe("There is an answer, and every claim in it is supported by what it cites"),
  refusal_reason: z.enum(REFUSAL_REASONS).nullable(),
  message: z.string().nullable().describe("Why there is no answer, for people"),
  sentences: z.array(sentence),
  sources: z.array(source),
  candidates: z.array(searchHit).describe("With a refusal: the nearest passages"),
  gate: gate.nullable().describe("Null when nothing was found"),
  provider: z.enum(["extractive", "ollama", "openai"]),
  model: z.string(),
  prompt_version: z.string(),
  usage: z.strictObject({ prompt_tokens: count, answer_tokens: count }).nullable(),
  index_version: z.string().nullable(),
  warnings: z.array(z.string()),
  explain: z
    .strictObject({
      hits: z.array(searchHit),
      packing: packing.nullable(),
      parts: z.array(part).describe("With --multi-hop: the questions this one was taken apart into"),
      timing: z.strictObject({
        total_ms: z.number(),
        retrieve_ms: z.number(),
        generate_ms: z.number(),
        check_ms: z.number(),
      }),
    })
    .optional(),
});

/** What a stream of an answer is made of: `sources` once the model is asked, any number of `text`, then one `final`. */
export const answerEvent = z.discriminatedUnion("kind", [
  z.strictObject({
    schema_version: z.literal("answer_event.v1"),
    kind: z.literal("sources"),
    sources: z.array(source),
  }),
  z.strictObject({ schema_version: z.literal("answer_event.v1"), kind: z.literal("text"), text: z.string() }),
  z.strictObject({ schema_version: z.literal("answer_event.v1"), kind: z.literal("final"), answer }),
]);

export type Answer = z.infer<typeof answer>;
export type AnswerEvent = z.infer<typeof answerEvent>;
export type AnswerSource = Answer["sources"][number];
export type AnswerSentence = Answer["sentences"][number];
