import { toAskOptions, toSearchOptions } from "../../app/search-request.ts";
import type { AnswerEvent } from "../../wire/answer.ts";
import { askRequest, type SearchRequest, searchRequest } from "../../wire/search-request.ts";
import { type ServerEvent, toEventStream, wantsJson } from "../event-stream.ts";
import { type Call, defineRoute, type Route } from "../route.ts";

const search = {
  path: "/api/v1/search",
  writes: false,
  turn: "search",
  answers: { wire: "search_response.v1" },
} as const;

export const SEARCH_ROUTES: readonly Route[] = [
  defineRoute({
    ...search,
    method: "GET",
    name: "search",
    about: "Find passages; a filter of several names takes them with commas",
    query: searchRequest,
    handle: ({ server, query }) => find(server, query),
  }),
  defineRoute({
    ...search,
    method: "POST",
    name: "searchByBody",
    about: "Find passages",
    body: searchRequest,
    handle: ({ server, body }) => find(server, body),
  }),
  defineRoute({
    method: "POST",
    path: "/api/v1/ask",
    name: "ask",
    about:
      "Answer a question with citations, or refuse: as events while it is written, or with Accept: application/json all at once",
    writes: false,
    // Takes its turn by itself: it lasts as long as the stream.
    turn: null,
    body: askRequest,
    answers: {
      wire: "answer.v1",
      events: {
        sources: "answer_event.v1",
        text: "answer_event.v1",
        final: "answer_event.v1",
        error: "error.v1",
      },
    },
    handle: async (call) => {
      const { question, ...request } = call.body;
      const { server } = call;
      const options = { ...(await toAskOptions(request)), signal: call.signal };
      const release = await server.takeTurn("answer", call.signal);
      if (wantsJson(call.request)) return server.kebab.ask(question, options).finally(release);
      try {
        return await streamAnswer(server.kebab.askStream(question, options), call, release);
      } catch (error) {
        release();
        throw error;
      }
    },
  }),
];

async function find(server: Call<unknown, unknown>["server"], { query, ...request }: SearchRequest) {
  return server.kebab.search(query, await toSearchOptions(request));
}

/** The first event is waited for: what fails before it has a status of its own. */
async function streamAnswer(
  answers: AsyncGenerator<AnswerEvent, void, undefined>,
  { server, request }: Call<unknown, unknown>,
  onEnd: () => void,
): Promise<Response> {
  const first = await answers.next();
  async function* toEvents(): AsyncGenerator<ServerEvent> {
    try {
      if (first.done === true) return;
      yield { event: first.value.kind, data: first.value };
      for await (const answer of answers) yield { event: answer.kind, data: answer };
    } finally {
      await answers.return();
    }
  }
  return toEventStream(toEvents(), { toError: server.toErrorEvent, gone: request.signal, onEnd });
}
