import { existsSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { TemporaryFolder } from "../../test/support/temporary-folder.ts";
import { bridgePath, hashFile, isBridgeHere, locateBridge, pulledFolder, sizeOf } from "./model-files.ts";
import { type BridgedModel, findModel, REGISTRY } from "./registry.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BRIDGED = REGISTRY.find((model): model is BridgedModel => model.bridge !== null)!;

/** The bridged model as if its table were another file. */
function withTable(path: string, bytes: number | null = null): BridgedModel {
  const { bridge } = BRIDGED;
  const folder = bridgePath({ ...bridge, file: { ...bridge.file, name: "." } });
  return { ...BRIDGED, bridge: { ...bridge, file: { name: relative(folder, path), sha256: null, bytes } } };
}

describe("the table of a bridged model", () => {
  it("lies beside our own package.json", () => {
    expect(bridgePath(BRIDGED.bridge)).toBe(`${ROOT}models/${BRIDGED.bridge.file.name}`);
  });

  it("is the one the registry knows, byte for byte", async () => {
    const path = bridgePath(BRIDGED.bridge);
    expect(existsSync(path)).toBe(true);
    expect({ sha256: await hashFile(path), bytes: sizeOf(path) }).toEqual({
      sha256: BRIDGED.bridge.file.sha256,
      bytes: BRIDGED.bridge.file.bytes,
    });
  });

  it("is located where it has its whole length, or where nobody said how long it is", () => {
    using folder = new TemporaryFolder();
    const path = folder.write("table.bin", "0123456789");
    expect(locateBridge(withTable(path, 10))).toBe(path);
    expect(locateBridge(withTable(path))).toBe(path);
  });

  it.each([
    ["is missing", "gone.bin", 10, "gone.bin is missing"],
    ["was cut short", "table.bin", 11, "table.bin has 10 bytes and should have 11"],
  ])("that %s is told with what to do", (_, name, bytes, reason) => {
    using folder = new TemporaryFolder();
    folder.write("table.bin", "0123456789");
    const model = withTable(folder.at(name), bytes);
    expect(isBridgeHere(model)).toBe(false);
    expect(() => locateBridge(model)).toThrow(
      expect.objectContaining({
        code: "model-missing",
        message: `Cannot use model ${BRIDGED.id}: ${folder.path}/${reason}`,
        hint: expect.stringContaining("Install kebab again"),
      }),
    );
  });
});

describe("pulledFolder()", () => {
  it("is the teacher's for a bridged model: its weights are looked for once", () => {
    expect(pulledFolder(BRIDGED, "/models")).toBe(`/models/${BRIDGED.bridge.teacher.id}`);
    expect(pulledFolder(findModel("gte-small")!, "/models")).toBe("/models/gte-small");
  });
});
