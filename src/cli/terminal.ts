/** What a command may know and do of the world around it. stdout carries results, stderr people. */
export interface Terminal {
  readonly cwd: string;
  readonly homeDir: string;
  readonly platform: NodeJS.Platform;
  readonly stdoutIsTerminal: boolean;
  readonly stderrIsTerminal: boolean;
  readonly stdinIsTerminal: boolean;
  out(text: string): void;
  err(text: string): void;
  readStdin(): Promise<string>;
  /** Asks on the terminal and gives the answer's line. */
  ask(question: string): Promise<string>;
  /** The first Ctrl-C aborts the signal; a second one ends the program at once. */
  interruptSignal(): AbortSignal;
}
