import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { stepValueMaxBytes } from "#domain/chain-limits.ts";
import { credentialEnrolmentMinutes, passkeyNameMaxCharacters, passkeysMax } from "#domain/credential-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import { policyOf } from "#domain/policy-name.ts";

import { passkeyIdHashOf, passkeysOf } from "../identity/engine/check-passkey.ts";
import { type NewPasskey, newPasskey, passkeyCreation } from "../identity/engine/new-passkey.ts";
import { defineOperation } from "../kernel/define-operation.ts";
import { keyInput } from "../kernel/inputs/operation-input.ts";
import { lockedRow } from "../kernel/rows/locked-row.ts";
import { visibleRow } from "../kernel/rows/visible-row.ts";
import { filledText } from "../kernel/text-input.ts";
import { policiesOfUser } from "../people/engine/policies-of-user.ts";
import { beginEnrolment, endEnrolment, type OpenEnrolment, openEnrolment } from "./engine/credential-enrolment.ts";
import { tellSecondFactor } from "./engine/tell-second-factor.ts";

const type = "Passkey";

/** Input for the browser. */
export interface BegunPasskey {
  /** Options of `navigator.credentials.create`, as JSON. */
  readonly options: string;
  readonly expiresAt: number;
}

/**
 * Begins to enroll a passkey for the caller. Returns the options for the browser.
 * @throws NOT_FOUND, FORBIDDEN, LIMIT_EXCEEDED
 */
export const beginPasskey = defineOperation({
  name: "users.beginPasskey",
  input: z.strictObject({ key: keyInput }),
  callers: ["user"],
  proof: "fresh",
  policies: policiesOfUser(policyOf.action("users/beginPasskey")),
  audit: { operation: "USFB", describe: ({ key }) => ({ recipient: key, ident: type }) },
  async run(context, { key }): Promise<BegunPasskey> {
    const user = await lockedRow(context, { table: "users", key });
    const known = await passkeysOf(context, key);
    requireRoom(known.length);
    const challenge = context.ids.token();
    const expiresAt = await beginEnrolment(context, { userKey: key, type }, new Secret(challenge));
    const others = known.map(({ passkeyId }) => passkeyId ?? "");
    const timeout = credentialEnrolmentMinutes * 60_000;
    return { options: JSON.stringify(passkeyCreation(context, user, { challenge, others, timeout })), expiresAt };
  },
});

function requireRoom(known: number): void {
  if (known < passkeysMax) return;
  throw new ServiceError("LIMIT_EXCEEDED", {
    target: "key",
    message: `A user may have at most ${passkeysMax} passkeys. Remove one that is not used.`,
  });
}

/** An enrolled passkey. */
export interface ConfirmedPasskey {
  readonly key: string;
  readonly name: string;
}

const response = z.string().max(stepValueMaxBytes, `must have at most ${stepValueMaxBytes} characters`);

/**
 * Stores the passkey that the browser has made; from now on the user can sign in with it.
 * @throws NOT_FOUND, FORBIDDEN, ENROLMENT_OVER, PASSKEY_UNFIT, PASSKEY_EXISTS, LIMIT_EXCEEDED
 */
export const confirmPasskey = defineOperation<
  { readonly key: string; readonly response: string; readonly name: string },
  ConfirmedPasskey,
  { readonly open: OpenEnrolment; readonly made: NewPasskey }
>({
  name: "users.confirmPasskey",
  input: z.strictObject({ key: keyInput, response, name: filledText(passkeyNameMaxCharacters) }),
  callers: ["user"],
  proof: "fresh",
  policies: policiesOfUser(policyOf.action("users/confirmPasskey")),
  audit: { operation: "USFA", describe: ({ key }) => ({ recipient: key, ident: type }) },
  async prepare(context, { key, response: given }) {
    await visibleRow(context, { table: "users", key });
    const open = await openEnrolment(context, { userKey: key, type });
    return { open, made: await open.secret.use((challenge) => newPasskey(context, challenge, given)) };
  },
  async run(context, { key: userKey, name }, { open, made }): Promise<ConfirmedPasskey> {
    const { store, ids, clock } = context;
    await lockedRow(context, { table: "users", key: userKey });
    await endEnrolment(context, open);
    requireRoom((await passkeysOf(context, userKey)).length);
    const passkeyIdHash = passkeyIdHashOf(made.passkeyId ?? "");
    if ((await store.count("userCredentials", { passkeyIdHash })) > 0)
      throw new ServiceError("PASSKEY_EXISTS", { target: "response" });
    const key = ids.guid();
    await store.add("userCredentials", { key, userKey, type, name, ...made, passkeyIdHash, lastChanged: clock.now() });
    tellSecondFactor(context, userKey, { factor: type, change: "added" });
    return { key, name };
  },
});
