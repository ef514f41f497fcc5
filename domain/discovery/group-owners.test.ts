import { expect, test } from "vitest";

import type { NamedAccount } from "./account-names.ts";
import { groupOwnersOf, ownerProblems } from "./group-owners.ts";

const account = (name: string, userKey: string | null, targetSystemKey = "LDAP"): NamedAccount => ({
  userKey,
  targetSystemKey,
  stableId: `id of ${name}`,
  shortId: name,
  dn: `uid=${name},ou=people,dc=x`,
});
const accounts = [account("ada", "A"), account("bob", "B"), account("nobody", null), account("other", "O", "AD")];
const ownersOf = (...references: string[]) =>
  groupOwnersOf(
    "LDAP",
    references.map((reference) => ({ groupKey: "G", group: "staff", reference })),
    accounts,
  );

test("an owner is named by the id, the DN or the name of an account, however the DN is spelt", () => {
  for (const reference of ["id of ada", " UID=Ada, OU=people,dc=x", "ada"])
    expect(ownersOf(reference)).toEqual({ owners: [{ groupKey: "G", userKey: "A" }], unknown: [] });
});

test("who has no account of a person there is told once for each group, and owns nothing", () => {
  expect(ownersOf("nobody", "uid=other,ou=people,dc=x", "unknown", "bob")).toEqual({
    owners: [{ groupKey: "G", userKey: "B" }],
    unknown: ["staff"],
  });
  expect(ownerProblems([])).toEqual([]);
  expect(ownerProblems(["staff"])).toEqual([expect.stringMatching(/^1 group\(s\) name an owner .*: staff\./)]);
});

test("a name of accounts of two people is that of neither", () => {
  const references = [{ groupKey: "G", group: "staff", reference: "twice" }];
  const twice = [account("twice", "A"), { ...account("twice", "B"), stableId: "another", dn: undefined }];
  expect(groupOwnersOf("LDAP", references, twice)).toEqual({ owners: [], unknown: ["staff"] });
});

test("a name is compared by the rule of its target: in any case and form of Unicode, unless names differ in case there", () => {
  const known = [account("Ada", "A"), account("m\u00fcller", "M"), account("jdoe", "J1"), account("JDoe", "J2")];
  const owners = (reference: string, caseExact = false) =>
    groupOwnersOf(
      "LDAP",
      [{ groupKey: "G", group: "staff", reference }],
      known.map((one) => ({ ...one, caseExact })),
    ).owners.map(({ userKey }) => userKey);
  expect([owners("ada"), owners("MU\u0308LLER"), owners("jdoe"), owners("JDOE")]).toEqual([["A"], ["M"], ["J1"], []]);
  expect([owners("ada", true), owners("Ada", true)]).toEqual([[], ["A"]]);
});
