import { describe, expect, it } from "vitest";
import { BridgeTable } from "../../src/embedders/bridge/table.ts";
import { makeBridgeData } from "../../test/support/bridge-tables.ts";
import { validate } from "./validate.ts";

const table = new BridgeTable(
  makeBridgeData({ 배포: [7, 0, 0, 0], 복구: [0, 7, 0, 0], 회의: [0, 0, 7, 0] }, { mean: [0, 0, 0, 0.1] }),
);
const TARGETS = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0);

describe("validate()", () => {
  it("finds every text first where the table is right", () => {
    const held = { texts: ["배포", "복구", "회의"], labels: Uint32Array.of(0, 1, 2), targets: TARGETS };
    expect(validate(table, held)).toEqual({ texts: 3, first: 1, firstTen: 1, firstBack: 1 });
  });

  it("counts those that another text stands nearer to, each way", () => {
    const held = { texts: ["복구", "배포", "회의"], labels: Uint32Array.of(0, 1, 2), targets: TARGETS };
    expect(validate(table, held)).toEqual({ texts: 3, first: 1 / 3, firstTen: 1, firstBack: 1 / 3 });
  });

  it("takes another translation of the same English text for no rival", () => {
    const held = { texts: ["배포", "배포 복구", "복구"], labels: Uint32Array.of(0, 0, 1), targets: TARGETS };
    expect(validate(table, held)).toMatchObject({ first: 1, firstBack: 1 });
  });

  it("does not find by chance a text of which the table knows nothing", () => {
    const mean = new BridgeTable(makeBridgeData({ 배포: [7, 0, 0, 0] }, { mean: [0.5, 0, 0, 0] }));
    const held = { texts: ["배포", "전혀"], labels: Uint32Array.of(0, 1), targets: TARGETS };
    expect(validate(mean, held)).toMatchObject({ first: 0.5 });
  });
});
