// Loaded into kebab before anything else (`node --import`): what waits a minute or longer waits a second.
// A server that hangs is given up in the same way, only sooner.

const LONG_MS = 60_000;
const HURRIED_MS = 1000;
const { setTimeout: original } = globalThis;

globalThis.setTimeout = Object.assign(
  (work, ms, ...values) => original(work, ms >= LONG_MS ? HURRIED_MS : ms, ...values),
  original,
);
