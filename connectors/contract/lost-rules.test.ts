import { expect, test } from "vitest";
import { z } from "zod";

import { checkConnector } from "./check-connector.ts";
import { defineConnector } from "./connector.ts";
import { refusedSpellings } from "./kit/spellings.ts";

const connectorWith = (address: z.ZodType) =>
  defineConnector({
    id: "demo",
    version: "1.0.0",
    title: "Demo",
    sdk: 1,
    address,
    open: async () => ({}),
    operations: { serverInfo: async () => ({ product: "demo" }) },
  });
const host = (schema: z.ZodType) => connectorWith(z.strictObject({ host: schema }));

test.each<[string, z.ZodType, RegExp]>([
  ["any case", z.string().regex(/^ldaps?:/i), /address: host has a pattern with the flag i, .*\[Aa\]/],
  ["lines", z.string().regex(/^a$/m), /flag m/],
  ["dots for line ends", z.string().regex(/^a.b$/s), /flag s/],
  ["two flags", z.string().regex(/^a$/im), /flag im/],
  ["looking ahead", z.string().regex(/^(?!127\.).+$/), /looks ahead/],
  ["looking behind", z.string().regex(/(?<=x)y/), /looks ahead or behind/],
  ["a named group", z.string().regex(/^(?<name>a+)$/), /names a group/],
  ["the edge of a word", z.string().regex(/\bdc=/), /\\b or a reference/],
  ["a reference", z.string().regex(/^(a)\1$/), /a reference to a group/],
  [
    "an escape that Unicode mode does not know",
    z.string().regex(new RegExp(String.raw`^a\-b$`)),
    /none in Unicode mode/,
  ],
  ["a change before the pattern", z.string().trim().regex(/^\S+$/), /changed before it is checked/],
  [
    "small letters before the pattern",
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z]+$/),
    /changed before it is checked/,
  ],
  ["a change before the length", z.string().trim().max(3), /changed before it is checked/],
  ["another type", z.coerce.number(), /coerce/],
  ["what comes before the schema", z.preprocess(String, z.string()), /preprocess/],
])("an address whose rule is lost in its JSON Schema is told at load: %s", (_what, schema, words) => {
  expect(checkConnector(host(schema))).toEqual({
    problem: "invalidDefinition",
    message: expect.stringMatching(words),
  });
});

test("a rule that is lost is told wherever it stands, and once", () => {
  const inner = z.strictObject({ list: z.array(z.string().regex(/a/i)), other: z.string().regex(/^[a-z]+$/u) });
  const message = checkConnector(connectorWith(z.strictObject({ tls: inner })))?.message ?? "";
  expect(message.match(/address: \S+ has/g)).toEqual(["address: tls.list.items has"]);
});

test.each([
  z.string().regex(/^[Ll][Dd][Aa][Pp]:\/\/[^(?<=)]+(?:\/\\b)?$/, "words"),
  z.string().regex(/^\p{L}+$/u),
  z.string().min(1).trim(),
  z.string().trim().min(1),
  z.email(),
  z.url(),
  z.int().min(1).default(636),
  z.enum(["a", "b"]).optional(),
  z.string().refine((text) => text !== "x"),
])("an address without such a rule is a good one (%#)", (schema) => {
  expect(checkConnector(host(schema))).toBeUndefined();
});

test.each([
  [z.string().regex(/^dc=/i), "dc=example", "host in capitals"],
  [z.string().trim().max(4), "host", "host with blanks around it"],
  [z.coerce.string(), "636", "host as a number"],
])("what a schema takes and its JSON Schema refuses is found by trying (%#)", async (schema, value, words) => {
  expect(await refusedSpellings(host(schema), { host: value })).toContainEqual(expect.stringContaining(words));
});
