import type { Entry } from "ldapts";
import { expect, test } from "vitest";

import { withWholeAttributes } from "./attribute-ranges.ts";
import type { DomainSession } from "./session.ts";

const dn = "CN=All,DC=example,DC=test";

/** A controller that gives so many values at once, as MS-ADTS says. */
function controllerWith(attribute: string, values: readonly string[], atOnce: number) {
  const asked: string[] = [];
  const give = (from: number): Entry => {
    const part = values.slice(from, from + atOnce);
    const end = from + part.length >= values.length ? "*" : String(from + part.length - 1);
    return { dn, [attribute]: [], [`${attribute};range=${from}-${end}`]: part };
  };
  const search = async (_dn: string, { attributes }: { readonly attributes: readonly string[] }) => {
    asked.push(...attributes);
    const [, from] = /;range=(\d+)-\*$/.exec(attributes[0] ?? "") ?? [];
    return { searchEntries: [give(Number(from))] };
  };
  const session = { client: { isBound: true, search } } as unknown as DomainSession;
  return { session, first: give(0), asked };
}

test("all values of an attribute are read, however many a controller gives at once", async () => {
  const values = Array.from({ length: 3_100 }, (_, index) => `CN=${index}`);
  const { session, first, asked } = controllerWith("member", values, 1_500);
  expect(await withWholeAttributes(session, first, [])).toEqual({ dn, member: values });
  expect(asked).toEqual(["member;range=1500-*", "member;range=3000-*"]);
});

test("values that come whole need no further question", async () => {
  const { session, asked } = controllerWith("member", ["CN=1"], 5);
  expect(await withWholeAttributes(session, { dn, member: "CN=1" }, [])).toEqual({ dn, member: "CN=1" });
  expect(await withWholeAttributes(session, { dn, "member;range=0-*": ["CN=1"], member: [] }, [])).toMatchObject({
    member: ["CN=1"],
  });
  expect(asked).toEqual([]);
});

test.each([
  ["nothing", { dn }],
  ["no values", { dn, "member;range=2-*": [] }],
  ["the same again", { dn, "member;range=0-1": ["CN=0", "CN=1"] }],
])("a controller that then gives %s is no end: the list would be short", async (_what, answer) => {
  const client = { isBound: true, search: async () => ({ searchEntries: [answer] }) };
  const first = { dn, "member;range=0-1": ["CN=0", "CN=1"] };
  await expect(withWholeAttributes({ client } as unknown as DomainSession, first, [])).rejects.toMatchObject({
    code: "broken",
    message: expect.stringContaining('gives 2 values of "member"'),
  });
});
