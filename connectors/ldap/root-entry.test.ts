import { expect, test } from "vitest";

import { connect, disconnect } from "#connectors/ldap-client/connection.ts";
import { resultCodeOf } from "#connectors/ldap-client/errors.ts";
import { startFakeDirectory } from "#test/support/fake-directory.ts";

import { ldapAddress } from "./address.ts";
import { readRoot } from "./root-entry.ts";

const [success, noSuchObject, insufficientRights] = [0, 32, 50];

/** Reads the root entry of a directory that answers the request with a result code; returns the code if the read throws it. */
async function rootOf(answer: number, address: object = {}): Promise<unknown> {
  const directory = await startFakeDirectory([], answer);
  const options = ldapAddress.parse({ url: directory.url, baseDN: "dc=example,dc=test", ...address });
  const client = await connect(options);
  try {
    await client.bind("cn=admin", "secret");
    return await readRoot({ client }, options);
  } catch (error) {
    return resultCodeOf(error);
  } finally {
    await disconnect(client);
    await directory.stop();
  }
}

test.each([success, noSuchObject])(
  "a directory that shows no root entry, by the code %i, says nothing of itself",
  async (code) => {
    expect(await rootOf(code)).toEqual({ dn: "" });
  },
);

test("a root entry that may not be read is an error where it must tell how accounts are locked, and only there", async () => {
  expect(await rootOf(insufficientRights)).toBe(insufficientRights);
  for (const accountState of ["passwordPolicy", "none"])
    expect(await rootOf(insufficientRights, { accountState })).toEqual({ dn: "" });
});
