import { ConnectorError, type Secret, type Verified } from "#connectors/contract/index.ts";

import type { SqlOptions } from "../address.ts";
import { type SqlClient, textOf } from "../client.ts";
import type { OwnerWork, SqlObject } from "../session.ts";
import { passOn } from "../tell-notices.ts";
import { hasState, states } from "./errors.ts";
import { openClient, type PostgreSqlClient } from "./open-client.ts";
import { matchesVerifier } from "./verifier.ts";

/** Connection and address for a login as an account. */
export interface OwnerContext {
  /** Connection of the administrator. */
  readonly client: SqlClient;
  readonly options: SqlOptions;
}

/** Logs in as an account and returns the answer; a refusal is an answer too. */
export async function asOwner(context: OwnerContext, object: SqlObject, work: OwnerWork): Promise<Verified> {
  const { name } = object.object;
  let client: PostgreSqlClient;
  try {
    client = await work.password.use((password) =>
      openClient({ options: context.options, user: name, password, signal: work.signal }),
    );
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return await refusedLogin(context.client, object, work.password, error);
  }
  try {
    if (!client.passwordAsked)
      throw new ConnectorError(
        "config",
        `The server let "${name}" in without asking for a password; its pg_hba.conf trusts this proxy.`,
      );
    await work.run?.(client);
    return { ok: true };
  } finally {
    passOn(client, work.notice);
    await client.close();
  }
}

async function refusedLogin(
  client: SqlClient,
  object: SqlObject,
  password: Secret,
  error: ConnectorError,
): Promise<Verified> {
  const { message } = error;
  if (error.targetCode === states.invalidPassword) return refusedPassword(client, object, password, message);
  if (error.targetCode !== states.invalidAuthorization) throw error;
  // The server checks this only after the password was right. The message may be in any language, and the state may have changed
  // since it was read.
  if (object.object.state?.enabled === false || /not permitted to log in/.test(message))
    return { ok: false, reason: "disabled", message };
  throw new ConnectorError("config", message, { cause: error });
}

// The server's message is the same for a wrong password and for an expired one.
async function refusedPassword(
  client: SqlClient,
  object: SqlObject,
  password: Secret,
  message: string,
): Promise<Verified> {
  const stored = await judge(client, object, password);
  if (stored?.ok === false) return { ...stored, message };
  if (stored?.ok === true)
    throw new ConnectorError(
      "notSupported",
      `The password is the stored one, and the server did not let "${object.object.name}" in with it: ${message}.`,
    );
  if (!isOver(object)) return { ok: false, reason: "invalid", message };
  throw new ConnectorError(
    "notSupported",
    `The term of the password of "${object.object.name}" is over, so the server refuses the right one like a wrong one: ${message}.`,
  );
}

/** Compares a password with the stored verifier; undefined if the administrator may not read it or the form allows no comparison. */
export async function judge(client: SqlClient, object: SqlObject, password: Secret): Promise<Verified | undefined> {
  const { id, name, state } = object.object;
  const found = await client
    .query("SELECT rolpassword FROM pg_catalog.pg_authid WHERE oid = ?::oid", [id])
    .catch((error: unknown) => {
      if (hasState(error, states.insufficientPrivilege)) return undefined;
      throw error;
    });
  if (found === undefined) return undefined;
  const stored = textOf(found[0], "rolpassword");
  if (stored === "") return { ok: false, reason: "invalid", message: `"${name}" has no password on this server.` };
  const right = await password.use((plaintext) => matchesVerifier(plaintext, stored, name));
  if (right === undefined) return undefined;
  if (!right) return { ok: false, reason: "invalid", message: "The password is not the stored one." };
  if (isOver(object))
    return { ok: false, reason: "expired", message: `The password was valid until ${state?.expiresAt ?? "now"}.` };
  return { ok: true };
}

function isOver({ object }: SqlObject): boolean {
  const expiresAt = object.state?.expiresAt;
  return expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
}
