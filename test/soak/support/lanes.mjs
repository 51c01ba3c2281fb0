import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createDocument, createMarker, editText } from "./texts.mjs";

const PICKED_UP_MS = 240_000;
const LOOK_MS = 100;
const FEWEST_FILES = 3;
const MOST_FILES = 14;

/**
 * One writer of files. A lane has files of its own, and changes none of them before the index is known to hold the
 * last change: so it can say what must be found and what must be gone.
 */
export class Lane {
  /** @readonly */
  #number;
  /** @readonly */
  #files;
  /** Paths of the changes in hand. @readonly */
  #busy = new Set();
  #next = 0;
  /** @readonly */
  #world;
  /** @readonly */
  #random;

  constructor(number, files, world) {
    this.#number = number;
    this.#files = new Set(files);
    this.#world = world;
    this.#random = world.random.fork(`lane ${number}`);
  }

  async run() {
    while (!this.#world.isOver()) {
      const changes = this.#random.several(1, 3, () => this.#change()).flat();
      if (this.#random.chance(0.3)) await this.#confirmByCommand(changes);
      else await this.#confirmByWatch(changes);
      for (const change of changes) {
        if (change.text === null) await this.#checkGone(change);
        else await this.#checkFound(change);
      }
      await sleep(this.#random.between(50, 400));
    }
  }

  /** Gives what became of which paths: { path, text, marker, }. */
  #change() {
    const { history } = this.#world;
    const random = this.#random;
    const settled = [...this.#files].filter((path) => !this.#busy.has(path));
    const path = settled.length === 0 ? undefined : random.pick(settled);
    const roll = random.next();
    if (path === undefined || settled.length < FEWEST_FILES || (roll < 0.25 && settled.length < MOST_FILES))
      return [
        this.#put(`lane-${this.#number}/note-${this.#next++}.md`, (marker) => createDocument(random, marker)),
      ];
    if (roll < 0.55) return [this.#put(path, (marker) => editText(random, history.latest(path), marker))];
    if (roll < 0.75) return this.#rename(path);
    return [this.#remove(path)];
  }

  #put(path, toText) {
    const { history, folder, spare } = this.#world;
    const marker = createMarker(this.#random);
    const text = toText(marker);
    const before = history.latest(path);
    history.write(path, text);
    this.#files.add(path);
    this.#busy.add(path);
    // A save as editors do it: whole or not at all.
    const aside = join(spare, `${this.#number}.part`);
    writeFileSync(aside, text);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    renameSync(aside, join(folder, path));
    this.#world.counts[before === undefined ? "added" : "edited"]++;
    return { path, text, marker };
  }

  #rename(path) {
    const { history, folder, counts } = this.#world;
    const text = history.latest(path);
    const target = `lane-${this.#number}/moved-${this.#next++}${path.slice(path.lastIndexOf("."))}`;
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    history.write(target, text);
    history.remove(path);
    renameSync(join(folder, path), join(folder, target));
    this.#files.delete(path);
    this.#files.add(target);
    this.#busy.add(path).add(target);
    counts.renamed++;
    const word = /\bq[bcdfghjklmnpqrtvwxz]{10}\b/.exec(text)?.[0];
    return [
      { path: target, text, marker: word === undefined ? null : { latin: word, korean: null } },
      { path, text: null },
    ];
  }

  #remove(path) {
    const { history, folder, counts } = this.#world;
    history.remove(path);
    rmSync(join(folder, path));
    this.#files.delete(path);
    this.#busy.add(path);
    counts.deleted++;
    return { path, text: null };
  }

  /** An ingest that began after the change and ended well: all of it must be there, vectors too. */
  async #confirmByCommand(changes) {
    const isDone = await this.#world.ingest();
    if (isDone) this.#settle(changes);
    else await this.#confirmByWatch(changes);
  }

  /** Nobody is told to: the watching process must see it. */
  async #confirmByWatch(changes) {
    const started = performance.now();
    for (const change of changes) {
      // Of a path that was changed twice in one go the last counts.
      const isIn = async () => {
        const { status, value } = await this.#world.readDocument(change.path);
        const wanted = this.#world.history.latest(change.path);
        return wanted === null ? status === 404 : status === 200 && value.text === wanted;
      };
      await this.#until(isIn, started, () => `${change.path} was not picked up`);
      const hasVectors = async () => (await this.#world.countVectors(change.path)) > 0;
      if (this.#world.history.latest(change.path) !== null)
        await this.#until(hasVectors, started, () => `${change.path} got no vectors`);
    }
    this.#world.pickedUp.push(performance.now() - started);
    this.#settle(changes);
  }

  async #until(isTrue, started, toProblem) {
    while (!(await isTrue())) {
      if (performance.now() - started > PICKED_UP_MS) {
        this.#world.findings.add(`${toProblem()} within ${PICKED_UP_MS / 1000} s`);
        return;
      }
      await sleep(LOOK_MS);
    }
  }

  #settle(changes) {
    for (const { path } of changes) {
      this.#world.history.confirm(path);
      this.#busy.delete(path);
    }
    this.#world.counts.confirmed += changes.length;
  }

  async #checkFound({ path, text, marker }) {
    const { findings, history } = this.#world;
    if (marker === null || history.latest(path) !== text) return;
    const mode = this.#random.pick(["lexical", "hybrid"]);
    const query = marker.korean !== null && this.#random.chance(0.4) ? `"${marker.korean}"` : marker.latin;
    const paths = await this.#world.findPaths(query, mode);
    findings.check(
      paths.includes(path),
      () => `${path} is stored, and ${mode} search for ${query} finds ${paths}`,
    );
    const vectors = await this.#world.countVectors(path);
    findings.check(vectors > 0, () => `${path} is stored, and search by meaning does not find it`);
  }

  async #checkGone({ path }) {
    const { findings } = this.#world;
    const { status } = await this.#world.readDocument(path);
    const vectors = await this.#world.countVectors(path);
    findings.check(
      status === 404 && vectors === 0,
      () => `${path} is gone, and is found (${status}, ${vectors} vectors)`,
    );
  }
}
