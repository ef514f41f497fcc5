import { describe, expect, it } from "vitest";

import { bearerProblems, bearersOf, borneIds } from "./account-bearers.ts";
import { hasCaseExactNames } from "./compared-name.ts";

const found = (names: readonly (readonly string[])[], ids: readonly string[], caseExact = false) => {
  const users = borneIds(
    ids.map((id) => ({ key: `key of ${id}`, id })),
    caseExact,
  );
  const accounts = names.map((values, index) => ({ key: `a${index}`, names: values }));
  const { owners, unclear } = bearersOf(accounts, users, caseExact);
  return {
    owners: [...owners].map(([account, { id }]) => [account, id]),
    unclear: unclear.map((account) => account.names.join(", ")),
  };
};

describe("the owner of an account", () => {
  it.each([
    ["the same", "jdoe", "jdoe"],
    ["in capitals", "JDoe", "jdoe"],
    ["composed otherwise", "mu\u0308ller", "m\u00fcller"],
    ["composed otherwise and in capitals", "MU\u0308LLER", "m\u00fcller"],
  ])("bears the id %s", (_what, name, id) => {
    expect(found([[name]], [id, "other"])).toEqual({ owners: [["a0", id]], unclear: [] });
  });

  it("is nobody where two users differ in case alone, and it is said", () => {
    const { owners, unclear } = found([["JDOE"], ["jdoe"], ["anna"]], ["jdoe", "JDoe", "anna"]);
    expect(owners).toEqual([["a2", "anna"]]);
    expect(bearerProblems(unclear)).toEqual([expect.stringContaining("2 account(s) belong to nobody, because")]);
    expect(bearerProblems([])).toEqual([]);
  });

  it("is nobody where the values of an attribute name two people", () => {
    expect(found([["anna", "Ben"]], ["anna", "ben"])).toEqual({ owners: [], unclear: ["anna, Ben"] });
    expect(found([["Anna", "anna", "x"]], ["anna"]).owners).toEqual([["a0", "anna"]]);
  });

  it("bears the id exactly where names differ in case, in any form of Unicode", () => {
    expect(found([["JDoe"], ["mu\u0308ller"]], ["jdoe", "m\u00fcller"], true).owners).toEqual([["a1", "m\u00fcller"]]);
    expect(found([["JDoe"], ["jdoe"]], ["jdoe", "JDoe"], true)).toMatchObject({
      owners: [
        ["a0", "JDoe"],
        ["a1", "jdoe"],
      ],
    });
  });

  it("is nobody for an account without a name, or a user without one", () => {
    expect(found([[""], []], ["", "anna"])).toEqual({ owners: [], unclear: [] });
  });
});

it("names of databases and of machines differ in case, those of directories do not", () => {
  expect(["sql", "sqlite", "ssh", "ldap", "active-directory", "scim", "own"].filter(hasCaseExactNames)).toEqual([
    "sql",
    "sqlite",
    "ssh",
  ]);
});
