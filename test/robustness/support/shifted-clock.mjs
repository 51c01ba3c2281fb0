// Loaded into kebab before anything else (`node --import`): the time of day is another one. CLOCK_SHIFTS names one or
// more shifts in seconds; with several, every look at the clock takes the next, as if it were set all the time.
// CLOCK_AT, in milliseconds, is a clock that stands still.

const shifts = (process.env.CLOCK_SHIFTS ?? "0").split(",").map((seconds) => Number(seconds) * 1000);
const standing = process.env.CLOCK_AT === undefined ? null : Number(process.env.CLOCK_AT);
const RealDate = Date;
let looks = 0;

function now() {
  return standing ?? RealDate.now() + shifts[looks++ % shifts.length];
}

globalThis.Date = class extends RealDate {
  constructor(...values) {
    if (values.length === 0) super(now());
    else super(...values);
  }
  static now() {
    return now();
  }
};
