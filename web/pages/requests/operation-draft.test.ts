import { describe, expect, it } from "vitest";

import type { CatalogueField, CatalogueFormField } from "../../api/model.ts";
import { attributeFaults, changeOf, enteredBefore, faultKey, formFault } from "./operation-draft.ts";

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
const fields = [field("mail"), field("floor", { type: "number" }), field("sn", { fromProfile: true })];
const attributes = { Mail: ["a@b.test"], phone: ["1", "2"], sn: ["Abel"], desk: [4], remote: [true] };
const operation = { sequence: 2, code: "ACUA", accountKey: "one", attributes, form: null };

it("is entered with what it asks for and what else is defined, without what comes from the profile", () => {
  expect(enteredBefore(operation, fields)).toEqual({
    Mail: "a@b.test",
    phone: "1\n2",
    desk: "4",
    remote: "true",
    floor: "",
  });
  expect(enteredBefore({ code: "ACUA", attributes: null }, [])).toEqual({});
});

it("keeps what an update asks for, whatever the profile says of new accounts", () => {
  const update = { ...operation, code: "UPDA", attributes: { sn: ["Abel"], mail: ["a@b.test"] } };
  expect(enteredBefore(update, fields)).toEqual({ sn: "Abel", mail: "a@b.test", floor: "" });
  const typed = { mail: "new@b.test" };
  expect(changeOf(update, { typed }, fields)?.attributes).toEqual({ sn: ["Abel"], mail: ["new@b.test"] });
});

describe("what is sent", () => {
  const change = (typed: Record<string, string>, accountKey?: string) =>
    changeOf(operation, { typed, ...(accountKey !== undefined && { accountKey }) }, fields);

  it("is nothing where nothing is otherwise", () => {
    expect(change({})).toBeUndefined();
    expect(change({ Mail: " a@b.test ", phone: "1\n\n2", floor: " " }, "one")).toBeUndefined();
  });

  it("leaves the attributes out where the account alone is another", () => {
    expect(change({}, "two")).toEqual({ sequence: 2, accountKey: "two" });
  });

  it("is all that is asked for from now on, each value of its type", () => {
    expect(change({ phone: "3", floor: "7", desk: "5", remote: "false", room: "x\ny" })?.attributes).toEqual({
      Mail: ["a@b.test"],
      phone: ["3"],
      floor: [7],
      desk: [5],
      remote: [false],
      room: ["x", "y"],
    });
    expect(change({ floor: "high", remote: "perhaps" })?.attributes).toMatchObject({
      floor: ["high"],
      remote: ["perhaps"],
    });
  });

  it("has no attribute without a value", () => {
    expect(change({ phone: "", desk: " \n", remote: "", Mail: "" })).toEqual({ sequence: 2, attributes: {} });
  });
});

it("finds the field of a fault, whichever operations the API has counted", () => {
  const open = [{ sequence: 2 }, { sequence: 3 }, { sequence: 4 }];
  const faults = new Map([
    ["operations.0.attributes.9th", "name"],
    ["operations.0.attributes.mail.1", "too long"],
    ["operations/1/attributes/mail;lang-de", "no address"],
    ["operations/0/accountKey", "not yours"],
    ["operations/7/attributes/mail", "nobody knows"],
    ["operations.0.attributes", "too many"],
  ]);
  expect([...attributeFaults(faults, [{ sequence: 4 }], open)]).toEqual([
    [faultKey(4, "9th"), "name"],
    [faultKey(4, "mail"), "too long"],
    [faultKey(3, "mail;lang-de"), "no address"],
  ]);
});

describe("the form of an operation", () => {
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
  const formFields = [formField("project"), formField("seats", { type: "number", defaultValue: "2" })];
  const filled = { ...operation, form: { project: "x", seats: 4, gone: "kept" } };
  const change = (form: Record<string, string>) => changeOf(filled, { typed: {}, form }, fields, formFields)?.form;

  it("is left out where it is as before", () => {
    expect(change({ project: " x ", seats: "4" })).toBeUndefined();
    expect(changeOf(filled, { typed: {} }, fields, formFields)).toBeUndefined();
  });

  it("is sent whole, with values of fields that it no longer has, and without those that were emptied", () => {
    expect(change({ project: "y", seats: "4" })).toEqual({ project: "y", seats: 4, gone: "kept" });
    expect(change({ project: "", seats: "7" })).toEqual({ seats: 7, gone: "kept" });
    expect(change({ project: "x", seats: "" })).toEqual({ project: "x", gone: "kept" });
  });

  it("has its faults under names of its own", () => {
    const faults = new Map([
      ["operations/0/form/seats", "must be a number"],
      ["operations/0/attributes/seats", "taken"],
    ]);
    const found = attributeFaults(faults, [], [operation]);
    expect(found.get(faultKey(2, formFault("seats")))).toBe("must be a number");
    expect(found.get(faultKey(2, "seats"))).toBe("taken");
  });
});
