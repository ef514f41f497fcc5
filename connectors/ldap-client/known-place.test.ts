import { expect, test } from "vitest";

import { knownPlace } from "./known-place.ts";

const container = "ou=people,dc=example,dc=test";
const dn = "uid=ada,OU=People,dc=example,dc=test";
const ref = { id: "id-1", name: "ada", attributes: { dn: [dn] } };

test("a DN of an earlier look is taken where an id can tell whether it still holds", () => {
  expect(knownPlace(ref, container)).toBe(dn);
  expect(knownPlace({ name: "ada", attributes: ref.attributes }, container)).toBeUndefined();
});

test("without a DN, or with one outside of the container, the entry has to be searched", () => {
  expect(knownPlace({ id: "id-1", name: "ada" }, container)).toBeUndefined();
  expect(knownPlace({ ...ref, attributes: { dn: [7] } }, container)).toBeUndefined();
  for (const other of ["", container, "uid=ada,ou=former people,dc=example,dc=test", `uid=ada,${container},o=other`])
    expect(knownPlace({ ...ref, attributes: { dn: [other] } }, container)).toBeUndefined();
});
