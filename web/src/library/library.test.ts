import { expect, it } from "vitest";
import type { MapPoint } from "../wire.ts";
import { toPath } from "./documents.tsx";
import { toGroups, toPlaces } from "./map-groups.ts";
import { addProgress, NO_PROGRESS } from "./progress.ts";

const point = (id: string, x: number, y: number, tags: readonly string[] = []): MapPoint =>
  ({ doc_id: id, x, y, tags, source_id: "notes", type: "markdown" }) as unknown as MapPoint;

it("words become a glob for the whole path, and a glob stays one", () => {
  expect(toPath(" 롤백 ")).toEqual({ path: "{**/*롤백*,**/*롤백*/**}" });
  expect(toPath("ops/**")).toEqual({ path: "ops/**" });
  expect(toPath("  ")).toEqual({});
});

it("each document is in one group, by its most frequent tag", () => {
  const points = [point("a", 0, 0, ["운영", "x"]), point("b", 0, 0, ["운영"]), point("c", 0, 0)];
  const groups = toGroups(points, "tag");
  expect(groups.list.map(({ name, points: members }) => [name, members.map(({ doc_id }) => doc_id)])).toEqual(
    [
      ["운영", ["a", "b"]],
      ["", ["c"]],
    ],
  );
});

it("the map fills its square and keeps proportions; one point stands in the middle", () => {
  expect(toPlaces([point("a", -1, 0), point("b", 1, 0.5)], 100)).toEqual([
    { x: 24, y: 43.5 },
    { x: 76, y: 56.5 },
  ]);
  expect(toPlaces([point("a", 3, 3)], 100)).toEqual([{ x: 50, y: 50 }]);
});

it("progress counts files and passages as they are told", () => {
  const version = { schema_version: "ingest_progress.v1" } as const;
  const events = [
    { ...version, kind: "scan-finished", source: "s", files: 9, changed: 2 },
    { ...version, kind: "file-stored", source: "s", path: "a.md", chunks: 3 },
    { ...version, kind: "chunks-embedded", done: 1, total: 3 },
  ] as const;
  expect(events.reduce(addProgress, NO_PROGRESS)).toEqual({
    ...{ filesChanged: 2, filesDone: 1, chunksDone: 1, chunksTotal: 3, last: "a.md" },
  });
});
