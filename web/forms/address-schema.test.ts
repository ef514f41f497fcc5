import { expect, it } from "vitest";

import { addressFields, addressOf, addressValues } from "./address-schema.ts";

const schema = {
  type: "object",
  required: ["url"],
  properties: {
    url: { type: "string", title: "Address" },
    startTls: { type: "boolean", default: false },
    port: { type: "integer", minimum: 1, maximum: 65_535, default: 389 },
    product: { type: "string", enum: ["one", "two"] },
    member: { type: "string", enum: ["member", "uniqueMember"], default: "member" },
    read: { type: "array", items: { type: "string" }, default: ["cn", "sn"] },
    emptyMember: { type: "string", default: "" },
    check: { type: "boolean", default: true },
    tls: {
      type: "object",
      title: "TLS",
      required: ["ca"],
      properties: { ca: { type: "string", title: "Authority", description: "PEM text." } },
    },
  },
};
const fields = addressFields(schema);
const usual = addressValues(fields, {});

it("asks for each part as its schema says, those of an object inside beside the others", () => {
  expect(fields.map(({ name, title, isRequired }) => [name, title, isRequired])).toEqual([
    ["url", "Address", true],
    ...["startTls", "port", "product", "member", "read", "emptyMember", "check"].map((name) => [name, name, false]),
    // It is required only if its object has any value.
    ["tls.ca", "TLS: Authority", false],
  ]);
  expect(Object.fromEntries(fields.map(({ name, input }) => [name, input]))).toMatchObject({
    port: { is: "number", min: 1, max: 65_535 },
    product: { is: "choice", choices: [{ value: "" }, { value: "one" }, { value: "two" }] },
    member: { is: "choice", choices: [{ value: "member" }, { value: "uniqueMember" }] },
    read: { is: "lines" },
    "tls.ca": { is: "area" },
  });
});

it("sends what is otherwise than usual, and nothing of what is not said", () => {
  expect(addressOf(fields, usual)).toEqual({});
  expect(addressOf(fields, { ...usual, url: "ldap://one", product: "", "tls.ca": "", port: null })).toEqual({
    url: "ldap://one",
  });
  const said = { startTls: true, port: 636, product: "two", read: ["cn", " ", "mail "], check: false, "tls.ca": "PEM" };
  expect(addressOf(fields, { ...usual, ...said })).toEqual({
    startTls: true,
    port: 636,
    product: "two",
    read: ["cn", "mail"],
    check: false,
    tls: { ca: "PEM" },
  });
});

it("sends an empty text or list where that takes the place of one that would hold otherwise", () => {
  expect(addressOf(fields, { ...usual, read: [] })).toEqual({ read: [] });
});

it("shows an address that there is, and gives it back as it was", () => {
  const address = { url: "ldap://one", read: ["uid"], tls: { ca: "PEM" }, check: false };
  expect(addressOf(fields, addressValues(fields, address))).toEqual(address);
});

it("shows nothing of a schema that says nothing", () => {
  expect(addressFields({})).toEqual([]);
});
