import { z } from "zod";

import { attributeValueMaxCharacters, idMaxCharacters, operationAttributesMax } from "#domain/limits.ts";
import { isSecretAttribute } from "#domain/secret-attributes.ts";

/** A key of a row: a guid, or another id without blanks around it. */
export const keyInput = z.string().trim().min(1, "must not be empty").max(idMaxCharacters);

const scalar = z.union([z.string().max(attributeValueMaxCharacters), z.number(), z.boolean()]);
const attributeName = z
  .string()
  .regex(/^[A-Za-z][\w.;-]{0,127}$/, "must be a letter, followed by letters, digits or . ; _ -");
/** What is said of an attribute that holds a secret, behind its name. */
export const secretWords =
  "names a secret, which a request cannot carry: it would be stored as it is. Leave it out; passwords are set by 'password' of POST /v2/accounts and by resetPassword";

/** Attributes by name, each a value or a list; what comes out are lists. */
export const attributesInput = z
  .record(attributeName, z.union([scalar.transform((value) => [value]), z.array(scalar).min(1, "must not be empty")]))
  .refine(
    (record) => Object.keys(record).length <= operationAttributesMax,
    `may hold at most ${operationAttributesMax} attributes`,
  )
  // Requests stand in rows, audit and change log for ever; a password has ways of its own that keep it sealed.
  .superRefine((record, refinement) => {
    const secret = Object.keys(record).find(isSecretAttribute);
    if (secret !== undefined) refinement.addIssue({ code: "custom", message: `'${secret}' ${secretWords}` });
  });

/** One operation of a request as a caller writes it. */
export const operationInput = z.strictObject({
  code: z.string().trim().min(1, "must not be empty").max(20),
  targetSystemKey: keyInput,
  accountKey: keyInput.nullish(),
  groupKey: keyInput.nullish(),
  attributes: attributesInput.nullish(),
});

/** A moment: ISO 8601 with an offset, or milliseconds UTC. */
export const momentInput = z.union([
  z.int().min(0),
  z.iso
    .datetime({ offset: true, message: "must be a moment such as 2030-01-31T08:00:00Z" })
    .transform((text) => Date.parse(text)),
]);
