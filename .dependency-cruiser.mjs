// The walls between the rooms of src/, and around the tools in TypeScript. `npm run check:walls` holds the code against
// this page; a folder under src/ that has no line here fails the check.

/** What each room may import, besides itself. */
export const MAY_IMPORT = {
  core: [],
  ports: ["core"],

  // Adapters: one folder each, never a sibling. A file directly in the room serves all of its adapters.
  sources: ["core", "ports"],
  parsers: ["core", "ports"],
  chunkers: ["core", "ports"],
  embedders: ["core", "ports"],
  llms: ["core", "ports"],
  stores: ["core", "ports"],

  // Use cases: they know ports, never who stands behind them.
  ingest: ["core", "ports"],
  retrieval: ["core", "ports"],
  answer: ["core", "ports"],
  evaluation: ["core", "ports"],

  config: ["core"],
  wire: ["core"],

  // The only composition root.
  app: [
    ...["core", "ports", "config", "wire"],
    ...["sources", "parsers", "chunkers", "embedders", "llms", "stores"],
    ...["ingest", "retrieval", "answer", "evaluation"],
  ],

  // Front ends: they translate to and from app.
  cli: ["app", "config", "core", "wire", "mcp", "http"],
  mcp: ["app", "core", "wire"],
  http: ["app", "core", "wire"],
  "index.ts": ["app", "config", "core", "wire"],
};

const ADAPTERS = ["sources", "parsers", "chunkers", "embedders", "llms", "stores"];
const USE_CASES = ["ingest", "retrieval", "answer", "evaluation"];

/** Built-ins that touch no disk, no network, no process and no other thread. */
const PURE_BUILT_INS = [
  "assert",
  "buffer",
  "crypto",
  "events",
  "path",
  "perf_hooks",
  "timers",
  "url",
  "util",
];

/** Packages that only compute. */
const PURE_PACKAGES = ["ignore", "picomatch", "smol-toml", "stemmer", "yaml", "zod"];

/** What the inner rooms may take from outside src/; a room without a line may take what package.json lists. */
const MAY_USE = {
  core: { builtIns: ["crypto"], packages: ["stemmer"] },
  ports: { builtIns: [], packages: [] },
  wire: { builtIns: [], packages: ["zod"] },
  ...Object.fromEntries(
    USE_CASES.map((room) => [room, { builtIns: PURE_BUILT_INS, packages: PURE_PACKAGES }]),
  ),
};

const TEST = "[.]test[.]ts$";
const OUTSIDE_SRC = ["core", "npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"];

const either = (names) => `(?:${names.map((name) => name.replaceAll(".", "[.]")).join("|")})`;
const inRooms = (rooms) => (rooms.length === 0 ? "^$" : `^src/${either(rooms)}(?:/|$)`);

const roomRules = Object.entries(MAY_IMPORT).flatMap(([room, allowed]) => [
  {
    name: `${room}-may-import`,
    comment: `${room} may import ${allowed.join(", ") || "nothing"}`,
    severity: "error",
    from: { path: inRooms([room]), pathNot: TEST },
    to: { dependencyTypes: ["local"], pathNot: inRooms([room, ...allowed]) },
  },
  {
    name: `${room}-tests-may-import`,
    comment: `a test in ${room} may import what ${room} may, core, ports and test/`,
    severity: "error",
    from: { path: `${inRooms([room])}.*${TEST}` },
    to: { dependencyTypes: ["local"], pathNot: [inRooms([room, "core", "ports", ...allowed]), "^test/"] },
  },
]);

const outsideRules = Object.entries(MAY_USE).map(([room, { builtIns, packages }]) => ({
  name: `${room}-may-use`,
  comment: `outside src/, ${room} may use ${[...builtIns.map((name) => `node:${name}`), ...packages].join(", ") || "nothing"}`,
  severity: "error",
  from: { path: inRooms([room]), pathNot: TEST },
  to: {
    dependencyTypes: OUTSIDE_SRC,
    pathNot: [
      ...(builtIns.length === 0 ? [] : [`^(?:node:)?${either(builtIns)}(?:/promises)?$`]),
      ...(packages.length === 0 ? [] : [`(?:^|/)node_modules/${either(packages)}/`]),
    ],
  },
}));

const adapterRules = [
  {
    name: "no-sibling-adapter",
    comment: "an adapter does not know its siblings; what two share lies directly in their room",
    severity: "error",
    from: { path: `^src/(${ADAPTERS.join("|")})/([^/]+)/`, pathNot: TEST },
    to: { path: "^src/$1/[^/]+/", pathNot: "^src/$1/$2/" },
  },
  {
    name: "no-choosing-adapters",
    comment: "a file shared by the adapters of a room does not import one of them: choosing is done in app",
    severity: "error",
    from: { path: `^src/(${ADAPTERS.join("|")})/[^/]+$`, pathNot: TEST },
    to: { path: "^src/$1/[^/]+/" },
  },
];

/** What trains a bridge reads texts as the embedders do; nothing in src/ may import it, which the rooms' own rules say. */
const TRAINER = ["^tools/bridge/", inRooms(["core", "ports", "embedders"])];
const toolRules = [
  {
    name: "bridge-trainer-may-import",
    comment: "tools/bridge may import core, ports and embedders of src/",
    severity: "error",
    from: { path: "^tools/bridge/", pathNot: TEST },
    to: { dependencyTypes: ["local"], pathNot: TRAINER },
  },
  {
    name: "bridge-trainer-tests-may-import",
    comment: "a test in tools/bridge may import what tools/bridge may, and test/",
    severity: "error",
    from: { path: `^tools/bridge/.*${TEST}` },
    to: { dependencyTypes: ["local"], pathNot: [...TRAINER, "^test/"] },
  },
];

const OURS = "^(?:src|tools/bridge)/";

const generalRules = [
  {
    name: "no-cycle",
    comment: "no import cycles, `import type` included",
    severity: "error",
    from: { path: OURS },
    to: { circular: true },
  },
  {
    name: "ports-import-types",
    comment: "ports compile to nothing: every import there is `import type`",
    severity: "error",
    from: { path: "^src/ports/", pathNot: TEST },
    to: { dependencyTypesNot: ["type-only"] },
  },
  {
    name: "no-unresolved",
    comment: "every import leads to a file",
    severity: "error",
    from: { path: OURS },
    to: { couldNotResolve: true },
  },
  {
    name: "no-dev-dependency",
    comment: "what runs at the user's must be in dependencies of package.json",
    severity: "error",
    from: { path: "^src/", pathNot: TEST },
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
  },
  {
    name: "no-borrowed-package",
    comment: "a package that only another package asked for may be gone tomorrow: list it in package.json",
    severity: "error",
    from: { path: OURS },
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
  },
  {
    name: "no-import-of-tests",
    comment: "nothing imports a test file",
    severity: "error",
    from: { path: OURS },
    to: { path: TEST },
  },
];

export default {
  forbidden: [...roomRules, ...adapterRules, ...outsideRules, ...toolRules, ...generalRules],
  options: {
    // Types are imports too: without this, type-only cycles and `import type` over a wall go unseen.
    tsPreCompilationDeps: true,
    doNotFollow: { path: "(?:^|/)node_modules/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
    },
  },
};
