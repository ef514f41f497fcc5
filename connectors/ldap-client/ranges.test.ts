import type { Entry } from "ldapts";
import { expect, test } from "vitest";

import type { LdapConnection } from "./connection.ts";
import { withAllValues } from "./ranges.ts";

const dn = "CN=All,DC=example,DC=test";

interface Asked {
  readonly attributes: readonly string[];
  readonly explicitBufferAttributes: readonly string[];
}

/** Makes a controller that returns a limited number of values at once, as MS-ADTS specifies. */
function controllerWith(attribute: string, values: readonly string[], atOnce: number) {
  const [asked, asBytes]: [string[], string[]] = [[], []];
  const give = (from: number): Entry => {
    const part = values.slice(from, from + atOnce);
    const end = from + part.length >= values.length ? "*" : String(from + part.length - 1);
    return { dn, [attribute]: [], [`${attribute};range=${from}-${end}`]: part };
  };
  const search = async (_dn: string, { attributes, explicitBufferAttributes }: Asked) => {
    asked.push(...attributes);
    asBytes.push(...explicitBufferAttributes);
    const [, from] = /;range=(\d+)-\*$/.exec(attributes[0] ?? "") ?? [];
    return { searchEntries: [give(Number(from))] };
  };
  const session = { client: { isBound: true, search } } as unknown as LdapConnection;
  return { session, first: give(0), asked, asBytes };
}

test("all values of an attribute are read, however many a controller gives at once", async () => {
  const values = Array.from({ length: 3_100 }, (_, index) => `CN=${index}`);
  const { session, first, asked } = controllerWith("member", values, 1_500);
  expect(await withAllValues(session, first, [])).toEqual({ dn, member: values });
  expect(asked).toEqual(["member;range=1500-*", "member;range=3000-*"]);
});

test("bytes are asked for as bytes", async () => {
  const { session, first, asBytes } = controllerWith("objectSid", ["1", "2", "3"], 2);
  await withAllValues(session, first, ["objectsid"]);
  expect(asBytes).toEqual(["objectSid;range=2-*"]);
});

test("values that come whole need no further question", async () => {
  const { session, asked } = controllerWith("member", ["CN=1"], 5);
  expect(await withAllValues(session, { dn, member: "CN=1" }, [])).toEqual({ dn, member: "CN=1" });
  expect(await withAllValues(session, { dn, "member;range=0-*": ["CN=1"], member: [] }, [])).toMatchObject({
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
  await expect(withAllValues({ client } as unknown as LdapConnection, first, [])).rejects.toMatchObject({
    code: "broken",
    message: `${dn} does not give the rest of its member from 2 on.`,
  });
});
