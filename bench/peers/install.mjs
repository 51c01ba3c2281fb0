// The peers' packages, installed apart from kebab's, and how much of a disk each takes.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/workshop.mjs";
import { PEERS_FOLDER } from "./load.mjs";

const INSTALL = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];
/** So many of kebab's packages are named with their size. */
const LARGEST = 5;
const FILES = ["package.json", "package-lock.json"];

/** Null, or why they cannot be had. Once: the same lock file is not installed again. */
export function installPeers() {
  const stamp = join(PEERS_FOLDER, "installed.txt");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === hashOfLock()) return null;
  mkdirSync(PEERS_FOLDER, { recursive: true });
  for (const name of FILES) cpSync(join(ROOT, "bench", "peers", name), join(PEERS_FOLDER, name));
  const ended = spawnSync("npm", INSTALL, { cwd: PEERS_FOLDER, encoding: "utf8" });
  if (ended.status !== 0) return `could not be installed: ${firstErrors(ended.stderr ?? "")}`;
  writeFileSync(stamp, hashOfLock());
  return null;
}

/** The first lines of npm's complaint say what is wrong, the rest how to use npm. */
function firstErrors(told) {
  const lines = told.split("\n").filter((line) => /^npm error \S/.test(line));
  return lines.slice(0, 3).join("; ");
}

export function hashOfLock() {
  return createHash("sha256")
    .update(readFileSync(join(ROOT, "bench", "peers", "package-lock.json")))
    .digest("hex");
}

/** The packages, and all that npm installs for them on this system. */
export function sizeOfPackages(names) {
  return sizeOfClosure(PEERS_FOLDER, join(PEERS_FOLDER, "package-lock.json"), names);
}

export function versionOf(name) {
  return JSON.parse(readFileSync(join(PEERS_FOLDER, "node_modules", name, "package.json"), "utf8")).version;
}

/** The package that would be published, and what it installs: { version, all, withoutOptional, largest }. */
export function sizeOfKebab() {
  const { version, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  );
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const { stdout } = spawnSync("npm", words, { cwd: ROOT, encoding: "utf8", maxBuffer: 2 ** 26 });
  const [{ unpackedSize: own }] = JSON.parse(stdout);
  const lock = join(ROOT, "package-lock.json");
  const needed = Object.keys(dependencies);
  const all = closureOf(ROOT, lock, [...needed, ...Object.keys(optionalDependencies)]);
  return {
    version,
    all: own + sumOf(all),
    withoutOptional: own + sizeOfClosure(ROOT, lock, needed),
    largest: all.toSorted((a, b) => b.bytes - a.bytes).slice(0, LARGEST),
  };
}

/** Without the Node that stands in for a newer one. npm keeps what it installed there in a lock file of its own. */
export function sizeOfQmd({ folder }) {
  return sizeOfClosure(folder, join(folder, "node_modules", ".package-lock.json"), ["@tobilu/qmd"]);
}

function sizeOfClosure(folder, lockFile, names) {
  return sumOf(closureOf(folder, lockFile, names));
}

function sumOf(packages) {
  return packages.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** By Node's own way of looking: from the package's folder upwards. What is not for this system is not there. */
function closureOf(folder, lockFile, names) {
  const { packages } = JSON.parse(readFileSync(lockFile, "utf8"));
  const seen = new Set();
  const waiting = names.map((name) => ["", name]);
  while (waiting.length > 0) {
    const [from, name] = waiting.pop();
    const place = findPlace(packages, from, name);
    if (place === null || seen.has(place) || !existsSync(join(folder, place))) continue;
    seen.add(place);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[place];
    const peers = Object.keys(peerDependencies).filter(
      (each) => peerDependenciesMeta[each]?.optional !== true,
    );
    const all = [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers];
    for (const each of all) waiting.push([place, each]);
  }
  return [...seen].map((place) => ({
    name: place.replace(/^.*node_modules\//, ""),
    bytes: sizeOfPackage(join(folder, place)),
  }));
}

function findPlace(packages, from, name) {
  for (let inside = from; ; inside = inside.slice(0, Math.max(0, inside.lastIndexOf("/node_modules/")))) {
    const place = `${inside === "" ? "" : `${inside}/`}node_modules/${name}`;
    if (packages[place] !== undefined) return place;
    if (inside === "") return null;
  }
}

/** Its own files; packages inside it are counted by themselves, when they belong to it. */
function sizeOfPackage(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .reduce((sum, entry) => sum + sizeOf(join(folder, entry.name)), 0);
}

export function sizeOf(path) {
  if (!existsSync(path)) return 0;
  const entry = lstatSync(path);
  if (!entry.isDirectory()) return entry.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
