import { allOf, eq, oneOf } from "#domain/query/condition.ts";
import { hasWholeName, isAccountOfLogin, loginHarmOf } from "#domain/requests/own-logins.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../context.ts";
import type { OrderContent } from "./order-source.ts";

type Credential = Row<"targetSystemCredentials">;

/** A login of the service on the server of a target, with the target that uses it. */
interface OwnLogin {
  readonly login: string;
  readonly use: string;
  readonly managedAccountKey: string | null;
  readonly targetSystemId: string;
  /** Only the account that has just this name, or this mail address, is meant. */
  readonly isWhole?: true;
}

/** Logins by which the service reaches the server of a target system: of this target, and of others with the same server. */
export async function ownLogins(
  { store, settings }: CallContext,
  target: Row<"targetSystems">,
): Promise<readonly OwnLogin[]> {
  const server = serverOf(target.address);
  const alike = await store.select("targetSystems", { where: eq("type", target.type) });
  const ids = alike.filter(({ id, address }) => id === target.id || serverOf(address) === server).map(({ id }) => id);
  const rows = await store.select("targetSystemCredentials", { where: oneOf("targetSystemId", ids) });
  const ofTargets = rows.map((row) => ownLoginOf(row));
  const { databaseUrl, smtpUser } = settings;
  // A mailbox is named by its whole address, on whichever target it is; any other name says nothing of where it belongs.
  const mail: OwnLogin[] = smtpUser?.includes("@")
    ? [{ login: smtpUser, use: "its mail server", isWhole: true, managedAccountKey: null, targetSystemId: "" }]
    : [];
  const database = databaseUrl.startsWith("sqlite:") ? undefined : new URL(databaseUrl);
  if (database === undefined || database.host !== server) return [...ofTargets, ...mail];
  const login = decodeURIComponent(database.username);
  return [
    ...ofTargets,
    ...mail,
    { login, use: "the service's own database", managedAccountKey: null, targetSystemId: "" },
  ];
}

function ownLoginOf({ administratorId: login, managedAccountKey, targetSystemId }: Credential): OwnLogin {
  return { login, managedAccountKey, targetSystemId, use: `the target system '${targetSystemId}'` };
}

/** Host and port of an address, as far as it tells them: targets of one server have the same. */
function serverOf(address: unknown): string {
  const parts = (address ?? {}) as Readonly<Record<string, unknown>>;
  const { host, port, url, file } = parts;
  if (typeof url === "string" && URL.canParse(url)) return new URL(url).host.toLowerCase();
  return [host, port, file]
    .filter((part) => typeof part === "string" || typeof part === "number")
    .join(":")
    .toLowerCase();
}

/**
 * Says why an order is not handed out that would change or shut the login by which the service itself reaches the target; undefined =
 * nothing speaks against it. A new password is no harm where the login takes it from the vault, for then the login follows.
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

/** Whether a login takes its password from the managed account that an order is about. */
async function follows(
  store: CallContext["store"],
  { managedAccountKey, targetSystemId }: OwnLogin,
  stableId: string | undefined,
): Promise<boolean> {
  if (managedAccountKey === null || stableId === undefined) return false;
  const managed = await store.get("managedAccounts", managedAccountKey);
  if (managed === undefined) return false;
  const [account] = await store.select("accounts", {
    where: allOf(eq("key", managed.accountKey), eq("stableId", stableId)),
  });
  return account !== undefined && targetSystemId !== "";
}
