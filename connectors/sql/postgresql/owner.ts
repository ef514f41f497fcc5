import { ConnectorError, type Secret, type Verified } from "#connectors/contract/index.ts";

import type { SqlOptions } from "../address.ts";
import { type SqlClient, textOf } from "../client.ts";
import type { OwnerWork, SqlObject } from "../session.ts";
import { hasState, states } from "./errors.ts";
import { openClient, type PostgreSqlClient } from "./open-client.ts";
import { matchesVerifier } from "./verifier.ts";

/** Logs in as an account; a refusal is an answer. */
export async function asOwner(options: SqlOptions, { object }: SqlObject, work: OwnerWork): Promise<Verified> {
  let client: PostgreSqlClient;
  try {
    client = await work.password.use((password) =>
      openClient({ options, user: object.name, password, signal: work.signal }),
    );
  } catch (error) {
    if (hasState(error, states.invalidPassword)) return { ok: false, reason: "invalid", message: error.message };
    // This is told after the password was found right, and the state may have changed since the account was read.
    if (hasState(error, states.invalidAuthorization) && /not permitted to log in/.test(error.message))
      return { ok: false, reason: "disabled", message: error.message };
    if (hasState(error, states.invalidAuthorization))
      throw new ConnectorError("config", error.message, { cause: error });
    throw error;
  }
  try {
    if (!client.passwordAsked)
      throw new ConnectorError(
        "config",
        `The server let "${object.name}" in without asking for a password; its pg_hba.conf trusts this proxy.`,
      );
    await work.run?.(client);
    return { ok: true };
  } finally {
    await client.close();
  }
}

/** Compares a password with the stored verifier; undefined where the administrator may not read it or it does not tell. */
export async function judge(client: SqlClient, { object }: SqlObject, password: Secret): Promise<Verified | undefined> {
  const found = await client
    .query("SELECT rolpassword FROM pg_catalog.pg_authid WHERE oid = ?::oid", [object.id])
    .catch((error: unknown) => {
      if (hasState(error, states.insufficientPrivilege)) return undefined;
      throw error;
    });
  if (found === undefined) return undefined;
  const right = await password.use((plaintext) =>
    matchesVerifier(plaintext, textOf(found[0], "rolpassword"), object.name),
  );
  if (right === undefined) return undefined;
  if (!right) return { ok: false, reason: "invalid", message: "The password is not the stored one." };
  const expiresAt = object.state?.expiresAt;
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now())
    return { ok: false, reason: "expired", message: `The password was valid until ${expiresAt}.` };
  return { ok: true };
}
