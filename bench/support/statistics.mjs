export function quantile(values, share) {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  return below + (sorted[Math.ceil(place)] - below) * (place % 1);
}

export function median(values) {
  return quantile(values, 0.5);
}

export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}

/** What the results file keeps of a row of timings. */
export function summarise(values) {
  const keep = (value) => (value === null ? null : round(value));
  return {
    repeats: values.length,
    min: keep(quantile(values, 0)),
    p50: keep(median(values)),
    p95: keep(quantile(values, 0.95)),
  };
}

export function round(value, digits = 4) {
  return Number(value.toPrecision(digits));
}
