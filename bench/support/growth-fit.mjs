// A power law through measured points: value = factor · size ^ exponent.
import { round, sum } from "./statistics.mjs";

/** Student's t at 97.5 %, by degrees of freedom from 1 on. */
const T_975 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228];

/**
 * By least squares on the logarithms. `interval` is half the width of the 95 % interval; `end` the exponent between
 * the last two points alone, which fixed costs flatten least and which bends first.
 */
export function fitPower(points) {
  const logs = points.filter(([x, y]) => x > 0 && y > 0).map(([x, y]) => [Math.log(x), Math.log(y)]);
  if (logs.length < 3) return null;
  const mean = (at) => sum(logs.map((point) => point[at])) / logs.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const spreadX = sum(logs.map(([x]) => (x - meanX) ** 2));
  const spreadY = sum(logs.map(([, y]) => (y - meanY) ** 2));
  const exponent = sum(logs.map(([x, y]) => (x - meanX) * (y - meanY))) / spreadX;
  const left = sum(logs.map(([x, y]) => (y - meanY - exponent * (x - meanX)) ** 2));
  const freedom = logs.length - 2;
  const t = T_975[Math.min(freedom, T_975.length) - 1];
  const [before, last] = logs.slice(-2);
  return {
    exponent: round(exponent, 3),
    interval: round(t * Math.sqrt(left / freedom / spreadX), 2),
    r_squared: round(spreadY === 0 ? 1 : 1 - left / spreadY, 4),
    end: round((last[1] - before[1]) / (last[0] - before[0]), 3),
  };
}
