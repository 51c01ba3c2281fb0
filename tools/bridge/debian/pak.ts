/** The resources of a Chromium .pak by their number; undefined if it is none. */
export function parsePak(bytes: Buffer): ReadonlyMap<number, Buffer> | undefined {
  if (bytes.length < 12) return undefined;
  const version = bytes.readUInt32LE(0);
  // Version 5 pads the encoding to four bytes and counts in sixteen bits.
  if (version !== 4 && version !== 5) return undefined;
  const count = version === 4 ? bytes.readUInt32LE(4) : bytes.readUInt16LE(8);
  const table = version === 4 ? 9 : 12;
  // One entry more than resources: it says where the last one ends.
  if (table + 6 * (count + 1) > bytes.length) return undefined;
  const resources = new Map<number, Buffer>();
  for (let index = 0; index < count; index++) {
    const at = table + 6 * index;
    const start = bytes.readUInt32LE(at + 2);
    const end = bytes.readUInt32LE(at + 8);
    resources.set(bytes.readUInt16LE(at), bytes.subarray(start, end));
  }
  return resources;
}
