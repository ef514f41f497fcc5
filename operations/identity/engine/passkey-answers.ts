import { z } from "zod";

import type { Secret } from "#connectors/contract/index.ts";
import { stepValueMaxBytes } from "#domain/chain-limits.ts";
import { passkeyIdMaxBytes } from "#domain/credential-limits.ts";

const bytesPerGroup = 3;
const charactersPerGroup = 4;
const transportsMax = 10;
const transportMaxCharacters = 20;
const bytes = z.string().max(stepValueMaxBytes);
const id = z.string().max(Math.ceil((passkeyIdMaxBytes * charactersPerGroup) / bytesPerGroup));
const credential = { id, rawId: id, type: z.literal("public-key") };
const nothing = z.unknown().transform(() => ({}));

const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    // Browsers say null where the device tells none.
    userHandle: bytes.nullish().transform((handle) => handle ?? ""),
  }),
  clientExtensionResults: nothing,
});

const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(z.string().max(transportMaxCharacters)).max(transportsMax).default([]),
  }),
  clientExtensionResults: nothing,
});

/** What a browser gives of a passkey that has signed in (`PublicKeyCredential.toJSON()`). */
export type PasskeyAssertion = z.output<typeof assertion>;

/** What it gives of one that was made. */
export type PasskeyRegistration = z.output<typeof registration>;

/** The answer of a browser whose passkey was asked for; undefined where the text is none. */
export function assertionIn(text: Secret): PasskeyAssertion | undefined {
  return assertion.safeParse(text.use(parsed)).data;
}

/** The answer of a browser that was to make a passkey; undefined where the text is none. */
export function registrationIn(text: string): PasskeyRegistration | undefined {
  return registration.safeParse(parsed(text)).data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
