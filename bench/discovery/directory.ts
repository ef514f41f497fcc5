import { Attribute, Change, Client } from "ldapts";

import { type OpenLdap, startOpenLdap } from "#test/support/openldap.ts";

/** Starts a directory with the given number of accounts. */
export async function startDirectory(accounts: number): Promise<OpenLdap> {
  const entries = Array.from({ length: accounts }, (_, n) => {
    const name = nameOf(n);
    return `dn: uid=${name},ou=people,dc=example,dc=test\nobjectClass: inetOrgPerson\nuid: ${name}\ncn: Person ${n}\nsn: ${n}\nmail: ${name}@example.test\ntitle: first\n`;
  });
  return startOpenLdap({ ldif: entries.join("\n") });
}

/** Changes an attribute of one account in a hundred. */
export async function changeSome({ url, admin }: OpenLdap, accounts: number, title: string): Promise<void> {
  const client = new Client({ url });
  await client.bind(admin.dn, admin.password);
  for (let n = 0; n < accounts; n += 100) {
    const modification = new Attribute({ type: "title", values: [title] });
    await client.modify(
      `uid=${nameOf(n)},ou=people,dc=example,dc=test`,
      new Change({ operation: "replace", modification }),
    );
  }
  await client.unbind();
}

function nameOf(n: number): string {
  return `user${String(n).padStart(6, "0")}`;
}
