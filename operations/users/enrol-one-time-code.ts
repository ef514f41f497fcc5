import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";
import { passwordMaxBytes } from "#domain/limits.ts";
import { policyOf } from "#domain/policy-name.ts";

import { newOneTimeSecret, oneTimeCodeAddress, stepOfCode } from "../identity/engine/one-time-code.ts";
import { newRecoveryCodes, recoveryHashOf } from "../identity/engine/recovery-codes.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { policiesOfUser } from "../people/engine/policies-of-user.ts";
import { beginEnrolment, endEnrolment, openEnrolment } from "./engine/credential-enrolment.ts";
import { tellSecondFactor } from "./engine/tell-second-factor.ts";

const type = "OneTimeCode";

/** Address for the user's authenticator app, shown only once. */
export interface BegunOneTimeCode {
  readonly address: Secret;
  readonly expiresAt: number;
}

/**
 * Begins to enroll one-time codes for the caller. Returns the secret from which a device computes them, only once. It has no effect until a
 * code is confirmed.
 * @throws NOT_FOUND, FORBIDDEN
 */
export const beginOneTimeCode = defineOperation({
  name: "users.beginOneTimeCode",
  input: z.strictObject({ key: keyInput }),
  callers: ["user"],
  proof: "fresh",
  policies: policiesOfUser(policyOf.action("users/beginOneTimeCode")),
  audit: { operation: "USFB", describe: ({ key }) => ({ recipient: key, ident: type }) },
  async run(context, { key }): Promise<BegunOneTimeCode> {
    const { id: userId } = await lockedRow(context, { table: "users", key });
    const secret = newOneTimeSecret(context.ids);
    const expiresAt = await beginEnrolment(context, { userKey: key, type }, secret);
    return { address: oneTimeCodeAddress(secret, { userId, settings: context.settings }), expiresAt };
  },
});

/** Recovery codes, each valid once, for a lost device; they are shown only once. */
export interface ConfirmedOneTimeCode {
  /** Key of the credential. */
  readonly key: string;
  readonly recoveryCodes: readonly Secret[];
}

const bytesRule = `must have at most ${passwordMaxBytes} bytes`;
const code = z
  .instanceof(Secret, { error: "must be a text" })
  .refine((secret) => secret.use((text) => Buffer.byteLength(text) <= passwordMaxBytes), bytesRule)
  .meta({ maxLength: passwordMaxBytes, rule: bytesRule });

/**
 * Confirms an enrollment by a code that the device shows. From now on its codes are valid, and those of an earlier device, with their
 * recovery codes, are not.
 * @throws NOT_FOUND, FORBIDDEN, ENROLMENT_OVER, ONE_TIME_CODE_WRONG
 */
export const confirmOneTimeCode = defineOperation({
  name: "users.confirmOneTimeCode",
  input: z.strictObject({ key: keyInput, code }),
  callers: ["user"],
  proof: "fresh",
  policies: policiesOfUser(policyOf.action("users/confirmOneTimeCode")),
  audit: { operation: "USFA", describe: ({ key }) => ({ recipient: key, ident: type }) },
  async run(context, { key: userKey, code: given }): Promise<ConfirmedOneTimeCode> {
    const { store, ids, clock } = context;
    await lockedRow(context, { table: "users", key: userKey });
    const open = await openEnrolment(context, { userKey, type });
    const step = given.use((text) => stepOfCode(open.secret, text.replaceAll(/\s/g, ""), clock.now()));
    if (step === undefined) throw new ServiceError("ONE_TIME_CODE_WRONG", { target: "code" });
    await endEnrolment(context, open);
    for (const { key } of await store.select("userCredentials", { where: { userKey, type } }))
      await store.remove("userCredentials", key);
    const key = ids.guid();
    const recoveryCodes = newRecoveryCodes(ids);
    await store.add("userCredentials", {
      key,
      userKey,
      type,
      lastCounter: step,
      lastChanged: clock.now(),
      oneTimeSecret: store.seal(open.secret, {
        table: "userCredentials",
        key,
        column: "oneTimeSecret",
      }),
      recoveryHashes: recoveryCodes.map(recoveryHashOf),
    });
    tellSecondFactor(context, userKey, { factor: type, change: "added" });
    return { key, recoveryCodes };
  },
});
