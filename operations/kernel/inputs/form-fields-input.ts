import { z } from "zod";

import {
  formChoicesMax,
  formFieldsMax,
  formHelpMaxCharacters,
  formLabelMaxCharacters,
  formPatternMaxCharacters,
  formValueMaxCharacters,
} from "#domain/catalogue-limits.ts";
import { defaultFault } from "#domain/catalogue/check-form.ts";
import { type FormField, formFieldTypeNames, formNamePattern, formNameRule } from "#domain/catalogue/form-fields.ts";
import { isSecretAttribute } from "#domain/secret-attributes.ts";

import { filledText, quickPattern } from "../text-input.ts";

const onceRule = "must not hold a value twice";
const isOnce = (values: readonly string[]) => new Set(values).size === values.length;

const optionalText = (max: number) =>
  filledText(max)
    .nullish()
    .transform((text) => text ?? null);

// Requests keep their forms for ever, and show them to approvers.
const secretNameRule = "must not name a secret: the values of forms are stored and shown as they are";
const choiceRule = "must hold at least one choice for the type choice, and none for other types";
const patternRule = "must be null unless the type is text";
const defaultRule = "must fit the field itself";

const formField = z
  .strictObject({
    name: z
      .string()
      .regex(formNamePattern, formNameRule)
      .refine((name) => !isSecretAttribute(name), secretNameRule),
    type: z.enum(formFieldTypeNames),
    label: filledText(formLabelMaxCharacters),
    germanLabel: optionalText(formLabelMaxCharacters),
    help: optionalText(formHelpMaxCharacters),
    germanHelp: optionalText(formHelpMaxCharacters),
    required: z
      .boolean()
      .nullish()
      .transform((required) => required ?? false),
    choices: z
      .array(filledText(formLabelMaxCharacters))
      .max(formChoicesMax)
      .refine(isOnce, onceRule)
      .nullish()
      .transform((choices) => choices ?? []),
    pattern: quickPattern(formPatternMaxCharacters)
      .nullish()
      .transform((pattern) => pattern ?? null),
    defaultValue: optionalText(formValueMaxCharacters),
  })
  .superRefine((field: FormField, refinement) => {
    const refuse = (name: keyof FormField, message: string) =>
      refinement.addIssue({ code: "custom", path: [name], message });
    if ((field.type === "choice") !== field.choices.length > 0) refuse("choices", choiceRule);
    if (field.pattern !== null && field.type !== "text") refuse("pattern", patternRule);
    const fault = defaultFault(field);
    if (fault !== undefined) refuse("defaultValue", `${defaultRule}: it ${fault}`);
  })
  .meta({ rules: [choiceRule, patternRule, defaultRule] });

const namesRule = "must not name a field twice";

/** Schema of the declared fields of a form. */
export const formFieldsInput = z
  .array(formField)
  .max(formFieldsMax)
  .refine((fields) => isOnce(fields.map(({ name }) => name)), namesRule)
  .meta({ rule: namesRule });
