declare const __KEBAB_BUILD__: string;

/**
 * Two programs with the same one print the same bytes: version, a hash of the sources, and the Node they run on,
 * whose Unicode tables are part of the analyser.
 */
export const IDENTITY = `${typeof __KEBAB_BUILD__ === "undefined" ? "unbuilt" : __KEBAB_BUILD__} node ${process.version}`;
