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

// What every authenticator app knows; other algorithms are ignored by some, which would show codes that never fit.
const form = { algorithm: "SHA1", digits: oneTimeCodeDigits, period: oneTimeCodeSeconds } as const;

const codeForm = new RegExp(`^[0-9]{${oneTimeCodeDigits}}$`);

/** A new secret from which the codes of one device are computed, in base32 as people type it. */
export function newOneTimeSecret(ids: Ids): Secret {
  return new Secret(base32Of(ids.token(oneTimeSecretBytes)));
}

/** The random bytes of a token, in base32. */
export function base32Of(token: string): string {
  return new Seed({ buffer: Uint8Array.from(Buffer.from(token, "base64url")).buffer }).base32;
}

/** The address by which an app takes such a secret in, as a QR code or typed: whose it is, and of which service. */
export function oneTimeCodeAddress(
  secret: Secret,
  { userId, settings }: { readonly userId: string; readonly settings: Parameters<typeof relyingPartyOf>[0] },
): Secret {
  const issuer = relyingPartyOf(settings).id;
  return secret.use((text) => new Secret(new TOTP({ ...form, issuer, label: userId, secret: text }).toString()));
}

/** The step of time whose code this is, of the present one and those beside it (RFC 6238); undefined of no such code. */
export function stepOfCode(secret: Secret, code: string, now: number): number | undefined {
  if (!codeForm.test(code)) return undefined;
  const totp = secret.use((text) => new TOTP({ ...form, secret: text }));
  const aside = totp.validate({ token: code, timestamp: now, window: oneTimeCodeStepsAside });
  return aside === null ? undefined : totp.counter({ timestamp: now }) + aside;
}
