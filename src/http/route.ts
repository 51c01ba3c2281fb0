import type { z } from "zod";
import type { Kebab } from "../app/kebab.ts";
import type { WireName } from "../wire/schemas.ts";
import type { ServerEvent } from "./event-stream.ts";

/** Which queue a call stands in. */
export type TurnName = "search" | "answer" | "write";

/** What every call may use of the server. */
export interface Surroundings {
  readonly kebab: Kebab;
  readonly version: string;
  readonly readonly: boolean;
  /** Aborts when the server is told to end: long work stops at its next good place. */
  readonly stopping: AbortSignal;
  readonly toErrorEvent: (error: unknown) => ServerEvent;
  /** Takes a turn that a stream gives back at its end. */
  takeTurn(name: TurnName, signal: AbortSignal): Promise<() => void>;
  /** Work that goes on after its caller has gone; the server waits for it at its end. */
  keep(work: Promise<unknown>): void;
}

export interface Call<Query, Body> {
  readonly server: Surroundings;
  readonly request: Request;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
}

/** What a route gives back: a value of the wire, or a file in so many words. */
export type Answers =
  | { readonly wire: WireName; readonly events?: Readonly<Record<string, WireName>> }
  | { readonly type: string; readonly about: string };

interface RouteFacts {
  readonly method: "GET" | "POST";
  /** With `:name` for a part that is given. */
  readonly path: string;
  readonly name: string;
  readonly about: string;
  readonly writes: boolean;
  readonly turn: TurnName | null;
  readonly answers: Answers;
}

/** One line of the table that routing, rules, OpenAPI and tests read. */
export interface Route extends RouteFacts {
  readonly query: z.ZodObject | null;
  readonly body: z.ZodObject | "bytes" | null;
  handle(call: Call<unknown, unknown>): Promise<object>;
}

type InferBody<Body> = Body extends z.ZodObject ? z.infer<Body> : Body extends "bytes" ? Uint8Array : null;
type InferQuery<Query> = Query extends z.ZodObject ? z.infer<Query> : null;

/** Types of query and body come from the schemas that check them. */
export function defineRoute<
  Query extends z.ZodObject | null = null,
  Body extends z.ZodObject | "bytes" | null = null,
>(
  facts: RouteFacts & {
    readonly query?: Query;
    readonly body?: Body;
    handle(call: Call<InferQuery<Query>, InferBody<Body>>): Promise<object>;
  },
): Route {
  return {
    ...facts,
    query: facts.query ?? null,
    body: facts.body ?? null,
    // What comes in has been held against these schemas before.
    handle: (call) => facts.handle(call as Call<InferQuery<Query>, InferBody<Body>>),
  };
}
