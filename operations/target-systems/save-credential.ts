import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { passwordMaxBytes } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";
import { targetSystemCredentials } from "#domain/resources/target-system-credentials.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { inputOf } from "../resource-input.ts";
import { requireHonoured } from "./engine/require-honoured.ts";

const bytesRule = `must have at most ${passwordMaxBytes} bytes`;
const password = z
  .instanceof(Secret, { message: "must be a string" })
  .refine((secret) => secret.use((plain) => Buffer.byteLength(plain) <= passwordMaxBytes), {
    message: bytesRule,
  })
  .meta({ maxLength: passwordMaxBytes, rule: bytesRule });

const fields = inputOf(targetSystemCredentials, "create", { password: password.nullish() });

/** Changes of a credential as a caller gives them. */
export const credentialChanges = inputOf(targetSystemCredentials, "change", { password: password.nullish() });

/** The table's columns that a credential is read from; the password itself never leaves. */
export type CredentialView = Omit<Row<"targetSystemCredentials">, "password"> & { readonly passwordSet: boolean };

/** A credential as callers see it: whether it has a password, never which. */
function credentialView({ password: sealed, ...row }: Row<"targetSystemCredentials">): CredentialView {
  return { ...row, passwordSet: sealed !== null };
}

const targetPolicy = {
  name: policyOf.get("targetSystems"),
  rows: true,
} as const;

/**
 * Adds a credential to a target system.
 * @throws NOT_FOUND, CREDENTIAL_ACCOUNT_UNKNOWN
 */
export const createCredential = defineOperation({
  name: "targetSystems.createCredential",
  input: z.strictObject({ targetSystemId: z.string(), ...fields }),
  callers: ["user", "engine"],
  policies: [targetPolicy, { name: policyOf.create("targetSystems/credentials") }],
  audit: {
    operation: "TGCC",
    describe: ({ targetSystemId, administratorId }) => ({ targetSystem: targetSystemId, account: administratorId }),
  },
  run: (context, input) => saveCredential(context, context.ids.guid(), input, input),
});

/**
 * Replaces the fields of a credential; a password that is left out stays.
 * @throws NOT_FOUND, CREDENTIAL_ACCOUNT_UNKNOWN
 */
export const replaceCredential = defineOperation({
  name: "targetSystems.replaceCredential",
  input: z.strictObject({ targetSystemId: z.string(), key: z.string(), ...fields }),
  callers: ["user"],
  policies: [targetPolicy, { name: policyOf.create("targetSystems/credentials") }],
  audit: { operation: "TGCU", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  async run(context, input) {
    const known = await context.store.get("targetSystemCredentials", input.key);
    if (known?.targetSystemId !== input.targetSystemId)
      throw new ServiceError("NOT_FOUND", { target: `credentials(${input.key})` });
    return saveCredential(context, input.key, input, input);
  },
});

/** A credential as it is to be. */
export type CredentialInput = z.output<z.ZodObject<typeof fields>> & { readonly targetSystemId: string };

/**
 * Writes a credential of which the caller has given a part; a password that is left out stays.
 * @throws NOT_FOUND, CREDENTIAL_ACCOUNT_UNKNOWN, NOT_SUPPORTED
 */
export async function saveCredential(
  { store, clock }: CallContext,
  key: string,
  input: CredentialInput,
  given: Readonly<Record<string, unknown>>,
): Promise<CredentialView> {
  const { password: secret, managedAccountKey, ...columns } = input;
  if (!(await store.get("targetSystems", input.targetSystemId))) {
    throw new ServiceError("NOT_FOUND", { target: `targetSystems('${input.targetSystemId}')` });
  }
  if (managedAccountKey !== null && !(await store.get("accounts", managedAccountKey))) {
    throw new ServiceError("CREDENTIAL_ACCOUNT_UNKNOWN", { target: "managedAccountKey" });
  }
  requireHonoured("credentials", given);
  const at = { table: "targetSystemCredentials", key, column: "password" };
  const saved = await store.save("targetSystemCredentials", {
    ...columns,
    key,
    managedAccountKey,
    lastChanged: clock.now(),
    ...(secret ? { password: store.seal(secret, at) } : {}),
  });
  return credentialView(saved);
}
