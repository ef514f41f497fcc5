import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { targetSecretMaxBytes } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { allOf, always, eq, never } from "#domain/query/condition.ts";
import { targetSystemCredentials } from "#domain/resources/target-system-credentials.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../kernel/context.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { definedFields } from "../kernel/defined-fields.ts";
import { inputOf } from "../kernel/resource-input.ts";
import { childRemovalOf, policiesOfChange } from "../kernel/row-changes.ts";
import { childRow } from "../kernel/rows/child-row.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { guardLink } from "./engine/guard-link.ts";
import { requireHonoured } from "./engine/require-honoured.ts";

const credentials = {
  table: "targetSystemCredentials",
  path: "targetSystems/credentials",
  column: "targetSystemId",
} as const;

const bytesRule = `must have at most ${targetSecretMaxBytes} bytes`;
const password = z
  .instanceof(Secret, { message: "must be a string" })
  .refine((secret) => secret.use((plain) => Buffer.byteLength(plain) <= targetSecretMaxBytes), {
    message: bytesRule,
  })
  .meta({ maxLength: targetSecretMaxBytes, rule: bytesRule });

const fieldsOfNew = inputOf(targetSystemCredentials, "create", { password: password.nullish() });
const keys = { targetSystemId: z.string(), key: z.string() };

// Whoever rules a target system and its proxy would otherwise have the vault send there the password of any account: it takes
// the right to change that password, and to have it (guardLink).
const policiesOfLogin = (managedAccountKey: string | null | undefined) =>
  managedAccountKey === undefined || managedAccountKey === null
    ? []
    : [{ name: policyOf.get("managedAccounts"), rows: true }, { name: policyOf.action("managedAccounts/randomize") }];

/**
 * Adds a credential to a target system.
 * @throws NOT_FOUND, FORBIDDEN, SECRET_RIGHT_MISSING, CREDENTIAL_ACCOUNT_UNKNOWN
 */
export const createCredential = defineOperation({
  name: "targetSystems.createCredential",
  input: z.strictObject({ targetSystemId: z.string(), ...fieldsOfNew }),
  callers: ["user", "engine"],
  policies: policiesOfChange("create", credentials.path),
  policiesOf: ({ managedAccountKey }) => policiesOfLogin(managedAccountKey),
  audit: {
    operation: "TGCC",
    describe: ({ targetSystemId, administratorId }) => ({ targetSystem: targetSystemId, account: administratorId }),
  },
  async run(context, input) {
    await visibleRow(context, { table: "targetSystems", key: input.targetSystemId });
    return saveCredential(context, { ...input, key: context.ids.guid() }, input);
  },
});

/**
 * Replaces the fields of a credential; a password that is left out stays.
 * @throws NOT_FOUND, FORBIDDEN, SECRET_RIGHT_MISSING, CREDENTIAL_ACCOUNT_UNKNOWN
 */
export const replaceCredential = defineOperation({
  name: "targetSystems.replaceCredential",
  input: z.strictObject({ ...keys, ...fieldsOfNew }),
  callers: ["user"],
  policies: policiesOfChange("create", credentials.path),
  policiesOf: ({ managedAccountKey }) => policiesOfLogin(managedAccountKey),
  audit: { operation: "TGCU", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  async run(context, input) {
    await visibleRow(context, { table: "targetSystems", key: input.targetSystemId });
    const known = await context.store.get(credentials.table, input.key);
    if (known?.targetSystemId !== input.targetSystemId)
      throw new ServiceError("NOT_FOUND", { target: `credentials(${input.key})` });
    return saveCredential(context, input, input);
  },
});

/**
 * Changes the fields of a credential that are given.
 * @throws NOT_FOUND, FORBIDDEN, SECRET_RIGHT_MISSING, CREDENTIAL_ACCOUNT_UNKNOWN
 */
export const updateCredential = defineOperation({
  name: "targetSystems.updateCredential",
  input: z.strictObject({
    ...keys,
    ...inputOf(targetSystemCredentials, "change", { password: password.nullish() }),
  }),
  callers: ["user"],
  policies: policiesOfChange("update", credentials.path),
  policiesOf: ({ managedAccountKey }) => policiesOfLogin(managedAccountKey),
  audit: { operation: "TGCU", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  async run(context, { targetSystemId, key, ...fields }) {
    const { managedAccountKey } = await childRow(context, credentials, { targetSystemId, key });
    const changes = { managedAccountKey, ...definedFields(fields) };
    return saveCredential(context, { ...changes, targetSystemId, key }, fields);
  },
});

/**
 * Removes a credential of a target system.
 * @throws NOT_FOUND
 */
export const deleteCredential = defineOperation({
  name: "targetSystems.deleteCredential",
  input: z.strictObject(keys),
  callers: ["user"],
  audit: { operation: "TGCD", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  ...childRemovalOf(credentials),
});

type Changes = Omit<Partial<Row<"targetSystemCredentials">>, "password"> &
  Pick<Row<"targetSystemCredentials">, "key" | "targetSystemId" | "managedAccountKey"> & {
    readonly password?: Secret | null | undefined;
  };

interface LoginFields {
  readonly managedAccountKey?: string | null | undefined;
}

/**
 * Writes a credential; a missing password stays unchanged. The answer says whether it has one, never which.
 * @throws CREDENTIAL_ACCOUNT_UNKNOWN, SECRET_RIGHT_MISSING, NOT_SUPPORTED
 */
async function saveCredential(
  context: CallContext,
  { password: secret, ...changes }: Changes,
  given: LoginFields & Readonly<Record<string, unknown>>,
) {
  const { store, clock } = context;
  const { key } = changes;
  requireHonoured("credentials", given);
  await requireManagedAccount(context, given);
  await guardLink(context, changes);
  const at = { table: credentials.table, key, column: "password" };
  const { password: sealed, ...saved } = await store.save(credentials.table, {
    ...changes,
    lastChanged: clock.now(),
    ...(secret ? { password: store.seal(secret, at) } : {}),
  });
  return { ...saved, passwordSet: sealed !== null };
}

/**
 * Requires a managed account that the caller may see.
 * @throws CREDENTIAL_ACCOUNT_UNKNOWN also if the caller may not see the managed account
 */
async function requireManagedAccount(
  { store, visible, caller }: CallContext,
  { managedAccountKey }: LoginFields,
): Promise<void> {
  if (managedAccountKey === undefined || managedAccountKey === null) return;
  const seen = caller.kind === "engine" ? always : (visible.get(policyOf.get("managedAccounts")) ?? never);
  const where = allOf(eq("key", managedAccountKey), seen);
  const [found] = await store.select("managedAccounts", { where, limit: 1 });
  if (found === undefined) throw new ServiceError("CREDENTIAL_ACCOUNT_UNKNOWN", { target: "managedAccountKey" });
}
