import { expect, it } from "vitest";

import { askedChanges } from "./asked-changes.ts";

it("tells what is asked alone where nobody knows what is there", () => {
  const asked = { cn: "Ada", phone: ["1", 2], remote: false };
  expect(askedChanges(asked, undefined)).toEqual([
    { name: "cn", before: undefined, after: ["Ada"] },
    { name: "phone", before: undefined, after: ["1", "2"] },
    { name: "remote", before: undefined, after: ["false"] },
  ]);
  expect(askedChanges(asked, null).every(({ before }) => before === undefined)).toBe(true);
  expect(askedChanges(null, { cn: "Ada" })).toEqual([]);
});

it("tells what is there beside it, whatever the name is called", () => {
  const now = { mail: ["a@b.test"], CN: ["Ada"], cn: ["ada"], phone: ["1"] };
  expect(askedChanges({ Mail: ["new@b.test"], cn: ["Abel"], room: ["3"], toString: ["x"] }, now)).toEqual([
    { name: "Mail", before: ["a@b.test"], after: ["new@b.test"] },
    { name: "cn", before: ["ada"], after: ["Abel"] },
    { name: "room", before: [], after: ["3"] },
    { name: "toString", before: [], after: ["x"] },
  ]);
});
