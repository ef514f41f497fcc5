import { z } from "zod";

import { itemTagMaxCharacters, itemTagsMax } from "#domain/catalogue-limits.ts";
import { isTag, tagRule } from "#domain/catalogue/catalogue-details.ts";
import { catalogueItems } from "#domain/resources/catalogue-items.ts";

import { formFieldsInput } from "../../kernel/inputs/form-fields-input.ts";
import { inputOf } from "../../kernel/resource-input.ts";
import { unjudged } from "../../kernel/text-input.ts";

const onceRule = "must not hold a value twice";
const isOnce = (values: readonly string[]) => new Set(values).size === values.length;

const tags = z
  .array(z.string().max(itemTagMaxCharacters, unjudged).refine(isTag, tagRule))
  .max(itemTagsMax)
  .refine(isOnce, onceRule)
  .meta({ rules: [tagRule, onceRule] });

/** Fields of an input that changes details of catalog items; each may be left out. */
export const detailFields = inputOf(catalogueItems, "change", {
  tags: tags.optional(),
  formFields: formFieldsInput.optional(),
});
