import { ConnectorError, type Secret, type Verified } from "#connectors/contract/index.ts";

import type { SqlOptions } from "../address.ts";
import { type SqlClient, textOf } from "../client.ts";
import type { OwnerWork, SqlObject } from "../session.ts";
import { passOn } from "../tell-notices.ts";
import { errorNumbers, hasNumber } from "./errors.ts";
import { openClient } from "./open-client.ts";
import { prepareClient } from "./prepare-client.ts";
import { matchesWays, namesOf, noPassword, takesPassword, waysOf } from "./ways.ts";
import { whyNotFromHere } from "./why-not-from-here.ts";

// Default limit of the server.
const failuresUnlimited = "4294967295";

/** Connection and address for a login as an account. */
export interface OwnerContext {
  readonly client: SqlClient;
  readonly options: SqlOptions;
  readonly product: "mariadb" | "mysql";
}

/** Logs in as an account and returns the answer; a refusal is an answer too. */
export async function asOwner(context: OwnerContext, object: SqlObject, work: OwnerWork): Promise<Verified> {
  const { options, product } = context;
  const [, user = ""] = object.key;
  const ways = await waysOf(context.client, product, object.key);
  if (!takesPassword(ways)) throw noPassword(object.object.name, ways);
  let client: SqlClient;
  try {
    client = await work.password.use((password) => openClient({ options, user, password, signal: work.signal }));
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (error.code === "notSupported") return await withoutLogin(context, object, work, namesOf(ways));
    return await refusedLogin(context, object, { error, password: work.password });
  }
  try {
    const answer = await acceptedLogin(client, product, object);
    if (answer.ok && answer.mustChange) await requireOnlyOne(context, user);
    await work.run?.(client);
    return answer;
  } finally {
    passOn(client, work.notice);
    await client.close();
  }
}

/** Compares a password with the stored one; undefined if the stored form allows no comparison. */
export async function judge(
  { client, product }: OwnerContext,
  object: SqlObject,
  password: Secret,
): Promise<Verified | undefined> {
  const ways = await waysOf(client, product, object.key);
  if (!takesPassword(ways)) throw noPassword(object.object.name, ways);
  const right = matchesWays(ways, password);
  if (right === undefined) return undefined;
  if (!right) return { ok: false, reason: "invalid", message: "The password is not the stored one." };
  return object.object.state?.passwordExpired ? { ok: true, mustChange: true } : { ok: true };
}

// The client library does not support the login method that the server requests.
async function withoutLogin(
  context: OwnerContext,
  object: SqlObject,
  { password, run }: OwnerWork,
  ways: string,
): Promise<Verified> {
  const { name, state } = object.object;
  const stored = run === undefined ? await judge(context, object, password) : undefined;
  if (stored === undefined)
    throw new ConnectorError(
      "notSupported",
      `"${name}" logs in by ${ways}, which this connector cannot do, so ${run ? "its password cannot be changed as its owner; it can be reset" : "it is not known whether the password is right"}.`,
    );
  if (stored.ok && state?.enabled === false)
    return { ok: false, reason: "disabled", message: `The account "${name}" is locked.` };
  return stored;
}

/** Returns the reason why a failed login could lock an account; undefined if it cannot. */
export async function lockedByFailures(
  { client, product }: OwnerContext,
  object: SqlObject,
): Promise<string | undefined> {
  const text =
    product === "mysql"
      ? "SELECT JSON_EXTRACT(User_attributes, '$.Password_locking') AS rule FROM mysql.user WHERE Host = ? AND User = ?"
      : "SELECT NULLIF(@@GLOBAL.max_password_errors, ?) AS rule";
  const [row] = await client.query(text, product === "mysql" ? object.key : [failuresUnlimited]);
  if (textOf(row, "rule") === "") return undefined;
  return "The stored password cannot be compared here, and a login with a wrong one would count towards the lock.";
}

async function acceptedLogin(
  client: SqlClient,
  product: OwnerContext["product"],
  { object }: SqlObject,
): Promise<Verified> {
  try {
    await prepareClient(client, product);
    const [row] = await client.query("SELECT CURRENT_USER() AS account");
    const account = textOf(row, "account");
    if (account !== object.id) throw notFromHere(`the server takes it for ${account}`);
    return { ok: true };
  } catch (error) {
    if (hasNumber(error, errorNumbers.mustChangePassword)) return { ok: true, mustChange: true };
    throw error;
  }
}

// With an expired password the server does not tell which account the login was matched to.
async function requireOnlyOne({ client }: OwnerContext, user: string): Promise<void> {
  const accounts = await client.query("SELECT Host FROM mysql.user WHERE User = ? AND Host <> ''", [user]);
  if (accounts.length > 1)
    throw notFromHere(`its password has expired, and there are ${accounts.length} accounts named ${user}`);
}

type Refusal = Exclude<Verified, { readonly ok: true }>["reason"];

const reasonByNumber: Readonly<Record<string, Refusal>> = {
  [errorNumbers.disabled]: "disabled",
  [errorNumbers.disabledMySql]: "disabled",
  [errorNumbers.blocked]: "locked",
  [errorNumbers.blockedMySql]: "locked",
  [errorNumbers.mustChangePasswordLogin]: "mustChange",
};

async function refusedLogin(
  context: OwnerContext,
  object: SqlObject,
  { error, password }: { readonly error: ConnectorError; readonly password: Secret },
): Promise<Verified> {
  const { message, targetCode = "" } = error;
  const reason = reasonByNumber[targetCode];
  if (reason !== undefined) return { ok: false, reason, message };
  if (targetCode !== errorNumbers.accessDenied && targetCode !== errorNumbers.accessDeniedNoPassword) throw error;
  // The server's message is the same for a wrong password, a wrong host and a missing certificate; the stored password tells them
  // apart.
  const stored = await judge(context, object, password);
  if (stored?.ok === false) return { ...stored, message };
  const why = await whyNotFromHere(context, object, /'@'([^']*)' \(using/.exec(message)?.[1]);
  if (why !== undefined) throw notFromHere(why);
  if (stored?.ok === true) throw notFromHere(`the password is the stored one, and the server says: ${message}`);
  return { ok: false, reason: "invalid", message };
}

function notFromHere(reason: string): ConnectorError {
  return new ConnectorError("notSupported", `The account cannot log in from this proxy: ${reason}.`);
}
