import { Secret } from "#connectors/contract/index.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { hashOf } from "./client.ts";
import { assertionIn, type PasskeyAssertion } from "./passkey-answers.ts";
import { relyingPartyOf } from "./relying-party.ts";
import { invalidGrant, type TokenRefusal } from "./token-set.ts";

type Credential = Row<"userCredentials">;

/** Challenge for a browser's passkey. */
export interface AskedPasskey {
  readonly challenge: string;
  /** True if the device must verify its user. */
  readonly isUserVerified: boolean;
}

/** A passkey whose signature is valid, or the fault, before any decision. */
export type CheckedPasskey =
  | { readonly credentialKey: string; readonly userKey: string; readonly counter: number }
  | { readonly wrong: string; readonly userKey?: string };

/** Returns the passkeys of a user. */
export function passkeysOf({ store }: CallContext, userKey: string): Promise<Credential[]> {
  return store.select("userCredentials", { where: { userKey, type: "Passkey" }, orderBy: [["key", "asc"]] });
}

/** Returns the user handle for browsers and devices: the key, which reveals nothing about the person. */
export function userHandleOf(userKey: string): string {
  return Buffer.from(userKey).toString("base64url");
}

/** Returns the hash by which a passkey is found. */
export function passkeyIdHashOf(id: string): string {
  return hashOf(new Secret(id));
}

/** Checks the answer of a browser: the passkey is known, and signed our challenge only for our pages. */
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

/** Returns the counter that a passkey signed; undefined if the signed answer is not valid. */
async function counterOf(
  { settings }: CallContext,
  { challenge, isUserVerified }: AskedPasskey,
  { publicKey }: Credential,
  answer: PasskeyAssertion,
): Promise<number | undefined> {
  // The package is large, and most processes never need it.
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
    // Our pages are in no frame of other sites.
    const isOurs = decodeClientDataJSON(answer.response.clientDataJSON).crossOrigin !== true;
    return verified && isOurs ? authenticationInfo.newCounter : undefined;
  } catch {
    // The error's text comes from a stranger's input.
    return undefined;
  }
}

/** Admits the user whose passkey was checked, or returns the refusal, in the current transaction. */
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
  // A device that counts never repeats a counter; one that does not count always sends 0 (WebAuthn, 6.1.1).
  if (counter <= last && (counter > 0 || last > 0))
    return invalidGrant("the counter of the passkey went back, so there may be a copy of it", userKey);
  await store.save("userCredentials", { key: credentialKey, lastCounter: counter, lastUsed: clock.now() });
  return { admitted: user };
}
