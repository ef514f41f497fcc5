import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { loginMaxCharacters, passwordMaxBytes } from "#domain/limits.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../context.ts";
import { defineOperation } from "../define-operation.ts";
import { requireHonoured } from "./require-honoured.ts";

const bytesRule = `must have at most ${passwordMaxBytes} bytes`;
const password = z
  .instanceof(Secret, { message: "must be a string" })
  .refine((secret) => secret.use((plain) => Buffer.byteLength(plain) <= passwordMaxBytes), {
    message: bytesRule,
  })
  .meta({ maxLength: passwordMaxBytes, rule: bytesRule });

/** The fields of a credential that a caller may set. */
export const credentialFields = {
  administratorId: z.string().min(1, "must not be empty").max(loginMaxCharacters),
  runAs: z.boolean().default(false),
  isSystemPassword: z.boolean().default(false),
  useOrder: z.int().default(0),
  managedAccountKey: z.string().nullish(),
  password: password.nullish(),
};

/** The table's columns that a credential is read from; the password itself never leaves. */
export type CredentialView = Omit<Row<"targetSystemCredentials">, "password"> & { readonly passwordSet: boolean };

/** A credential as callers see it: whether it has a password, never which. */
function credentialView({ password: sealed, ...row }: Row<"targetSystemCredentials">): CredentialView {
  return { ...row, passwordSet: sealed !== null };
}

const targetPolicy = {
  name: "targetsystems_get",
  rows: true,
} as const;

/**
 * Adds a credential to a target system.
 * @throws NOT_FOUND, CREDENTIAL_ACCOUNT_UNKNOWN
 */
export const createCredential = defineOperation({
  name: "targetSystems.createCredential",
  operationType: "TARGET_CREDENTIAL_CREATE",
  input: z.strictObject({ targetSystemId: z.string(), ...credentialFields }),
  callers: ["user", "engine"],
  policies: [targetPolicy, { name: "targetsystems_credentials_post_create" }],
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
  operationType: "TARGET_CREDENTIAL_REPLACE",
  input: z.strictObject({ targetSystemId: z.string(), key: z.string(), ...credentialFields }),
  callers: ["user"],
  policies: [targetPolicy, { name: "targetsystems_credentials_post_create" }],
  audit: { operation: "TGCU", describe: ({ targetSystemId, key }) => ({ targetSystem: targetSystemId, ident: key }) },
  async run(context, input) {
    const known = await context.store.get("targetSystemCredentials", input.key);
    if (known?.targetSystemId !== input.targetSystemId)
      throw new ServiceError("NOT_FOUND", { target: `credentials(${input.key})` });
    return saveCredential(context, input.key, input, input);
  },
});

/** A credential as it is to be. */
export interface CredentialInput {
  readonly targetSystemId: string;
  readonly administratorId: string;
  readonly runAs: boolean;
  readonly isSystemPassword: boolean;
  readonly useOrder: number;
  readonly managedAccountKey?: string | null | undefined;
  readonly password?: Secret | null | undefined;
}

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
  const { password: secret, managedAccountKey = null, ...columns } = input;
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
