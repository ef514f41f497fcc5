import { ConnectorError, type Secret, type Verified } from "#connectors/contract/index.ts";

import type { SqlOptions } from "../address.ts";
import { type SqlClient, textOf } from "../client.ts";
import type { OwnerWork, SqlObject } from "../session.ts";
import { errorNumbers, hasNumber } from "./errors.ts";
import { matchesNative, nativePlugin } from "./native-password.ts";
import { openClient } from "./open-client.ts";
import { prepareClient } from "./prepare-client.ts";

// The server's own limit where nobody has set one.
const failuresUnlimited = "4294967295";

/** What logging in as an account needs. */
export interface OwnerContext {
  readonly client: SqlClient;
  readonly options: SqlOptions;
  readonly product: "mariadb" | "mysql";
}

/** Logs in as an account; a refusal is an answer. */
export async function asOwner(context: OwnerContext, object: SqlObject, work: OwnerWork): Promise<Verified> {
  const { options, product } = context;
  const [, user = ""] = object.key;
  let client: SqlClient;
  try {
    client = await work.password.use((password) => openClient({ options, user, password, signal: work.signal }));
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return await refusedLogin(context, object, error);
  }
  try {
    const answer = await acceptedLogin(client, product, object);
    if (answer.ok && answer.mustChange) await requireOnlyOne(context, user);
    await work.run?.(client);
    return answer;
  } finally {
    await client.close();
  }
}

/** Compares a password with the stored text of mysql_native_password; undefined for every other plug-in. */
export async function judge(
  { client, product }: OwnerContext,
  object: SqlObject,
  password: Secret,
): Promise<Verified | undefined> {
  const from =
    product === "mysql"
      ? "SELECT plugin, authentication_string AS hash FROM mysql.user"
      : "SELECT JSON_VALUE(Priv, '$.plugin') AS plugin, JSON_VALUE(Priv, '$.authentication_string') AS hash, JSON_LENGTH(Priv, '$.auth_or') AS other FROM mysql.global_priv";
  const [row] = await client.query(`${from} WHERE Host = ? AND User = ?`, object.key);
  if (textOf(row, "plugin") !== nativePlugin || textOf(row, "other") !== "") return undefined;
  if (!password.use((plaintext) => matchesNative(plaintext, textOf(row, "hash"))))
    return { ok: false, reason: "invalid", message: "The password is not the stored one." };
  return object.object.state?.passwordExpired ? { ok: true, mustChange: true } : { ok: true };
}

/** Why a failed login could lock an account; undefined = it cannot. */
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

// With an expired password the server does not say which account it took the login for.
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
  { client }: OwnerContext,
  { object, key }: SqlObject,
  error: ConnectorError,
): Promise<Verified> {
  const { message, targetCode = "" } = error;
  const reason = reasonByNumber[targetCode];
  if (reason !== undefined) return { ok: false, reason, message };
  if (targetCode !== errorNumbers.accessDenied && targetCode !== errorNumbers.accessDeniedNoPassword) throw error;
  const from = /'@'([^']*)' \(using/.exec(message)?.[1];
  const [pattern = ""] = key;
  if (from !== undefined && !pattern.includes("/")) {
    const [row] = await client.query("SELECT ? LIKE ? AS fits", [from, pattern]);
    if (textOf(row, "fits") !== "1") throw notFromHere(`${object.id} may not come from ${from}`);
  }
  return { ok: false, reason: "invalid", message };
}

function notFromHere(reason: string): ConnectorError {
  return new ConnectorError("notSupported", `The account cannot log in from this proxy: ${reason}.`);
}
