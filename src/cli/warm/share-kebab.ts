import type { Kebab } from "../../app/kebab.ts";

/** The same engine, which stays open when the borrower closes it: it belongs to the server. */
export function shareKebab(kebab: Kebab): Kebab {
  return new Proxy(kebab, {
    get: (target, name) => {
      if (name === Symbol.asyncDispose) return async () => undefined;
      const value: unknown = Reflect.get(target, name, target);
      // Its private fields are the engine's own: a method works on that, not on what stands for it.
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
