import { Secret } from "#connectors/contract/index.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { hashOf } from "./client.ts";
import { assertionIn, type PasskeyAssertion } from "./passkey-answers.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { invalidGrant, type TokenRefusal } from "./token-set.ts";

type Credential = Row<"userCredentials">;

/** What a browser was asked for. */
export interface AskedPasskey {
  readonly challenge: string;
  /** Whether the device must have made sure of its user. */
  readonly isUserVerified: boolean;
}

/** A passkey whose signature holds, or why none was shown, before anything was decided. */
export type CheckedPasskey =
  | { readonly credentialKey: string; readonly userKey: string; readonly counter: number }
  | { readonly wrong: string; readonly userKey?: string };

/** The passkeys of a user. */
export function passkeysOf({ store }: CallContext, userKey: string): Promise<Credential[]> {
  return store.select("userCredentials", { where: { userKey, type: "Passkey" }, orderBy: [["key", "asc"]] });
}

/** How browsers and devices know a user: by the key, which says nothing of a person. */
export function userHandleOf(userKey: string): string {
  return Buffer.from(userKey).toString("base64url");
}

/** The hash by which a passkey is found. */
export function passkeyIdHashOf(id: string): string {
  return hashOf(new Secret(id));
}

/** Checks what a browser has answered: that the passkey is known, and signs our challenge for our pages alone. */
export async function checkPasskey(context: CallContext, asked: AskedPasskey, shown: Secret): Promise<CheckedPasskey> {
  const answer = assertionIn(shown);
  if (answer === undefined) return { wrong: "no passkey was given" };
  const where = { passkeyIdHash: passkeyIdHashOf(answer.id) };
  const [credential] = await context.store.select("userCredentials", { where, limit: 1 });
  if (credential === undefined) return { wrong: "unknown passkey" };
  const { key: credentialKey, userKey } = credential;
  const isOf = ["", userHandleOf(userKey)].includes(answer.response.userHandle);
  const counter = isOf ? await counterOf(context, asked, credential, answer) : undefined;
  if (counter === undefined) return { wrong: "what the passkey has signed does not hold", userKey };
  return { credentialKey, userKey, counter };
}

/** The counter that a passkey has signed; undefined where what it has signed does not hold. */
async function counterOf(
  { settings }: CallContext,
  { challenge, isUserVerified }: AskedPasskey,
  { publicKey }: Credential,
  answer: PasskeyAssertion,
): Promise<number | undefined> {
  // It is large, and most processes never need it.
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  const { id, origin } = relyingPartyOf(settings);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: isUserVerified,
      credential: {
        id: answer.id,
        publicKey: Uint8Array.from(Buffer.from(publicKey ?? "", "base64url")),
        counter: 0,
      },
    });
    // Our pages stand in no frame of others.
    const isOurs = decodeClientDataJSON(answer.response.clientDataJSON).crossOrigin !== true;
    return verified && isOurs ? authenticationInfo.newCounter : undefined;
  } catch {
    // Whatever it says is made of what a stranger has sent.
    return undefined;
  }
}

/** Admits the user whose passkey was checked, or says why not, in the current transaction. */
export async function admitByPasskey(
  { store, clock }: CallContext,
  checked: CheckedPasskey,
): Promise<{ readonly admitted: Row<"users"> } | TokenRefusal> {
  if ("wrong" in checked) return invalidGrant(checked.wrong, checked.userKey);
  const { credentialKey, userKey, counter } = checked;
  const user = await store.lock("users", userKey);
  const credential = await store.lock("userCredentials", credentialKey);
  if (user === undefined || credential === undefined) return invalidGrant("the passkey was removed", userKey);
  const last = credential.lastCounter ?? 0;
  // A device that counts never gives the same twice; one that does not says 0 always (WebAuthn, 6.1.1).
  if (counter <= last && (counter > 0 || last > 0))
    return invalidGrant("the counter of the passkey went back, so there may be a copy of it", userKey);
  await store.save("userCredentials", { key: credentialKey, lastCounter: counter, lastUsed: clock.now() });
  return { admitted: user };
}
