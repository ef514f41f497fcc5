import { passkeyIdMaxBytes, publicKeyMaxBytes } from "#domain/credential-limits.ts";
import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { userHandleOf } from "./check-passkey.ts";
import { type PasskeyRegistration, registrationIn } from "./passkey-answers.ts";
import { relyingPartyOf } from "./relying-party.ts";

/** COSE numbers of the algorithms that browsers and devices know: EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

/** Stored fields of a new passkey. */
export type NewPasskey = Pick<Row<"userCredentials">, "passkeyId" | "publicKey" | "lastCounter" | "transports">;

/**
 * Returns the options for a browser that makes a passkey: one that needs no user name, on a device that verifies its user, and none that
 * exists already.
 */
export function passkeyCreation(
  { settings }: CallContext,
  user: Pick<Row<"users">, "key" | "id" | "displayName">,
  {
    challenge,
    others,
    timeout,
  }: { readonly challenge: string; readonly others: readonly string[]; readonly timeout: number },
) {
  const { id } = relyingPartyOf(settings);
  return {
    challenge,
    rp: { id, name: id },
    user: { id: userHandleOf(user.key), name: user.id, displayName: user.displayName ?? user.id },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: others.map((other) => ({ type: "public-key", id: other })),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    attestation: "none",
    timeout,
  };
}

/**
 * Returns the passkey that a browser has made for a challenge.
 * @throws PASSKEY_UNFIT
 */
export async function newPasskey(context: CallContext, challenge: string, response: string): Promise<NewPasskey> {
  const answer = registrationIn(response);
  const made = answer === undefined ? undefined : await verified(context, challenge, answer);
  if (made !== undefined) return made;
  throw new ServiceError("PASSKEY_UNFIT", { target: "response" });
}

async function verified(
  { settings }: CallContext,
  challenge: string,
  answer: PasskeyRegistration,
): Promise<NewPasskey | undefined> {
  // The package is large, and most processes never need it.
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { id, origin } = relyingPartyOf(settings);
  try {
    if (!(await namesNoMaker(answer))) return undefined;
    const { verified: isVerified, registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs: algorithms,
    });
    if (!isVerified) return undefined;
    const { credential } = registrationInfo;
    const tooLong = credential.publicKey.length > publicKeyMaxBytes;
    if (tooLong || Buffer.from(credential.id, "base64url").length > passkeyIdMaxBytes) return undefined;
    return {
      passkeyId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      lastCounter: credential.counter,
      transports: answer.response.transports,
    };
  } catch {
    return undefined;
  }
}

/**
 * Reports whether the device attests no maker, as requested. Certificate chains are never examined, because a sender could make the service
 * fetch revocation lists from anywhere.
 */
async function namesNoMaker({ response }: PasskeyRegistration): Promise<boolean> {
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const attestation = decodeAttestationObject(Uint8Array.from(Buffer.from(response.attestationObject, "base64url")));
  const form = attestation.get("fmt");
  return form === "none" || (form === "packed" && attestation.get("attStmt").get("x5c") === undefined);
}
