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
    // Browsers send null if the device gives none.
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

/** Answer of a browser with a passkey that has signed in (`PublicKeyCredential.toJSON()`). */
export type PasskeyAssertion = z.output<typeof assertion>;

/** Answer of a browser that has made a passkey. */
export type PasskeyRegistration = z.output<typeof registration>;

/** Parses the answer of a browser whose passkey was asked for; undefined if the text is none. */
export function assertionIn(text: Secret): PasskeyAssertion | undefined {
  return assertion.safeParse(text.use(parsed)).data;
}

/** Parses the answer of a browser that was to make a passkey; undefined if the text is none. */
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
