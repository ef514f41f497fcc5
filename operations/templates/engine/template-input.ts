import { z } from "zod";

import { connectorOperationCodes, type OperationCode } from "#domain/requests/operation-codes.ts";
import { templates } from "#domain/resources/templates.ts";
import { templateOperationsMax } from "#domain/template-limits.ts";
import { accountRules } from "#domain/templates/account-rule.ts";
import type { TemplateOperation } from "#domain/templates/fill-template.ts";

import { formFieldsInput } from "../../kernel/inputs/form-fields-input.ts";
import { accessEndInput, attributesInput, formInput, keyInput } from "../../kernel/inputs/operation-input.ts";
import { inputOf } from "../../kernel/resource-input.ts";

const codes = connectorOperationCodes as [OperationCode, ...OperationCode[]];

/** Schema of one operation of a template. */
const operation = z
  .strictObject({
    code: z.enum(codes, { error: `must be one of ${codes.join(", ")}` }),
    targetSystemKey: keyInput,
    groupKey: keyInput.nullish(),
    account: z.enum(accountRules).nullish(),
    attributes: attributesInput.nullish(),
    form: formInput.nullish(),
    ...accessEndInput,
  })
  .transform(({ groupKey, account, attributes, form, until, forHours, ...rest }): TemplateOperation => ({
    ...rest,
    groupKey: groupKey ?? null,
    account: account ?? null,
    attributes: attributes ?? {},
    form: form ?? {},
    until: until ?? null,
    forHours: forHours ?? null,
  }));

const operations = z.array(operation).min(1, "needs at least one operation").max(templateOperationsMax);

/** Fields of a new template. */
export const newTemplate = inputOf(templates, "create", { operations, formFields: formFieldsInput.default([]) });

/** Fields of a change of a template. */
export const templateChanges = inputOf(templates, "change", {
  operations: operations.optional(),
  formFields: formFieldsInput.optional(),
});
