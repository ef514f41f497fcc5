import type { Entry } from "ldapts";
import { expect, test } from "vitest";

import { activeDirectoryAddress } from "./address.ts";
import { findEntry, readAccountAt, requireEntry } from "./entries.ts";
import { guidToBytes } from "./identifiers.ts";
import type { DomainSession } from "./session.ts";
import { ValueForms } from "./value-forms.ts";

const [id, otherId] = ["7a51a4fd-a463-4cbc-8bf5-e640546947e8", "00000000-a463-4cbc-8bf5-e640546947e8"];
const options = activeDirectoryAddress.parse({ url: "ldaps://dc1.example.test", baseDN: "DC=example,DC=test" });

const entry = (sAMAccountName: string, guid = id): Entry => ({
  dn: `CN=${sAMAccountName},DC=example,DC=test`,
  sAMAccountName,
  objectGUID: guidToBytes(guid) ?? Buffer.alloc(0),
});

/** Makes a controller that answers every search with these entries. */
function answering(...searchEntries: Entry[]): DomainSession {
  const client = { isBound: true, search: async () => ({ searchEntries, searchReferences: [] }) };
  return { client, options, forms: new ValueForms() } as unknown as DomainSession;
}

test.each([
  ["jane", "janet"],
  ["jane", "root-admin"],
  ["jose", "josé"],
  ["strasse", "straße"],
  ["ada", "ada "],
])("whoever asks for %s is not given %s", async (name, came) => {
  for (const type of ["account", "group"]) {
    expect(await findEntry(answering(entry(came)), type, { name }, [])).toBeUndefined();
    await expect(requireEntry(answering(entry(came)), type, { name }, [])).rejects.toMatchObject({ code: "notFound" });
  }
});

test("among several answers the one that was asked for is taken, in whatever case it is written", async () => {
  const session = answering(entry("janet", otherId), entry("Jane"), entry("JANE2", otherId));
  expect(await findEntry(session, "account", { name: "jane" }, [])).toMatchObject({ sAMAccountName: "Jane" });
});

test("an id decides, and an answer with another id is none", async () => {
  const ref = { id: id.toUpperCase(), name: "jane" };
  expect(await findEntry(answering(entry("renamed")), "account", ref, [])).toMatchObject({ sAMAccountName: "renamed" });
  expect(await findEntry(answering(entry("jane", otherId)), "account", ref, [])).toBeUndefined();
  const place = "CN=jane,DC=example,DC=test";
  expect(await readAccountAt(answering(entry("jane", otherId)), ref, place)).toBeUndefined();
  expect(await readAccountAt(answering(entry("jane")), ref, place)).toMatchObject({ sAMAccountName: "jane" });
});
