import { setTimeout as sleep } from "node:timers/promises";
import { askServer, callTool, runCommand } from "./clients.mjs";

const SOURCE = "notes";
const LOCKED_MS = 60_000;
const RETRY_MS = 300;
/** A process that opens the index itself, whether a server runs or not. */
const ALONE = { KEBAB_NO_SERVER: "1" };

/** What lanes and workers share: ways to ask and to write, each of which checks what comes back, and counts. */
export class World {
  counts = { added: 0, edited: 0, renamed: 0, deleted: 0, confirmed: 0, answers: 0, locked: 0 };
  /** Milliseconds from a change of a file until the index held it, where nobody was told. */
  pickedUp = [];
  /** By name: how long each took. @readonly */
  #took = {};

  /** `parts`: setup, server, mcp, history, findings, checks, random, folder, spare, isOver. */
  constructor(parts) {
    Object.assign(this, parts);
  }

  async searchByHttp(request) {
    const name = `http ${request.mode}`;
    const mark = this.history.mark();
    const { value } = await this.#get(name, `/api/v1/search?${toQuery(request)}`);
    return this.#checkSearch(name, value, request, mark);
  }

  async searchByMcp(request) {
    const mark = this.history.mark();
    const value = await this.#call("mcp search", "search", request);
    return value === null ? null : this.#checkSearch("mcp search", value, request, mark);
  }

  async searchByCommand({ isAlone, ...request }) {
    const name = isAlone ? "command search, alone" : "command search, by the server";
    const mark = this.history.mark();
    const words = ["search", "--mode", request.mode, "--", request.query];
    const { code, value, stderr } = await this.#run(name, words, isAlone ? ALONE : {});
    const isRight = code === (value?.returned > 0 ? 0 : 1);
    this.findings.check(isRight, () => `${name}: exit ${code} for ${request.query}: ${stderr.slice(-300)}`);
    return isRight ? this.#checkSearch(name, value, request, mark) : null;
  }

  /** By whichever way the dice say; gives the paths of the hits. */
  async findPaths(query, mode) {
    const { random } = this;
    const ways = [
      () => this.searchByHttp({ query, mode }),
      () => this.searchByMcp({ query, mode }),
      () => this.searchByCommand({ query, mode, isAlone: random.chance(0.5) }),
    ];
    const found = await random.pick(ways)();
    return found?.response?.hits.map((hit) => hit.doc_path) ?? [];
  }

  async ask(way, question) {
    const name = `${way} ask`;
    const mark = this.history.mark();
    const ways = {
      http: async () => (await this.#get(name, "/api/v1/ask", { body: { question } })).value,
      mcp: () => this.#call(name, "ask", { question }),
      command: async () => {
        const { code, value, stderr } = await this.#run(name, ["ask", "--", question], ALONE);
        const isRight = code === (value?.answer == null ? 1 : 0);
        this.findings.check(isRight, () => `${name}: exit ${code}: ${stderr.slice(-300)}`);
        return isRight ? value : null;
      },
    };
    const value = await ways[way]();
    if (value !== null) this.checks.answer(name, value, { question, mark });
  }

  /** What a hit cites, by its chunk and by its lines. */
  async followHit(hit, mark) {
    const chunk = await this.#get("http chunk", `/api/v1/chunks/${hit.chunk_id}/text`, {
      allowed: [200, 404],
    });
    this.checks.chunk("http chunk", chunk, { hit, mark });
    const where = toQuery({ uri: hit.citation.uri, source: hit.source_id });
    // A span that ends behind the end of a file that is shorter now is no good request.
    const span = await this.#get("http span", `/api/v1/fetch?${where}`, { allowed: [200, 400, 404] });
    this.checks.span("http span", span, { hit, mark });
    const fetched = await this.#timed("mcp fetch", () =>
      callTool(this.mcp, "fetch", { chunk_id: hit.chunk_id }),
    );
    const status = fetched.isError && fetched.value?.code === "not-found" ? 404 : 200;
    this.checks.chunk("mcp fetch", { status, value: fetched.value }, { hit, mark });
  }

  readDocument(path) {
    const where = `/api/v1/docs/${encodeURIComponent(path)}/text?${toQuery({ source: SOURCE })}`;
    return this.#get("http document", where, { allowed: [200, 404] });
  }

  /** Under a filter the vector search is exact: a document has a hit as soon as it has a vector. */
  async countVectors(path) {
    const request = { query: "release notes", mode: "vector", path, source: SOURCE };
    const { status, value } = await this.#get("http vector, one path", `/api/v1/search?${toQuery(request)}`);
    return status === 200 ? value.hits.length : 0;
  }

  /** True once a run of its own has ended well; another writer may keep it waiting. */
  async ingest() {
    for (const started = performance.now(); performance.now() - started < LOCKED_MS; await sleep(RETRY_MS)) {
      const ran = await this.#run("command ingest", ["ingest"]);
      if (ran.code === 0) return this.checks.parse("command ingest", "ingest_report.v1", ran.value) !== null;
      if (!this.#isLocked("command ingest", ran)) return false;
    }
    return false;
  }

  /** A note whose turn does not come is kept in the library, for the next ingest. */
  async note(way, text) {
    this.history.addNote(text);
    const name = `${way} note`;
    if (way === "http") {
      const { status, value } = await this.#get(name, "/api/v1/notes", {
        body: { text },
        allowed: [200, 409],
      });
      if (status === 409) this.counts.locked++;
      else this.checks.parse(name, "document.v1", value);
    } else if (way === "mcp") {
      const value = await this.#call(name, "ingest_note", { text });
      if (value !== null) this.checks.parse(name, "document.v1", value);
    } else {
      const ran = await this.#run(name, ["note", text]);
      if (ran.code === 0) this.checks.parse(name, "document.v1", ran.value);
      else this.#isLocked(name, ran);
    }
  }

  async tag(path, tag) {
    const ran = await this.#run("command tag", ["tag", path, tag, "--source", SOURCE]);
    if (ran.code !== 0) {
      this.#isLocked("command tag", ran);
      return;
    }
    const document = this.checks.parse("command tag", "document.v1", ran.value);
    const isTagged = document === null || document.tags.includes(tag);
    this.findings.check(isTagged, () => `command tag: ${path} has no tag ${tag}`);
  }

  /** At the end: every note that was ever given is in the index. */
  async checkNotes() {
    const words = ["list", "docs", "--source", "library", "--top", "10000"];
    const { value } = await runCommand(this.setup, words);
    const { notes } = this.history;
    this.findings.check(
      value?.total === notes,
      () => `${notes} notes were given, ${value?.total} are stored`,
    );
  }

  summary() {
    const { answers, locked, ...changes } = this.counts;
    const files = Object.entries(changes).map(([name, count]) => `${count} ${name}`);
    return {
      files: `${this.history.files().length} at the end; ${files.join(", ")}`,
      notes: this.history.notes,
      answers: `${answers} checked; ${locked} times a writer was told to wait`,
      "write to searchable": `${this.pickedUp.length} by watch: ${toSpread(this.pickedUp)}`,
      ...Object.fromEntries(
        Object.entries(this.#took).map(([name, list]) => [name, `${list.length}: ${toSpread(list)}`]),
      ),
    };
  }

  async #timed(name, work) {
    const started = performance.now();
    const result = await work();
    this.#took[name] ??= [];
    this.#took[name].push(performance.now() - started);
    this.counts.answers++;
    return result;
  }

  /** No answer of the server may be its own fault, and every error has its schema. */
  async #get(name, path, { body, allowed = [200] } = {}) {
    const answer = await this.#timed(name, () => askServer(this.server, path, body));
    const told = () => `${name}: ${path} is answered ${answer.status}: ${toShort(answer.value)}`;
    this.findings.check(allowed.includes(answer.status), told);
    if (answer.status >= 400) this.checks.parse(name, "error.v1", answer.value);
    return answer;
  }

  /** What a tool gave; null where another writer was at work, and for an error, which is a failure. */
  async #call(name, tool, args) {
    const { isError, value } = await this.#timed(name, () => callTool(this.mcp, tool, args));
    if (!isError) return value;
    if (value?.code === "locked") this.counts.locked++;
    else this.findings.add(`${name}: ${toShort(value)}`);
    return null;
  }

  #run(name, words, env) {
    return this.#timed(name, () => runCommand(this.setup, words, env));
  }

  /** Told to wait, which is no failure; any other error is one. */
  #isLocked(name, { code, signal, error, stderr }) {
    const isLocked = error?.code === "locked";
    if (isLocked) this.counts.locked++;
    else this.findings.add(`${name}: exit ${code ?? signal}: ${stderr.slice(-400)}`);
    return isLocked;
  }

  #checkSearch(name, value, { query, mode }, mark) {
    return { response: this.checks.search(name, value, { query, mode, mark }), mark };
  }
}

function toQuery(values) {
  return new URLSearchParams(values).toString();
}

function toShort(value) {
  return JSON.stringify(value)?.slice(0, 300);
}

function toSpread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms`;
}
