import { expect, it } from "vitest";

import type { CatalogueItem } from "../../api/model.ts";
import { type Standing, thereAlready } from "./there-already.ts";

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
