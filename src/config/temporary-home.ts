import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { KebabError } from "../core/errors.ts";
import { type LoadConfigOptions, type LoadedConfig, loadConfig } from "./load-config.ts";
import type { ConfigProblem } from "./problems.ts";

/** For tests: an empty home folder on the real disk, and `loadConfig` as it would run there. */
export class TemporaryHome {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), "kebab-config-")));

  at(...parts: string[]): string {
    return join(this.dir, ...parts);
  }

  write(path: string, text: string): string {
    const file = this.at(path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  folder(path: string): string {
    mkdirSync(this.at(path), { recursive: true });
    return this.at(path);
  }

  load(options: Partial<LoadConfigOptions> = {}): Promise<LoadedConfig> {
    return loadConfig({ cwd: this.dir, env: {}, homeDir: this.dir, platform: "linux", ...options });
  }

  /** Writes `toml` as the user's config file, then loads it. */
  loadText(toml: string, options: Partial<LoadConfigOptions> = {}): Promise<LoadedConfig> {
    this.write(".config/kebab/config.toml", toml);
    return this.load(options);
  }

  async failure(loading: Promise<unknown>): Promise<{ error: KebabError; problems: ConfigProblem[] }> {
    try {
      await loading;
    } catch (error) {
      if (!(error instanceof KebabError)) throw error;
      return { error, problems: error.details.problems as ConfigProblem[] };
    }
    throw new Error("The configuration was accepted");
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
