const ELSEWHERE = "see the package";

/** How the Electronic Dictionary Research and Development Group names its licence. */
const SHARE_ALIKE = /Creative Commons\s+Attribution-ShareAlike Licence \(V(\d\.\d)\)/;

/** Where the copyright file of a package lies. */
export function toCopyrightPath(name: string): string {
  return `usr/share/doc/${name}/copyright`;
}

/** The short names of the licences in a copyright file that machines can read. */
export function toLicences(copyright: string): string {
  if (!/^Format:/im.test(copyright)) {
    const version = SHARE_ALIKE.exec(copyright)?.[1];
    return version === undefined ? ELSEWHERE : `CC-BY-SA-${version}`;
  }
  const names = new Set<string>();
  for (const [, name = ""] of copyright.matchAll(/^License:[ \t]*(\S.*)$/gim)) {
    names.add(name.replace(/\s+/g, " ").trim());
  }
  return names.size === 0 ? ELSEWHERE : [...names].toSorted().join("; ");
}
