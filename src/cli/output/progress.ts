import type { IngestProgressWire } from "../../wire/ingest.ts";
import type { Terminal } from "../terminal.ts";

export interface ProgressView {
  show(event: IngestProgressWire): void;
  /** Leaves a clean line behind. */
  end(): void;
}

const REDRAW_MS = 100;
const PLAIN_EVERY_MS = 5000;
const BAR_CELLS = 24;

/** A bar with rate and time left on a terminal, a plain line now and then elsewhere. */
export function createProgressView(terminal: Terminal): ProgressView {
  let started = performance.now();
  let noun = "files";
  let total = 0;
  let done = 0;
  let drawn = 0;
  const every = terminal.stderrIsTerminal ? REDRAW_MS : PLAIN_EVERY_MS;
  const draw = (): void => {
    const seconds = (performance.now() - started) / 1000;
    const rate = done / Math.max(seconds, 0.001);
    // Before the first file is done there is no rate to reckon with.
    const left =
      done > 0 ? `, ${rate.toFixed(rate < 10 ? 1 : 0)}/s, ${Math.ceil((total - done) / rate)} s left` : "";
    const figures = `${done}/${total} ${noun}${left}`;
    if (terminal.stderrIsTerminal) {
      const cells = total === 0 ? 0 : Math.round((done / total) * BAR_CELLS);
      terminal.err(`\r\u001b[2K${"█".repeat(cells)}${"░".repeat(BAR_CELLS - cells)} ${figures}`);
    } else {
      terminal.err(`${figures}\n`);
    }
  };
  return {
    show: (event) => {
      if (event.kind === "chunks-embedded") {
        // The files are stored; from here on it is about vectors, with a rate of their own.
        if (noun === "files") started = performance.now();
        noun = "vectors";
        ({ done, total } = event);
      } else if (event.kind === "scan-finished") total += event.changed;
      else if (event.kind !== "file-removed") done++;
      const now = performance.now();
      if (now - drawn < every || (drawn === 0 && now - started < every)) return;
      drawn = now;
      draw();
    },
    end: () => {
      if (terminal.stderrIsTerminal && drawn > 0) terminal.err("\r\u001b[2K");
    },
  };
}
