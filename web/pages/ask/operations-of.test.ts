import { expect, it } from "vitest";

import type { Account, CatalogueField, CatalogueFormField, CatalogueItem } from "../../api/model.ts";
import type { Wish } from "./draft.ts";
import { fieldsOf, operationsOf } from "./operations-of.ts";

const field = (attribute: string, part: Partial<CatalogueField> = {}): CatalogueField => ({
  attribute,
  discoveredObjectType: "user",
  type: "string",
  minValues: 0,
  maxValues: 1,
  valueRegex: null,
  fromProfile: false,
  ...part,
});
const item = (part: Partial<CatalogueItem>): CatalogueItem => ({
  key: "LDAP",
  resourceType: "targetSystem",
  targetSystemKey: "LDAP",
  name: "LDAP",
  description: "",
  helpUrl: null,
  requestable: true,
  usableBy: null,
  ownerKey: null,
  owner: null,
  risk: null,
  tags: [],
  tagsText: "",
  longestHours: null,
  formFields: [],
  fulfilment: "connector",
  codes: ["ACUA"],
  phases: [],
  fields: [],
  lastUpdatedModule: "rest",
  lastUpdatedNode: "n",
  ...part,
});
const group = item({ key: "group-key", resourceType: "managedGroup", name: "sales", codes: ["GRUA", "GRUD"] });
const wish = (code: string, part: Partial<Wish> = {}): Wish => ({ item: item({}), code, values: {}, ...part });
const account = (key: string, targetSystemKey = "LDAP") => ({ key, targetSystemKey, shortId: key }) as Account;
const created = { code: "ACUA", targetSystemKey: "LDAP" };

it("asks for an account with the attributes that were entered, each as its definition has it", () => {
  const fields = [
    field("mail"),
    field("floor", { type: "number" }),
    field("remote", { type: "boolean" }),
    field("phone", { maxValues: 5 }),
    field("sn", { fromProfile: true }),
    field("empty"),
    field("gid", { discoveredObjectType: "group" }),
  ];
  const values = { mail: " a@b.test ", floor: "3", remote: "true", phone: "1\n\n 2 ", sn: "x", gid: "9", empty: " " };
  const asked = wish("ACUA", { item: item({ fields }), values });
  expect(fieldsOf(asked).map(({ attribute }) => attribute)).toEqual(["mail", "floor", "remote", "phone", "empty"]);
  expect(operationsOf([asked], [])).toEqual([
    { ...created, attributes: { mail: "a@b.test", floor: 3, remote: true, phone: ["1", "2"] } },
  ]);
});

it("joins a group with the account that there is, or with the one that was chosen", () => {
  const asked = wish("GRUA", { item: group });
  const join = { code: "GRUA", targetSystemKey: "LDAP", groupKey: "group-key" };
  const accounts = [account("other", "AD"), account("one"), account("two")];
  expect(operationsOf([asked], accounts)).toEqual([{ ...join, accountKey: "one" }]);
  const chosen = { ...asked, accountKeys: ["two"] };
  expect(operationsOf([chosen], accounts)).toEqual([{ ...join, accountKey: "two" }]);
});

it("asks each recipient's own account, whosever was chosen", () => {
  const asked = wish("GRUA", { item: group, accountKeys: ["of-ada", "second-of-bob"] });
  const accountsOf = { ada: [account("of-ada")], bob: [account("of-bob"), account("second-of-bob")] };
  const eve = [account("of-eve"), account("second-of-eve")];
  const keys = [accountsOf.ada, accountsOf.bob, eve].map((own) => operationsOf([asked], own)[0]?.accountKey);
  expect(keys).toEqual(["of-ada", "second-of-bob", "of-eve"]);
});

it("asks for the account too that a group needs, once, and not where it is asked for already", () => {
  const join = wish("GRUA", { item: group });
  const joined = { code: "GRUA", targetSystemKey: "LDAP", groupKey: "group-key" };
  expect(operationsOf([join, { ...join }], [])).toEqual([created, joined, joined]);
  expect(operationsOf([join, wish("ACUA")], [])).toEqual([joined, created]);
});

it("creates nothing for what needs an account that is there", () => {
  expect(operationsOf([wish("DELU")], [])).toEqual([{ code: "DELU", targetSystemKey: "LDAP" }]);
});

it("fills in the form of an item that an operation gives, each value as its field has it, and leaves out what is empty", () => {
  const formField = (name: string, part: Partial<CatalogueFormField> = {}): CatalogueFormField => ({
    name,
    type: "text",
    label: name,
    germanLabel: null,
    help: null,
    germanHelp: null,
    required: false,
    choices: [],
    pattern: null,
    defaultValue: null,
    ...part,
  });
  const formFields = [
    formField("costCenter"),
    formField("seats", { type: "number", defaultValue: "2" }),
    formField("remote", { type: "flag" }),
    formField("floor", { type: "number" }),
    formField("until", { type: "date" }),
  ];
  const form = { costCenter: " 4711 ", remote: "false", floor: "high", until: "" };
  const asked = (code: string) => operationsOf([wish(code, { item: item({ formFields }), form })], [])[0]?.form;
  expect(asked("ACUA")).toEqual({ costCenter: "4711", seats: 2, remote: false, floor: "high" });
  expect(asked("CRTG")).toBeUndefined();
});
