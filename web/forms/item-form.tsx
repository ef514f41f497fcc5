import type { CatalogueFormField } from "../api/model.ts";
import { TextField } from "../components/text-field.tsx";
import { useLanguage } from "../messages/language.ts";
import { useText } from "../messages/text.ts";
import { FormField } from "./form-field.tsx";
import { type EnteredForm, enteredOf, helpOf, labelOf } from "./item-form-values.ts";

interface ItemFormProps {
  /** Beginning of the IDs of the fields. */
  readonly id: string;
  readonly fields: readonly CatalogueFormField[];
  readonly entered: EnteredForm;
  /** Error texts of the API by the names of the fields. */
  readonly faults: ReadonlyMap<string, string>;
  change(entered: EnteredForm): void;
}

/** Fields of the form of a catalog item, with their labels and help texts in the language of the pages. */
export function ItemForm({ id, fields, entered, faults, change }: ItemFormProps) {
  return fields.map((field) => (
    <ItemField
      key={field.name}
      id={`${id}-${field.name}`}
      field={field}
      value={enteredOf(field, entered)}
      fault={faults.get(field.name)}
      change={(text) => change({ ...entered, [field.name]: text })}
    />
  ));
}

interface ItemFieldProps {
  readonly id: string;
  readonly field: CatalogueFormField;
  readonly value: string;
  readonly fault: string | undefined;
  change(text: string): void;
}

function ItemField({ id, field, value, fault, change }: ItemFieldProps) {
  const say = useText();
  const language = useLanguage();
  const { type, required, choices } = field;
  const common = {
    id,
    label: labelOf(field, language),
    help: helpOf(field, language),
    fault,
    isRequired: required === true,
    value,
  };
  if (type === "choice" || type === "flag") {
    const flags = ["true", "false"].map((one) => ({ value: one, label: say(`value.${one as "true" | "false"}`) }));
    const named = type === "flag" ? flags : choices.map((choice) => ({ value: choice, label: choice }));
    const all = [{ value: "", label: say("value.none") }, ...named];
    return <FormField {...common} input={{ is: "choice", choices: all }} change={(chosen) => change(String(chosen))} />;
  }
  return <TextField {...common} type={type} change={change} />;
}
