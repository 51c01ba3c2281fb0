const KINDS = ["dictionary", "index", "package"] as const;

type Kind = (typeof KINDS)[number];

/** A package or an index of Debian that gives pairs, fixed to its bytes. */
export interface Pinned {
  /** A dictionary is a package too, read for its words and not for translations. */
  readonly kind: Kind;
  readonly name: string;
  /** Of a package its version, of an index the release it belongs to. */
  readonly version: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Short names from the package's copyright file, or where to read them. */
  readonly licences: string;
}

const HEADER = ["kind", "name", "version", "sha256", "bytes", "licences"].join("\t");

/** One line for each package, tab-separated, below a line of headings. */
export function parseManifest(text: string): Pinned[] {
  const [header, ...lines] = text.trimEnd().split("\n");
  if (header !== HEADER) {
    throw new Error(`Cannot read the list of packages: its first line is not "${HEADER}"`);
  }
  return lines.map((line, index) => {
    const [kindName, name = "", version = "", sha256 = "", bytes = "", licences = ""] = line.split("\t");
    const kind = KINDS.find((known) => known === kindName);
    const isValid =
      kind !== undefined &&
      /^\w[\w.+-]*$/.test(name) &&
      /^[\w.+:~-]+$/.test(version) &&
      /^[0-9a-f]{64}$/.test(sha256) &&
      /^\d+$/.test(bytes);
    if (!isValid) throw new Error(`Cannot read the list of packages: line ${index + 2} is broken`);
    return { kind, name, version, sha256, bytes: Number(bytes), licences };
  });
}

export function formatManifest(pins: readonly Pinned[]): string {
  const lines = pins
    .map(({ kind, name, version, sha256, bytes, licences }) =>
      [kind, name, version, sha256, bytes, licences].join("\t"),
    )
    .toSorted();
  return `${[HEADER, ...lines].join("\n")}\n`;
}
