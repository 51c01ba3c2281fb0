import { describe, expect, it } from "vitest";
import { crossesBridge } from "./crosses-bridge.ts";

const bridged = { bridgedLanguage: (text: string) => (/[가-힣]/.test(text) ? "ko" : null) };
const KOREAN = "배포를 되돌리는 방법";
const ENGLISH = "Rolling back a deployment takes one command.";

describe("crossesBridge()", () => {
  it("holds between a text in Korean and one in English, whichever asks", () => {
    expect(crossesBridge(KOREAN, ENGLISH, bridged)).toBe(true);
    expect(crossesBridge(ENGLISH, KOREAN, bridged)).toBe(true);
    expect(crossesBridge("Docker 볼륨을 mount하는 방법", ENGLISH, bridged)).toBe(true);
  });

  it("does not hold within one language", () => {
    expect(crossesBridge(KOREAN, "백업은 35일 동안 보관한다.", bridged)).toBe(false);
    expect(crossesBridge(ENGLISH, "How do we roll back?", bridged)).toBe(false);
  });

  it("does not hold for English with a Korean name in it", () => {
    expect(crossesBridge("Who wrote the release notes that 나래 signed off?", ENGLISH, bridged)).toBe(false);
  });

  it("never holds for a model without a bridge", () => {
    expect(crossesBridge(KOREAN, ENGLISH, {})).toBe(false);
    expect(crossesBridge(KOREAN, ENGLISH, { bridgedLanguage: () => null })).toBe(false);
  });
});
