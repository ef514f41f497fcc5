import { expect, test } from "vitest";

import { asService } from "./as-service.ts";
import type { Expression } from "./bound-query.ts";
import { policyNames } from "./policy-names.ts";

const owner: Expression = {
  kind: "column",
  type: "string",
  column: "id",
  scope: 1,
  via: [{ relation: "owner", policy: "accounts_user_get" }],
};

test("no row policy is left in it, on whatever way", () => {
  const where: Expression = { kind: "compare", operator: "eq", left: owner, right: { ...owner, via: [] } };
  const any: Expression = {
    kind: "any",
    scope: 0,
    relation: "accounts",
    policy: "users_accounts_get_list",
    via: [
      {
        relation: "manager",
        policy: "users_manager_get",
      },
    ],
    where,
  };
  const both: Expression = {
    kind: "and",
    of: [
      { kind: "not", of: any },
      { ...any, kind: "all", where: null },
    ],
  };
  const query = { policy: "p", columns: [], computed: [], orderBy: [], expand: [], where: both };
  const rest = { source: "users", search: null, top: null, skip: 0, after: null, count: false };
  expect(policyNames({ ...rest, ...query })).toEqual([
    "p",
    "users_manager_get",
    "users_accounts_get_list",
    "accounts_user_get",
  ]);
  expect(policyNames({ ...rest, ...query, where: asService(both) })).toEqual(["p"]);
  expect(JSON.stringify(asService(both))).not.toContain("_get");
});
