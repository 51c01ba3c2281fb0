// Seeded chance: the same numbers on every machine and every Node.

/** Numbers in [0, 1), by sfc32. */
export function createRandom(...seeds) {
  let [a, b, c, counter] = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 1];
  const next = () => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum;
  };
  for (const seed of seeds) {
    a ^= seed;
    for (let round = 0; round < 12; round++) next();
  }
  return () => (next() >>> 0) / 4294967296;
}

export function pick(random, list) {
  return list[Math.floor(random() * list.length)];
}

/** A whole number from low to high, both included. */
export function between(random, low, high) {
  return low + Math.floor(random() * (high - low + 1));
}

/** Draws ranks 0 to size - 1, rank r with a weight of 1 / (r + shift)^exponent. */
export function createZipf(size, { exponent, shift }) {
  const sums = new Float64Array(size);
  let total = 0;
  for (let rank = 0; rank < size; rank++) {
    total += (rank + shift) ** -exponent;
    sums[rank] = total;
  }
  return (random) => {
    const wanted = random() * total;
    let low = 0;
    let high = size - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sums[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
