import { Client, type Entry } from "ldapts";

import { openBrowser, type TestBrowser } from "../../support/chromium.ts";
import { type Installation, startInstallation } from "../../support/installation.ts";
import { type OpenLdap, startOpenLdap } from "../../support/openldap.ts";
import { addPeople } from "../../support/people.ts";
import { createRestClient, pathOf, type RestClient, type RestUser } from "../../support/rest.ts";

/** A service with a real OpenLDAP, users who may sign in, and a browser. */
export interface WebRoom {
  readonly installation: Installation;
  readonly directory: OpenLdap;
  readonly browser: TestBrowser;
  readonly rest: RestClient;
  readonly admin: RestUser;
  /** Keys of the users by their IDs. */
  readonly people: Readonly<Record<"ada" | "bob" | "eve", string>>;
  /** Creates an account in the directory, and waits until it exists. */
  addAccount(account: { shortId: string; userKey: string | null; password: string }): Promise<void>;
  /** Creates a managed group in the directory, and returns its key. */
  addManagedGroup(shortId: string): Promise<string>;
  /** Returns the entry of the account with this name, as the directory itself holds it. */
  entryOf(shortId: string): Promise<Entry | undefined>;
  close(): Promise<void>;
}

/** Password of all users in the room. */
export const roomPassword = "crane-lamp-42";

/** Starts the room: ada submits requests, bob decides about those on the directory, eve has no role. */
export async function openWebRoom(environment: Readonly<Record<string, string>> = {}): Promise<WebRoom> {
  const starting = [startOpenLdap(), startInstallation({ environment }), openBrowser()] as const;
  const [directory, installation, browser] = await Promise.all(starting);
  const rest = createRestClient(installation.address);
  const admin = await rest.signIn(installation.superuser.id, installation.superuser.password);
  const { context, close } = await installation.compose();
  const people = await addPeople(context, ["ada", "bob", "eve"], roomPassword);
  await close();
  const { url, baseDN, accountsDN, groupsDN, admin: login } = directory;
  const target = {
    id: "DIRECTORY",
    type: "ldap",
    description: "The directory of everybody",
    address: {
      url,
      baseDN,
      accountsDN,
      groupsDN,
    },
    authorizationPhases: [
      {
        sequence: 1,
        authorizers: [{ userKey: people.bob }],
      },
    ],
  };
  await made(admin.post("/v2/targetSystems", target));
  const credential = { administratorId: login.dn, password: login.password };
  await made(admin.post("/v2/targetSystems('DIRECTORY')/credentials", credential));
  for (const [attribute, minValues] of Object.entries({ cn: 1, sn: 1, mail: 0 })) {
    const definition = { attribute, minValues, discoveredObjectType: "user" };
    await made(admin.post("/v2/targetSystems('DIRECTORY')/attributeDefinitions", definition));
  }
  return {
    installation,
    directory,
    browser,
    rest,
    admin,
    people,
    async addAccount(account) {
      const attributeValues = {
        cn: account.shortId,
        sn: account.shortId,
      };
      const answer = await admin.post("/v2/accounts", {
        targetSystemKey: "DIRECTORY",
        ...account,
        attributeValues,
      });
      const { error } = await admin.until(pathOf(answer), ({ finishedAt }) => finishedAt !== null);
      if (error !== null) throw new Error(`the account could not be made: ${JSON.stringify(error)}`);
    },
    async addManagedGroup(shortId) {
      const answer = await admin.post("/v2/groups", { targetSystemKey: "DIRECTORY", shortId });
      const { error } = await admin.until(pathOf(answer), ({ finishedAt }) => finishedAt !== null);
      if (error !== null) throw new Error(`the group could not be made: ${JSON.stringify(error)}`);
      const { body } = await admin.get(`/v2/groups?$filter=shortId eq '${shortId}'`);
      const [{ key }] = (body as { readonly value: readonly [{ readonly key: string }] }).value;
      const managed = await admin.post(`/v2/groups(${key})/manage`, {});
      if (managed.status !== 200) throw new Error(`the group could not be managed: ${JSON.stringify(managed)}`);
      return key;
    },
    entryOf: (shortId) => entryIn(directory, shortId),
    async close() {
      rest.close();
      await browser.close();
      await installation.stop();
      await directory.stop();
    },
  };
}

async function entryIn({ url, accountsDN, admin }: OpenLdap, shortId: string): Promise<Entry | undefined> {
  const client = new Client({ url });
  try {
    await client.bind(admin.dn, admin.password);
    const { searchEntries } = await client.search(accountsDN, { filter: `(uid=${shortId})` });
    return searchEntries[0];
  } finally {
    await client.unbind();
  }
}

async function made(answer: Promise<{ readonly status: number }>): Promise<void> {
  const given = await answer;
  if (given.status !== 201) throw new Error(`the room could not be set up: ${JSON.stringify(given)}`);
}
