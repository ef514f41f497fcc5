import { z } from "zod";

import { Secret } from "#connectors/contract/index.ts";
import { batchIdMaxCharacters, passwordMaxBytes } from "#domain/limits.ts";

const bytesRule = `must have at most ${passwordMaxBytes} bytes`;

/** A password as a caller writes it: text in its box, neither empty nor endless. */
export const passwordInput = z
  .instanceof(Secret, { message: "must be a string" })
  .refine((secret) => secret.use((plaintext) => plaintext !== ""), { message: "must not be empty" })
  .refine((secret) => secret.use((plaintext) => Buffer.byteLength(plaintext) <= passwordMaxBytes), {
    message: bytesRule,
  })
  .meta({ minLength: 1, maxLength: passwordMaxBytes, rule: bytesRule });

/** Key or number of an existing request, as the header X-BATCH-ID carries it. */
export const batchInput = z.string().trim().min(1, "must not be empty").max(batchIdMaxCharacters).optional();
