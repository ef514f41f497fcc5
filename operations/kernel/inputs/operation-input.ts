import { z } from "zod";

import { lastMomentMs } from "#domain/calendar-limits.ts";
import {
  attributeValueMaxCharacters,
  idMaxCharacters,
  operationAttributesMax,
  operationCodeMaxCharacters,
} from "#domain/limits.ts";
import type { WrittenMemberships } from "#domain/requests/changed-memberships.ts";
import type { OperationCode } from "#domain/requests/operation-codes.ts";
import type { OrderAttributes } from "#domain/requests/order.ts";
import { isSecretAttribute } from "#domain/secret-attributes.ts";

import { filledText } from "../text-input.ts";
import type { OperationNames } from "./operation-names.ts";

/** A key of a row: a guid, or another id without blanks around it. */
export const keyInput = filledText(idMaxCharacters);

/** The number of a phase of a request. */
export const phaseInput = z.int().min(1);

const scalar = z.union([z.string().max(attributeValueMaxCharacters), z.number(), z.boolean()]);
const attributeName = z.string().regex(/^[A-Za-z][\w.;-]{0,127}$/);
const nameRule = "must be named by a letter, followed by up to 127 letters, digits or . ; _ -";
const valueRule = `must be a text of at most ${attributeValueMaxCharacters} characters, a number, true or false, or a list of at least one of these`;
const countRule = `must not hold more than ${operationAttributesMax} attributes`;
/** What is said of an attribute that holds a secret. */
export const secretRule =
  "must not name a secret, which would be stored as it is; leave it out: passwords are set by 'password' of POST /v2/accounts and by resetPassword";

const values = z.union([scalar.transform((value) => [value]), z.array(scalar).min(1)], { error: valueRule });

/** Attributes by name, each a value or a list; what comes out are lists. */
export const attributesInput = z
  .record(attributeName, values, { error: ({ code }) => (code === "invalid_key" ? nameRule : undefined) })
  .refine((record) => Object.keys(record).length <= operationAttributesMax, countRule)
  // Requests stand in rows, audit and change log for ever; a password has ways of its own that keep it sealed.
  .superRefine((record, refinement) => {
    const secret = Object.keys(record).find(isSecretAttribute);
    if (secret !== undefined) {
      refinement.addIssue({ code: "custom", message: `${secretRule} (${secret})` });
    }
  })
  .meta({ rules: [nameRule, valueRule, countRule, secretRule] });

/** One operation of a request as a caller writes it. */
export const operationInput = z.strictObject({
  code: filledText(operationCodeMaxCharacters),
  targetSystemKey: keyInput,
  accountKey: keyInput.nullish(),
  groupKey: keyInput.nullish(),
  attributes: attributesInput.nullish(),
});

/** An operation as it is asked for. */
export interface RequestedOperation {
  readonly code: string;
  readonly targetSystemKey: string;
  readonly accountKey?: string | null | undefined;
  readonly groupKey?: string | null | undefined;
  readonly attributes?: OrderAttributes | null | undefined;
}

/** An operation whose code is known. */
export interface CodedOperation extends RequestedOperation {
  readonly code: OperationCode;
  /** Memberships that its attributes write; null or absent = none. */
  readonly memberships?: WrittenMemberships | null | undefined;
  /** Digest of its recipient and of what it asks for (`subject-of.ts`); absent = it is no request of a person. */
  readonly subject?: string | undefined;
  /** Names of what it is about; absent = nothing was looked up. */
  readonly names?: OperationNames | undefined;
}

/** A moment: ISO 8601 with an offset, or milliseconds UTC. */
export const momentInput = z.union([
  z.int().min(-lastMomentMs).max(lastMomentMs),
  z.iso
    .datetime({ offset: true, message: "must be a moment such as 2030-01-31T08:00:00Z" })
    .transform((text) => Date.parse(text)),
]);
