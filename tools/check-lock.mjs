// Holds package.json and package-lock.json against what a fresh machine needs of them.
// Usage: node tools/check-lock.mjs [folder that has both, this project when left out]

import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Packages that bring an install script, and why they work though .npmrc keeps it from running. */
const INSTALL_SCRIPTS = {
  "@photostructure/sqlite": "only looks for a fitting binary; those of every platform lie in its tarball",
  "onnxruntime-node": "only fetches GPU libraries; the processor's lie in its tarball",
};

const EXACT = /^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.-]+)?$/;
const DIRECT = ["dependencies", "devDependencies", "optionalDependencies"];

const root = resolve(process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url)));
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));

const problems = [
  ...checkPins(),
  ...checkInStep(),
  ...checkComplete(),
  ...checkEntries(),
  ...checkInstallScripts(),
];
for (const problem of problems) console.error(problem);
console.log(`lock: ${Object.keys(packages).length - 1} packages, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;

/** A range would let two installs differ; the lock only protects those who have it. */
function checkPins() {
  const direct = DIRECT.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
  return [...direct, ...listOverrides(manifest.overrides ?? {})]
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `package.json: ${name} is "${version}", not one exact version`);
}

/** Overrides nest: what a package's own dependencies are replaced with stands below its name. */
function listOverrides(overrides) {
  return Object.entries(overrides).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : listOverrides(value),
  );
}

/** `npm ci` refuses a lock that was made for another package.json. */
function checkInStep() {
  return DIRECT.flatMap((kind) => {
    const wanted = manifest[kind] ?? {};
    const locked = packages[""][kind] ?? {};
    return [...new Set([...Object.keys(wanted), ...Object.keys(locked)])]
      .filter((name) => wanted[name] !== locked[name])
      .map(
        (name) =>
          `package-lock.json: ${name} is ${locked[name] ?? "absent"}, ${wanted[name] ?? "absent"} in package.json`,
      );
  });
}

/**
 * When the registry lacks a platform's package, `npm install` leaves it out without a
 * word, and `npm ci` fails, or the binary is missing, on that platform alone.
 */
function checkComplete() {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries({ ...entry.dependencies, ...entry.optionalDependencies }).flatMap(([name, range]) => {
      const found = resolveInLock(path, name);
      const wantedBy = `wanted by ${path === "" ? "package.json" : `${path} ${entry.version}`}`;
      if (found === undefined) return [`package-lock.json: ${name} ${range} is missing, ${wantedBy}`];
      const isOther = /^\d+\.\d+\.\d+$/.test(range) && found.version !== range && !isOverridden(name);
      return isOther ? [`package-lock.json: ${name} is ${found.version}, ${range} ${wantedBy}`] : [];
    }),
  );
}

/** Looks where Node would: in the package's own node_modules, then upwards. */
function resolveInLock(path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const entry = packages[`${folder === "" ? "" : `${folder}/`}node_modules/${name}`];
    if (entry !== undefined || folder === "") return entry;
  }
}

function isOverridden(name) {
  return listOverrides(manifest.overrides ?? {}).some(([overridden]) => overridden === name);
}

/** An address in the lock binds everyone to the registry one of us used; a hash binds to the content. */
function checkEntries() {
  return Object.entries(packages).flatMap(([path, entry]) => {
    if (path === "") return [];
    const found = [];
    if (entry.resolved !== undefined) found.push(`package-lock.json: ${path} records where it came from`);
    if (entry.integrity === undefined) found.push(`package-lock.json: ${path} has no integrity hash`);
    return found;
  });
}

function checkInstallScripts() {
  const names = new Set(
    Object.entries(packages)
      .filter(([path, entry]) => path !== "" && entry.hasInstallScript === true)
      .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)),
  );
  const allowed = Object.keys(INSTALL_SCRIPTS);
  const settings = readFileSync(join(root, ".npmrc"), "utf8").split(/\r?\n/);
  return [
    ...[...names]
      .filter((name) => !allowed.includes(name))
      .map((name) => `package-lock.json: ${name} has an install script; give the reason it may in this tool`),
    ...allowed
      .filter((name) => !names.has(name))
      .map((name) => `tools/check-lock.mjs: ${name} no longer has an install script; take it off the list`),
    ...(settings.includes("ignore-scripts=true") ? [] : [".npmrc: ignore-scripts=true is missing"]),
  ];
}
