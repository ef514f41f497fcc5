import {
  formHelpMaxCharacters,
  formLabelMaxCharacters,
  formNameMaxCharacters,
  formPatternMaxCharacters,
  formValueMaxCharacters,
} from "#domain/catalogue-limits.ts";
import { formFieldTypeNames, formNameRule } from "#domain/catalogue/form-fields.ts";
import { flag, oneOf, text } from "#domain/resources/format/builders.ts";

import { structure } from "./entity-type-of.ts";

const formField = structure("CatalogueFormField", {
  name: text(formNameMaxCharacters).shown(`Name of the value in a request: ${formNameRule}.`),
  type: oneOf(formFieldTypeNames).shown("Type of the value: text, number, date (such as 2030-01-31), choice or flag."),
  label: text(formLabelMaxCharacters).shown("Label of the field."),
  germanLabel: text(formLabelMaxCharacters).optional().shown("German label; null to show the other one."),
  help: text(formHelpMaxCharacters).optional().shown("Help text under the field; null for none."),
  germanHelp: text(formHelpMaxCharacters).optional().shown("German help text; null to show the other one."),
  required: flag(false).optional().shown("True if a request needs a value; null in input for false."),
  choices: {
    type: "Edm.String",
    collection: true,
    description: "Choices of a field of the type choice, in order; empty for other types.",
  },
  pattern: text(formPatternMaxCharacters)
    .optional()
    .shown("Regular expression that a part of a text must match, such as ^[0-9]{4}$; null for none."),
  defaultValue: text(formValueMaxCharacters)
    .optional()
    .shown("Value of a request that names none, as a text; null for none."),
});

/** Fields of a form, as a property of what has one. */
export const formFields = { type: formField, collection: true, description: "Fields of the form, in order." } as const;
