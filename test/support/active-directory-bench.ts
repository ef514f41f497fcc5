import { Attribute, Change, Client } from "ldapts";

import activeDirectory from "#connectors/active-directory/active-directory.ts";
import type { ChangePage, Delta, Member, ObjectRef, TargetObject } from "#connectors/contract/index.ts";
import { Bench } from "#connectors/contract/kit/bench.ts";

import type { SambaAd } from "./samba.ts";

/** An address or a credential other than the usual one. */
interface Choice {
  readonly address?: object;
  readonly login?: { readonly login: string; readonly secret: string };
}

/** Returns a function that runs steps with a session of the connector at a domain, and removes the objects that they made. */
export function benchAt(domain: () => SambaAd) {
  return async (run: (b: Bench, session: unknown) => Promise<void>, choice: Choice = {}): Promise<void> => {
    const { url, tls, baseDN, admin } = domain();
    const { login, secret } = choice.login ?? { login: admin.login, secret: admin.password };
    const b = new Bench(activeDirectory, {
      address: { url, tls, baseDN, ...choice.address },
      credentials: [{ role: "admin", login, secret }],
      stop: () => {},
    });
    try {
      await run(b, await b.open());
    } finally {
      await b.clear();
    }
  };
}

/** Lists all accounts, and reports each page. */
export async function listAll(
  b: Bench,
  session: unknown,
  onPage: (page: number) => void = () => {},
): Promise<TargetObject[]> {
  const objects: TargetObject[] = [];
  let pages = 0;
  for await (const { items } of b.operations.list(session, { type: "account", pageSize: 25 }, b.call())) {
    objects.push(...items);
    onPage((pages += 1));
  }
  return objects;
}

/** Reads the pages of changes since a token; without one the first token. */
export async function changesSince(b: Bench, session: unknown, token?: string): Promise<ChangePage[]> {
  const pages: ChangePage[] = [];
  const request = { type: "account", ...(token !== undefined && { token }) };
  for await (const page of b.operations.changes(session, request, b.call())) pages.push(page);
  return pages;
}

/** Reads the current token. */
export const nowOf = async (b: Bench, session: unknown) => (await changesSince(b, session)).at(-1)?.token ?? "";

/** Updates an account. */
export const update = (b: Bench, session: unknown, ref: TargetObject, ...deltas: Delta[]) =>
  b.operations.update(session, { type: "account", ref, deltas }, b.call());

/** Reads an account by its name. */
export const get = (b: Bench, session: unknown, name: string, attributes?: readonly string[]) =>
  b.operations.get(session, { type: "account", ref: { name }, ...(attributes && { attributes }) }, b.call());

/** Verifies a password of an account. */
export const verify = (b: Bench, session: unknown, account: TargetObject, suffix = "") =>
  b.operations.verify(session, { account, password: b.password(suffix) }, b.call());

/** Runs steps with a client of a test's own, bound as the administrator of the domain. */
export async function asAdministrator<T>(
  { url, tls: { ca, serverName }, admin }: SambaAd,
  run: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ url, tlsOptions: { ca, servername: serverName } });
  try {
    await client.bind(admin.login, admin.password);
    return await run(client);
  } finally {
    await client.unbind();
  }
}

/** Replaces one attribute of an entry, or removes it. */
export async function write(domain: SambaAd, dn: unknown, attribute: string, ...values: string[]): Promise<void> {
  const change = new Change({ operation: "replace", modification: new Attribute({ type: attribute, values }) });
  await asAdministrator(domain, (client) => client.modify(String(dn), change));
}

/** Reads the members of a group: `type name` of each, followed by the group through which it is a member. */
export async function membersOf(b: Bench, session: unknown, group: ObjectRef, pageSize = 100): Promise<string[]> {
  const found: string[] = [];
  for await (const { items } of b.operations.members(session, { group, pageSize }, b.call()))
    found.push(...told(items));
  return found.toSorted();
}

/** Returns members in the words of `membersOf`. */
export const told = (members: readonly Member[] = []): string[] =>
  members.map(({ type, name, through }) => `${type} ${name}${through === undefined ? "" : ` by ${through.name}`}`);
