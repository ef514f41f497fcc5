import { z } from "zod";

import { accessHoursMax } from "#domain/access-limits.ts";
import type { AccessEnd } from "#domain/access/access-end.ts";
import { lastMomentMs } from "#domain/calendar-limits.ts";
import { formFieldsMax, formValueMaxCharacters } from "#domain/catalogue-limits.ts";
import { formNamePattern, formNameRule, type FormValues } from "#domain/catalogue/form-fields.ts";
import {
  attributeValueMaxCharacters,
  idMaxCharacters,
  operationAttributesMax,
  operationCodeMaxCharacters,
} from "#domain/limits.ts";
import type { WrittenMemberships } from "#domain/requests/changed-memberships.ts";
import type { OperationCode } from "#domain/requests/operation-codes.ts";
import type { OrderAttributes } from "#domain/requests/order.ts";
import { roleReasonMaxCharacters } from "#domain/role-limits.ts";
import { isSecretAttribute } from "#domain/secret-attributes.ts";

import { filledText } from "../text-input.ts";
import type { OperationNames } from "./operation-names.ts";

/** Key of a row: a GUID, or another ID without surrounding blanks. */
export const keyInput = filledText(idMaxCharacters);

/** Number of a phase of a request. */
export const phaseInput = z.int().min(1);

const scalar = z.union([z.string().max(attributeValueMaxCharacters), z.number(), z.boolean()]);
const attributeName = z.string().regex(/^[A-Za-z][\w.;-]{0,127}$/);
const nameRule = "must be named by a letter, followed by up to 127 letters, digits or . ; _ -";
const valueRule = `must be a text of at most ${attributeValueMaxCharacters} characters, a number, true or false, or a list of at least one of these`;
const countRule = `must not hold more than ${operationAttributesMax} attributes`;
/** Rule about attributes that hold a secret. */
export const secretRule =
  "must not name a secret, which would be stored as it is; leave it out: passwords are set by 'password' of POST /v2/accounts and by resetPassword";

const values = z.union([scalar.transform((value) => [value]), z.array(scalar).min(1)], { error: valueRule });

/** Attributes by name, each a value or a list; parsed to lists. */
export const attributesInput = z
  .record(attributeName, values, { error: ({ code }) => (code === "invalid_key" ? nameRule : undefined) })
  .refine((record) => Object.keys(record).length <= operationAttributesMax, countRule)
  // Requests stay in rows, audit and change log forever; a password has its own sealed ways.
  .superRefine((record, refinement) => {
    const secret = Object.keys(record).find(isSecretAttribute);
    if (secret !== undefined) {
      refinement.addIssue({ code: "custom", message: `${secretRule} (${secret})` });
    }
  })
  .meta({ rules: [nameRule, valueRule, countRule, secretRule] });

/** A time: ISO 8601 with an offset, or milliseconds UTC. */
export const momentInput = z.union(
  [
    z.int().min(-lastMomentMs).max(lastMomentMs),
    z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  ],
  "must be a moment such as 2030-01-31T12:00:00Z",
);

/** Rule of a period. */
export const periodRule = "must be later than from";

/** Period as a caller writes it; without `from` since ever, without `to` without an end. */
export const periodInput = z
  .strictObject({ from: momentInput.nullish(), to: momentInput.nullish() })
  .refine(({ from, to }) => typeof from !== "number" || typeof to !== "number" || from < to, {
    path: ["to"],
    message: periodRule,
  })
  .meta({ rule: periodRule });

/** End of the access that an operation gives, as a caller writes it. */
export const accessEndInput = {
  until: momentInput.nullish(),
  forHours: z.int().min(1).max(accessHoursMax).nullish(),
} as const;
const formCountRule = `must not hold more than ${formFieldsMax} values`;
const formValue = z.union([z.string().trim().max(formValueMaxCharacters), z.number(), z.boolean()]);

/** Values of a form by the names of its fields; null for a field without a value. */
export const formInput = z
  .record(z.string().regex(formNamePattern), formValue.nullable(), {
    error: ({ code }) => (code === "invalid_key" ? formNameRule : undefined),
  })
  .refine((given) => Object.keys(given).length <= formFieldsMax, formCountRule)
  .transform((given): FormValues =>
    Object.fromEntries(Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))),
  )
  .meta({ rules: [formNameRule, formCountRule] });

/** One operation of a request as a caller writes it. */
export const operationInput = z.strictObject({
  code: filledText(operationCodeMaxCharacters),
  targetSystemKey: keyInput.nullish(),
  accountKey: keyInput.nullish(),
  groupKey: keyInput.nullish(),
  roleKey: keyInput.nullish(),
  sodRuleKey: keyInput.nullish(),
  control: filledText(roleReasonMaxCharacters).nullish(),
  attributes: attributesInput.nullish(),
  ...accessEndInput,
  form: formInput.nullish(),
});

/** A requested operation. */
export interface RequestedOperation extends AccessEnd {
  readonly code: string;
  /** Key of the target system; null or undefined for an operation about a role or a rule. */
  readonly targetSystemKey?: string | null | undefined;
  readonly accountKey?: string | null | undefined;
  readonly groupKey?: string | null | undefined;
  /** Key of the role that the operation is about, or through which it gives access. */
  readonly roleKey?: string | null | undefined;
  /** Key of the rule of separation of duties from which it excepts. */
  readonly sodRuleKey?: string | null | undefined;
  /** Compensating control of an exception. */
  readonly control?: string | null | undefined;
  readonly attributes?: OrderAttributes | null | undefined;
  /** Values of the form of the item that it gives. */
  readonly form?: FormValues | null | undefined;
}

/** An operation whose code is known. */
export interface CodedOperation extends RequestedOperation {
  readonly code: OperationCode;
  /** Memberships that its attributes write; null or undefined if there are none. */
  readonly memberships?: WrittenMemberships | null | undefined;
  /** True if it may be requested only because its groups are managed. */
  readonly needsManaged?: boolean | undefined;
  /** Digest of its recipient and its content (`subject-of.ts`); undefined if it is no request of a person. */
  readonly subject?: string | undefined;
  /** Names of its objects; undefined if none were looked up. */
  readonly names?: OperationNames | undefined;
}
