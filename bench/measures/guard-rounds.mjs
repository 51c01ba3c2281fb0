// Two sides that take turns, item by item, by the processor's time.

const SIDES = ["kebab", "yardstick"];
/** So many undisturbed times of each item are enough; on a busy machine it may take as many times more to get them. */
const ENOUGH = 8;
const PATIENCE = 4;

/**
 * Gives the least time of each side for each item, of many: whatever else runs only adds. A busy machine takes the
 * processor away in the middle and gives it back with cold caches; where the system tells of it, such a time and the
 * next one do not count, unless there is no other. `sides` maps "kebab" and "yardstick" to functions of an item. The
 * first rounds warm compilers and caches, and are thrown away.
 */
export async function takeRounds(sides, items, { warmUp, enough = ENOUGH }) {
  const times = items.map(() => ({ kebab: new Times(), yardstick: new Times() }));
  const isDone = () =>
    times.every(({ kebab, yardstick }) => Math.min(kebab.quiet, yardstick.quiet) >= enough);
  let wasDisturbed = false;
  for (let round = -warmUp; round < enough * PATIENCE && !isDone(); round++) {
    for (const [position, item] of items.entries()) {
      for (const side of (round + position) % 2 === 0 ? SIDES : SIDES.toReversed()) {
        const before = process.resourceUsage();
        await sides[side](item);
        const after = process.resourceUsage();
        const isDisturbed = after.involuntaryContextSwitches > before.involuntaryContextSwitches;
        if (round >= 0)
          times[position][side].add(cpuOf(after) - cpuOf(before), !isDisturbed && !wasDisturbed);
        wasDisturbed = isDisturbed;
      }
    }
  }
  return times.map(({ kebab, yardstick }) => ({ kebab: kebab.least, yardstick: yardstick.least }));
}

class Times {
  quiet = 0;
  #leastQuiet = Number.POSITIVE_INFINITY;
  #leastOfAll = Number.POSITIVE_INFINITY;

  add(cpu, isQuiet) {
    this.#leastOfAll = Math.min(this.#leastOfAll, cpu);
    if (!isQuiet) return;
    this.quiet++;
    this.#leastQuiet = Math.min(this.#leastQuiet, cpu);
  }

  /** In milliseconds. */
  get least() {
    return (this.quiet > 0 ? this.#leastQuiet : this.#leastOfAll) / 1000;
  }
}

/** In microseconds. */
function cpuOf({ userCPUTime, systemCPUTime }) {
  return userCPUTime + systemCPUTime;
}
