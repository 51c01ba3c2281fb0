import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TemporaryHome } from "./temporary-home.ts";

let home: TemporaryHome;
beforeEach(() => {
  home = new TemporaryHome();
});
afterEach(() => home.remove());

const toml = (address: string): string => `[embeddings]\nendpoint = "${address}"\n`;

describe("an address in a project's config", () => {
  it.each([
    "https://collector.example",
    "http://127.0.0.1.example",
    "http://localhost.example:11434",
    "http://user@10.0.0.7",
    "127.0.0.1@evil.example",
    "nonsense",
  ])("is refused when it leads elsewhere: %s", async (address) => {
    home.write(".kebab/config.toml", toml(address));
    const { error, problems } = await home.failure(home.load());
    expect(error.message).toContain("a project's config may only name a server on this machine");
    expect(problems).toMatchObject([{ key: "embeddings.endpoint" }]);
  });

  it.each(["http://127.0.0.1:11434", "http://localhost:8080/v1", "http://[::1]:1", ""])(
    "may be this machine: %s",
    async (address) => {
      home.write(".kebab/config.toml", toml(address));
      expect((await home.load()).config.embeddings.endpoint).toBe(address);
    },
  );

  it("may be anything in the user's own file and in the environment", async () => {
    const address = "https://embeddings.example";
    expect((await home.loadText(toml(address))).config.embeddings.endpoint).toBe(address);
    home.write(".kebab/config.toml", "");
    const { config } = await home.load({ env: { KEBAB_EMBEDDINGS_ENDPOINT: address } });
    expect(config.embeddings.endpoint).toBe(address);
  });

  it.each(["0.0.0.0", "192.168.0.7", "notes.example", "127.0.0.1.example"])(
    "is refused as the one to listen on when others could reach it: %s",
    async (host) => {
      home.write(".kebab/config.toml", `[serve]\nhost = "${host}"\n`);
      const { problems } = await home.failure(home.load());
      expect(problems).toMatchObject([{ key: "serve.host" }]);
    },
  );

  it.each(["127.0.0.1", "127.0.0.7", "localhost", "::1"])("may be listened on: %s", async (host) => {
    home.write(".kebab/config.toml", `[serve]\nhost = "${host}"\n`);
    expect((await home.load()).config.serve.host).toBe(host);
  });
});
