/** What one side tells as it happens and the other reads in its own time. */
export interface Channel<Item> extends AsyncIterable<Item> {
  put(item: Item): void;
  /** No more comes; with an error, that is thrown after what was put. */
  end(error?: unknown): void;
  /** How many wait to be read. */
  readonly waiting: number;
}

export function createChannel<Item>(): Channel<Item> {
  const items: Item[] = [];
  let ended: { readonly error?: unknown } | null = null;
  let wake: (() => void) | null = null;
  const tell = (): void => {
    wake?.();
    wake = null;
  };
  return {
    put: (item) => {
      items.push(item);
      tell();
    },
    end: (error) => {
      ended ??= error === undefined ? {} : { error };
      tell();
    },
    get waiting() {
      return items.length;
    },
    async *[Symbol.asyncIterator]() {
      for (;;) {
        const item = items.shift();
        if (item !== undefined) yield item;
        else if (ended !== null) {
          if ("error" in ended) throw ended.error;
          return;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    },
  };
}
