import { itemHoursMax, itemTagMaxCharacters, itemTagsMax, riskMax } from "../catalogue-limits.ts";
import type { FormField } from "../catalogue/form-fields.ts";
import { guid, integer, json, list, text } from "./format/builders.ts";

/** Details of a catalog item: a table keeps them, and the catalog shows them. */
export const detailProperties = {
  ownerKey: guid()
    .optional()
    .changed()
    .policy()
    .label("Owner")
    .shown("Key of the user who answers for the item; null if there is none."),
  risk: integer()
    .optional()
    .changed()
    .between(0, riskMax)
    .policy()
    .shown(`Risk of the item, from 0 (none) to ${riskMax} (highest); null if it was not assessed.`),
  tags: list(text(itemTagMaxCharacters))
    .initially([])
    .changed()
    .atMost(itemTagsMax)
    .shown(
      `Tags of the item in their order: at most ${itemTagsMax}, each of letters, digits and the signs . _ - with at most ${itemTagMaxCharacters} characters.`,
    ),
  longestHours: integer()
    .optional()
    .changed()
    .between(1, itemHoursMax)
    .policy()
    .label("Longest time")
    .shown("Longest time in hours for which a person can have the item; null if there is no limit."),
  formFields: json<readonly FormField[]>()
    .initially([])
    .changed()
    .label("Form")
    .shown("Fields of the form that a request for the item fills in, in order; empty if there is none."),
};
