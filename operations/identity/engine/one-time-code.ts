import { Secret as Seed, TOTP } from "otpauth";

import { Secret } from "#connectors/contract/index.ts";
import {
  oneTimeCodeDigits,
  oneTimeCodeSeconds,
  oneTimeCodeStepsAside,
  oneTimeSecretBytes,
} from "#domain/credential-limits.ts";
import type { Ids } from "#platform/ids.ts";

import { relyingPartyOf } from "./relying-party.ts";

// The form that every authenticator app knows; some ignore other algorithms and would show codes that never match.
const form = { algorithm: "SHA1", digits: oneTimeCodeDigits, period: oneTimeCodeSeconds } as const;

const codeForm = new RegExp(`^[0-9]{${oneTimeCodeDigits}}$`);

/** Makes a secret for the codes of one device, in base32 as people type it. */
export function newOneTimeSecret(ids: Ids): Secret {
  return new Secret(base32Of(ids.token(oneTimeSecretBytes)));
}

/** Returns the random bytes of a token, in base32. */
export function base32Of(token: string): string {
  return new Seed({ buffer: Uint8Array.from(Buffer.from(token, "base64url")).buffer }).base32;
}

/** Returns the address by which an app imports such a secret, as a QR code or typed: it names the user and the service. */
export function oneTimeCodeAddress(
  secret: Secret,
  { userId, settings }: { readonly userId: string; readonly settings: Parameters<typeof relyingPartyOf>[0] },
): Secret {
  const issuer = relyingPartyOf(settings).id;
  return secret.use((text) => new Secret(new TOTP({ ...form, issuer, label: userId, secret: text }).toString()));
}

/** Returns the time step of a code, among the present one and its neighbors (RFC 6238); undefined if it is no such code. */
export function stepOfCode(secret: Secret, code: string, now: number): number | undefined {
  if (!codeForm.test(code)) return undefined;
  const totp = secret.use((text) => new TOTP({ ...form, secret: text }));
  const aside = totp.validate({ token: code, timestamp: now, window: oneTimeCodeStepsAside });
  return aside === null ? undefined : totp.counter({ timestamp: now }) + aside;
}
