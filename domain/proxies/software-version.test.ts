import { expect, test } from "vitest";

import { compareVersions, softwareVersion } from "./software-version.ts";

test("the version of this program is one that can be compared", () => {
  expect(compareVersions(softwareVersion, softwareVersion)).toBe("same");
});

// In the order of Semantic Versioning 2.0.0, section 11.
const rising = [
  "0.9.9",
  "1.0.0-alpha",
  "1.0.0-alpha.1",
  "1.0.0-alpha.beta",
  "1.0.0-beta",
  "1.0.0-beta.2",
  "1.0.0-beta.11",
  "1.0.0-rc.1",
  "1.0.0",
  "1.0.1",
  "1.2.0",
  "1.10.0",
  "2.0.0",
];

test("versions are compared by their numbers, and a release is newer than what was tried before it", () => {
  for (const [place, one] of rising.entries()) {
    expect(compareVersions(one, one)).toBe("same");
    for (const later of rising.slice(place + 1)) {
      expect([one, later, compareVersions(one, later)]).toEqual([one, later, "older"]);
      expect(compareVersions(later, one)).toBe("newer");
    }
  }
});

test("what was built from a version is that version, and of what is no version nothing is said", () => {
  expect(compareVersions("1.0.0+linux.5", "1.0.0")).toBe("same");
  for (const none of ["test", "", "1.0", "v1.0.0", "1.0.0-"]) expect(compareVersions(none, "1.0.0")).toBeUndefined();
});
