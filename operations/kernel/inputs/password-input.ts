import { z } from "zod";

import { normalForm, Secret } from "#connectors/contract/index.ts";
import { batchIdMaxCharacters, passwordMaxBytes } from "#domain/limits.ts";

const bytesRule = `must have at most ${passwordMaxBytes} bytes`;

/**
 * Returns a password in the form in which every keyboard's is compared, here and on targets: composed (NFC; RFC 8265 4.2, which
 * RFC 4519 2.41 asks for before a password is sent).
 */
export function composedPassword(password: Secret): Secret {
  return password.use((text) => new Secret(normalForm(text, "NFC")));
}

const form = (secret: z.ZodType<Secret>) =>
  secret
    .refine((one) => one.use((plaintext) => plaintext !== ""), { message: "must not be empty" })
    .refine((one) => one.use((plaintext) => Buffer.byteLength(plaintext) <= passwordMaxBytes), { message: bytesRule })
    .meta({ minLength: 1, maxLength: passwordMaxBytes, rule: bytesRule });

const secretInput = z.instanceof(Secret, { message: "must be a string" });

/** Schema of a password as a person types it: a boxed text, neither empty nor too long, in composed form. */
export const passwordInput = form(secretInput.overwrite(composedPassword));

/** Schema of a password that a target has already, which stays unchanged: another form of it may not open the account. */
export const heldPasswordInput = form(secretInput);

/** Key or number of an existing request, as the header X-BATCH-ID carries it. */
export const batchInput = z.string().trim().min(1, "must not be empty").max(batchIdMaxCharacters).optional();
