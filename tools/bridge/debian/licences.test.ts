import { expect, test } from "vitest";

import { toLicences } from "./licences.ts";

test("toLicences() gives each short name once, in order", () => {
  const copyright = `Format: https://example.org/copyright-format/1.0/

Files: *
License: GPL-2+

Files: po/*
License:  MIT
 Permission is hereby granted

License: GPL-2+
 This program is free software
`;
  expect(toLicences(copyright)).toBe("GPL-2+; MIT");
});

test("toLicences() knows the licence of the Japanese dictionaries", () => {
  const copyright =
    "The dictionary files are made available under a Creative Commons\n   Attribution-ShareAlike Licence (V3.0). The Licence Deed";
  expect(toLicences(copyright)).toBe("CC-BY-SA-3.0");
});

test("toLicences() points to the package where no machine can read them", () => {
  expect(toLicences("This package was debianized by … License: see below")).toBe("see the package");
  expect(toLicences("")).toBe("see the package");
});
