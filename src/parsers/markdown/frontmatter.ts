import { type DocumentMetadata, type Json, NO_METADATA, TRUST_LEVELS } from "../../core/document.ts";
import { toMessage } from "../../core/errors.ts";
import { parseDate } from "../../core/parse-date.ts";

export interface Frontmatter {
  readonly metadata: DocumentMetadata;
  /** Where the body starts: behind the closing fence; 0 when there is none. */
  readonly bodyStart: number;
  /** The header could not be read: it is kept as text, so that nothing is lost. */
  readonly isBroken: boolean;
  readonly notices: readonly string[];
}

const NONE: Frontmatter = { metadata: NO_METADATA, bodyStart: 0, isBroken: false, notices: [] };
/** Far above any real header; a file that starts with `---` as a rule must not be scanned to its end. */
const MAX_CHARACTERS = 64_000;

/** YAML between `---` lines or TOML between `+++` lines at the very start of a text. */
export async function parseFrontmatter(text: string): Promise<Frontmatter> {
  const fence = text.startsWith("---") ? "---" : text.startsWith("+++") ? "+++" : null;
  if (fence === null) return NONE;
  const pattern = fence === "---" ? YAML : TOML;
  const match = pattern.exec(text.slice(0, MAX_CHARACTERS));
  if (match === null) return NONE;
  try {
    const raw = await (fence === "---" ? loadYaml(match[1] ?? "") : loadToml(match[1] ?? ""));
    if (raw === null) return { ...NONE, bodyStart: match[0].length };
    // A rule, some text and another rule is Markdown, not a header.
    if (typeof raw !== "object" || Array.isArray(raw)) return NONE;
    return { ...NONE, ...toMetadata(raw as Record<string, unknown>), bodyStart: match[0].length };
  } catch (error) {
    const reason = toMessage(error).split("\n")[0] ?? "";
    const notice = `frontmatter ignored, it is not valid ${fence === "---" ? "YAML" : "TOML"}: ${reason}`;
    return { ...NONE, bodyStart: match[0].length, isBroken: true, notices: [notice] };
  }
}

// The empty header is tried first: "---\n---" with a rule further down must not swallow the text up to it.
const YAML = /^---[ \t]*\n(?:([\s\S]*?)\n)??(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const TOML = /^\+\+\+[ \t]*\n(?:([\s\S]*?)\n)??\+\+\+[ \t]*(?:\n|$)/;

/** Each reader is loaded by the first document that needs it. */
async function loadYaml(text: string): Promise<unknown> {
  const { parseYaml } = await import("./parse-yaml.ts");
  return parseYaml(text);
}

async function loadToml(text: string): Promise<unknown> {
  const toml = await import("smol-toml");
  return toml.parse(text, { integersAsBigInt: "asNeeded" });
}

const KNOWN = [
  "title",
  "tags",
  "lang",
  "created",
  "updated",
  "source_type",
  "trust_level",
  "aliases",
] as const;

function toMetadata(raw: Record<string, unknown>): { metadata: DocumentMetadata; notices: string[] } {
  const notices: string[] = [];
  const trust = toText(raw["trust_level"]);
  const trustLevel = TRUST_LEVELS.find((level) => level === trust) ?? null;
  if (trust !== null && trustLevel === null) {
    notices.push(`frontmatter: trust_level "${trust}" is none of ${TRUST_LEVELS.join(", ")}`);
  }
  const date = (key: "created" | "updated"): number | null => {
    const parsed = parseDate(raw[key]);
    if (parsed === null && raw[key] !== undefined && raw[key] !== null) {
      notices.push(`frontmatter: ${key} is not a date`);
    }
    return parsed;
  };
  const extra = Object.entries(raw).filter(([key]) => !(KNOWN as readonly string[]).includes(key));
  return {
    notices,
    metadata: {
      title: toText(raw["title"]),
      tags: toList(raw["tags"])
        .map((tag) => tag.replace(/^#/, ""))
        .filter((tag) => tag !== ""),
      lang: toText(raw["lang"]),
      createdAt: date("created"),
      updatedAt: date("updated"),
      sourceType: toText(raw["source_type"]),
      trustLevel,
      aliases: toList(raw["aliases"]),
      extra: Object.fromEntries(extra.map(([key, value]) => [key, toJson(value)])),
    },
  };
}

function toText(value: unknown): string | null {
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
    return String(value);
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** `[a, b]`, or the old habit `a, b` in one string. */
function toList(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  return items.map(toText).filter((item) => item !== null);
}

/** Far above any real header; also where a value that holds itself comes to an end. */
const MAX_DEPTH = 100;

function toJson(value: unknown, depth = 0): Json {
  if (depth > MAX_DEPTH) throw new Error(`nested deeper than ${MAX_DEPTH} levels`);
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (Array.isArray(value)) return value.map((item) => toJson(item, depth + 1));
  if (typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item, depth + 1)]));
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}
