import { expect, it } from "vitest";

import type { CatalogueItem, CatalogueItemStanding } from "../../api/model.ts";
import { requestedAlready, type Standing, thereAlready } from "./there-already.ts";

const said = (code: string, standing: Standing) =>
  thereAlready({ item: {} as CatalogueItem, code, values: {} }, standing);
const one = { accounts: ["ada"], account: "ada" };

it.each([
  ["ACUA", { accounts: ["ada", "ada2"], account: "ada" }, "ask.accountThere", "ada, ada2"],
  ["GRUA", { ...one, isMember: true }, "ask.memberThere", "ada"],
  ["GRUD", { ...one, isMember: false }, "ask.noMember", "ada"],
  ["GRUA", { accounts: [] }, "ask.accountCreated", ""],
  ["DELU", { accounts: [] }, "ask.accountMissing", ""],
] as const)("says of %s what %j makes of it", (code, standing, text, account) => {
  expect(said(code, standing)).toMatchObject({ text, account });
});

it.each([
  ["GRUA", { ...one, isMember: false }],
  ["GRUD", { ...one, isMember: true }],
  ["DELU", one],
  ["ACUA", { accounts: [] }],
] as const)("says nothing of %s where all is as it should be", (code, standing) => {
  expect(said(code, standing)).toBeUndefined();
});

it.each(["ACUA", "GRUA", "GRUD", "DELU"])("says nothing of %s where nothing may be seen", (code) => {
  expect(said(code, {})).toBeUndefined();
});

it.each(["GRUA", "GRUD"])("says nothing of %s where the members may not be seen", (code) => {
  expect(said(code, one)).toBeUndefined();
});

const standing = { key: "sales", held: "no", requestKey: null, requestNumber: null } as const;
const told = (code: string, part: Partial<CatalogueItemStanding>) =>
  requestedAlready({ item: {} as CatalogueItem, code, values: {} }, { ...standing, ...part });

it("names the open request of a recipient, and says what they have, of operations that give it", () => {
  expect(told("GRUA", { requestNumber: "20300101-1", held: "yes" })).toMatchObject({
    text: "ask.requestedAlready",
    account: "20300101-1",
  });
  expect(told("ACUA", { held: "yes" })).toMatchObject({ text: "ask.heldAlready", kind: "warning" });
});

it.each([
  ["GRUD", { held: "yes" }],
  ["GRUA", { held: "no" }],
  ["GRUA", { held: "unknown" }],
  ["GRUA", { held: "indirectly" }],
] as const)("says nothing of %s where it is %j", (code, part) => {
  expect(told(code, part)).toBeUndefined();
});

it("says nothing where nothing is known", () => {
  expect(requestedAlready({ item: {} as CatalogueItem, code: "GRUA", values: {} }, undefined)).toBeUndefined();
});
