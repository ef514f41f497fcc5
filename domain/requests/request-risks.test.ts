import { expect, it } from "vitest";

import { type RiskFacts, requestRisks, risksOf } from "./request-risks.ts";

const harmless: RiskFacts = {
  requesterKey: "ada",
  recipientKey: "eve",
  authorizerKeys: ["bob"],
  operations: [
    {
      code: "ENAU",
      accountKey: "clerk",
      groupKey: null,
      needsManaged: false,
      result: null,
    },
  ],
  alreadyHeld: [],
  violatedRules: [],
  privilegedAccounts: new Set(["root"]),
  privilegedGroups: new Set(["admins"]),
  unmanagedGroups: new Set(["shadow"]),
};
const operation = (
  code: RiskFacts["operations"][number]["code"],
  accountKey: string | null,
  groupKey: string | null,
  part: Partial<RiskFacts["operations"][number]> = {},
): RiskFacts => ({
  ...harmless,
  operations: [...harmless.operations, { code, accountKey, groupKey, needsManaged: false, result: null, ...part }],
});

it("finds none where nothing speaks for one", () => {
  expect(risksOf(harmless)).toEqual([]);
  expect(risksOf(operation("ACUA", null, null))).toEqual([]);
  expect(risksOf(operation("GRUA", null, "clerks"))).toEqual([]);
  expect(risksOf({ ...harmless, recipientKey: null })).toEqual([]);
});

it("finds what is deleted", () => {
  expect(risksOf(operation("DELU", "clerk", null))).toEqual(["removesForGood"]);
  expect(risksOf(operation("DELG", null, "clerks"))).toEqual(["removesForGood"]);
  expect(risksOf(operation("GRUD", "clerk", "admins"))).toEqual([]);
});

it("finds privileged accounts whatever is done with them, and groups of such where somebody joins or owns them", () => {
  expect(risksOf(operation("ARCHREQPWD", "root", null))).toEqual(["privilegedAccount"]);
  expect(risksOf(operation("DELU", "root", null))).toEqual(["removesForGood", "privilegedAccount"]);
  for (const code of ["GRUA", "GROA"] as const)
    expect(risksOf(operation(code, "clerk", "admins"))).toEqual(["privilegedGroup"]);
});

it("finds who decides about what they asked for, or what is for them", () => {
  expect(risksOf({ ...harmless, authorizerKeys: ["bob", "ada"] })).toEqual(["decidesForOneself"]);
  expect(risksOf({ ...harmless, authorizerKeys: ["eve"] })).toEqual(["decidesForOneself"]);
});

it("finds more operations than can be seen at a glance", () => {
  const operations = (count: number) => Array.from({ length: count }, () => harmless.operations).flat();
  expect(risksOf({ ...harmless, operations: operations(10) })).toEqual([]);
  expect(risksOf({ ...harmless, operations: operations(11) })).toEqual(["manyOperations"]);
});

it("finds groups that are no longer managed, where an operation has not begun and needs them", () => {
  expect(risksOf(operation("GRUA", "clerk", "shadow", { needsManaged: true }))).toEqual(["groupNotManaged"]);
  expect(risksOf(operation("GRUA", "clerk", "shadow"))).toEqual([]);
  expect(risksOf(operation("GRUA", "clerk", "clerks", { needsManaged: true }))).toEqual([]);
  expect(risksOf(operation("GRUA", "clerk", "shadow", { needsManaged: true, result: "P" }))).toEqual([]);
});

it("has names that fit into what holds a member of a list", () => {
  for (const name of Object.keys(requestRisks)) expect(name.length).toBeLessThanOrEqual(20);
});
