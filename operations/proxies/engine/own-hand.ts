import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { hasWholeName, isAccountOfLogin, loginHarmOf } from "#domain/requests/own-logins.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import type { OrderContent } from "./order-source.ts";

type Credential = Row<"targetSystemCredentials">;

/** Credential of the service on the server of a target, with its use. */
interface OwnLogin {
  readonly login: string;
  readonly use: string;
  readonly managedAccountKey: string | null;
  /** True if only the account with exactly this name, or mail address, is meant. */
  readonly isWhole?: true;
}

/**
 * Returns the credentials with which the service reaches the server of a target system: those of this target, and of others on the same
 * server.
 */
export async function ownLogins(
  { store, settings }: CallContext,
  target: Row<"targetSystems">,
): Promise<readonly OwnLogin[]> {
  const server = serverOf(target.address);
  const alike = await store.select("targetSystems", { where: eq("type", target.type) });
  const ids = alike
    .filter(({ id, address }) => id === target.id || isSameServer(serverOf(address), server))
    .map(({ id }) => id);
  const rows = await store.select("targetSystemCredentials", { where: oneOf("targetSystemId", ids) });
  const ofTargets = rows.map((row) => ownLoginOf(row));
  const { databaseUrl, smtpUser } = settings;
  // A mailbox is named by its whole address, on any target; any other name says nothing about its server.
  const mail: OwnLogin[] = smtpUser?.includes("@")
    ? [{ login: smtpUser, use: "its mail server", isWhole: true, managedAccountKey: null }]
    : [];
  const database = databaseUrl.startsWith("sqlite:") ? undefined : new URL(databaseUrl);
  if (database === undefined || !isSameServer({ host: database.hostname, port: database.port }, server))
    return [...ofTargets, ...mail];
  const login = decodeURIComponent(database.username);
  return [...ofTargets, ...mail, { login, use: "the service's own database", managedAccountKey: null }];
}

function ownLoginOf({ administratorId: login, managedAccountKey, targetSystemId }: Credential): OwnLogin {
  return { login, managedAccountKey, use: `the target system '${targetSystemId}'` };
}

/** Host and port of a server; for a database file its path is the host. A missing port is empty. */
interface Server {
  readonly host: string;
  readonly port: string;
}

function serverOf(address: unknown): Server {
  const { host, port, url, file } = (address ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof url === "string" && URL.canParse(url)) {
    const { hostname, port: ofUrl } = new URL(url);
    return { host: hostname.toLowerCase(), port: ofUrl };
  }
  const place = typeof host === "string" ? host.toLowerCase() : file;
  return {
    host: typeof place === "string" ? place : "",
    port: typeof port === "number" || typeof port === "string" ? String(port) : "",
  };
}

/** Reports whether two addresses may be of one server: a missing port matches any. */
function isSameServer(one: Server, other: Server): boolean {
  return one.host === other.host && (one.port === other.port || one.port === "" || other.port === "");
}

/**
 * Returns the reason not to hand out an order that would change or lock the service's own login at the target; undefined if there is none.
 * A new password is no harm if the login takes it from the vault, because the login then follows.
 */
export async function ownHandWords(
  { store }: CallContext,
  content: OrderContent,
  logins: () => Promise<readonly OwnLogin[]>,
): Promise<string | undefined> {
  const harm = loginHarmOf(content);
  if (harm === undefined) return undefined;
  const { object } = content;
  for (const own of await logins()) {
    const isOwn = own.isWhole ? hasWholeName(own.login, object) : isAccountOfLogin(own.login, object);
    if (!isOwn) continue;
    if (content.code === "RAND" && (await follows(store, own, object.id))) continue;
    const what = harm === "password" ? "another password" : "no way in any more";
    const way =
      content.code === "RAND"
        ? "Import its present password (gatehouse managed account import), then let the login take it from the vault: managedAccountKey of the credential."
        : "Let another account be the login of the service first.";
    return `"${object.name}" is the login by which the service itself reaches ${own.use}; with ${what} the service would be locked out. ${way}`;
  }
  return undefined;
}

/** Reports whether a login takes its password from the managed account of an order. */
async function follows(
  store: CallContext["store"],
  { managedAccountKey }: OwnLogin,
  stableId: string | undefined,
): Promise<boolean> {
  if (managedAccountKey === null || stableId === undefined) return false;
  const managed = await store.get("managedAccounts", managedAccountKey);
  if (managed === undefined) return false;
  const [account] = await store.select("accounts", {
    where: allOf(eq("key", managed.accountKey), eq("stableId", stableId)),
  });
  return account !== undefined;
}
