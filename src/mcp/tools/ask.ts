import { toAskOptions } from "../../app/search-request.ts";
import { KebabError } from "../../core/errors.ts";
import { type Answer, answer } from "../../wire/answer.ts";
import { askRequest } from "../../wire/search-request.ts";
import { renderAnswer } from "../text.ts";
import { defineTool } from "../tool.ts";

export const askTool = defineTool({
  name: "ask",
  title: "Answer a question from the knowledge base",
  description: `Answers a question from the user's own documents, each statement cited as [n] and checked against what it cites, or refuses and shows the nearest passages: a refusal is a result, not a failure, and means that the documents do not say it. For one factual question ("배포 롤백은 어떻게 하지?", "Which port does bori-search listen on?"). For surveys, comparisons and anything you want to reason about yourself, \`search\` and \`fetch\` give you the passages.

Takes the filters of \`search\`: {"question": "인증서 갱신은 누가 하나?", "path": "ops/**"}. multi_hop takes a question of several parts apart; it needs a configured language model, as provider "ollama" or "openai" do; leave provider and model out to use what the user has configured.`,
  input: askRequest,
  output: answer,
  writes: false,
  // A model may word the same answer anew; nothing is left behind either way.
  isIdempotent: true,
  call: async ({ question, ...request }, { kebab, signal, progress }) => {
    let final: Answer | null = null;
    for await (const event of kebab.askStream(question, { ...(await toAskOptions(request)), signal })) {
      if (event.kind === "sources") progress.tell(`reading ${event.sources.length} sources`);
      else if (event.kind === "text") progress.tell(event.text);
      else final = event.answer;
    }
    if (final === null) {
      throw new KebabError("internal", "Cannot answer: the stream ended without its last event");
    }
    return { structured: final, text: [renderAnswer(final)] };
  },
});
