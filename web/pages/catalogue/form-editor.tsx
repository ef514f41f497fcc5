import { Button, FormSection } from "@patternfly/react-core";

import { formFieldsMax } from "#domain/catalogue-limits.ts";
import { formFieldTypeNames } from "#domain/catalogue/form-fields.ts";

import type { CatalogueFormField } from "../../api/model.ts";
import { TextField } from "../../components/text-field.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { useText } from "../../messages/text.ts";

interface FormEditorProps {
  readonly fields: readonly CatalogueFormField[];
  /** Error texts of the API by the places of the values, such as `formFields.0.name`. */
  readonly faults: ReadonlyMap<string, string>;
  change(fields: readonly CatalogueFormField[]): void;
}

const newField: CatalogueFormField = {
  name: "",
  type: "text",
  label: "",
  germanLabel: null,
  help: null,
  germanHelp: null,
  required: false,
  choices: [],
  pattern: null,
  defaultValue: null,
};

/** An editor of the fields of the form of a catalog item, in their order. */
export function FormEditor({ fields, faults, change }: FormEditorProps) {
  const say = useText();
  const moved = (index: number) => {
    const [one, other] = fields.slice(index - 1, index + 1);
    if (one !== undefined && other !== undefined)
      change([...fields.slice(0, index - 1), other, one, ...fields.slice(index + 1)]);
  };
  return (
    <>
      {fields.map((field, index) => (
        <FormSection
          // A field has no key of its own, and its name changes while it is typed.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          titleElement="h2"
          title={say("catalogue.field", { number: index + 1, label: field.label })}
        >
          <FieldEditor
            id={`form-field-${index}`}
            field={field}
            faultOf={(name) => faults.get(`formFields.${index}.${name}`)}
            change={(changed) => change(fields.map((one, at) => (at === index ? { ...one, ...changed } : one)))}
          />
          <div>
            {index === 0 ? null : (
              <Button variant="link" isInline onClick={() => moved(index)}>
                {say("catalogue.fieldUp", { number: index + 1 })}
              </Button>
            )}{" "}
            <Button variant="link" isInline onClick={() => change(fields.filter((one) => one !== field))}>
              {say("catalogue.removeField", { number: index + 1 })}
            </Button>
          </div>
        </FormSection>
      ))}
      {fields.length >= formFieldsMax ? null : (
        <div>
          <Button variant="secondary" onClick={() => change([...fields, newField])}>
            {say("catalogue.addField")}
          </Button>
        </div>
      )}
    </>
  );
}

interface FieldEditorProps {
  readonly id: string;
  readonly field: CatalogueFormField;
  faultOf(name: keyof CatalogueFormField): string | undefined;
  change(changed: Partial<CatalogueFormField>): void;
}

const texts = ["label", "germanLabel", "help", "germanHelp"] as const;

function FieldEditor({ id, field, faultOf, change }: FieldEditorProps) {
  const say = useText();
  const { type, choices, pattern, required } = field;
  const textOf = (name: "name" | "pattern" | "defaultValue" | (typeof texts)[number]) => ({
    id: `${id}-${name}`,
    label: say(`catalogue.field.${name}`),
    fault: faultOf(name),
    value: field[name] ?? "",
  });
  const orNull = (text: string) => (text === "" ? null : text);
  return (
    <>
      <TextField
        {...textOf("name")}
        help={say("catalogue.field.nameHelp")}
        isRequired
        change={(name) => change({ name })}
      />
      <FormField
        id={`${id}-type`}
        label={say("catalogue.field.type")}
        input={{
          is: "choice",
          choices: formFieldTypeNames.map((one) => ({ value: one, label: say(`catalogue.field.type.${one}`) })),
        }}
        value={type}
        change={(chosen) =>
          change({ type: chosen as CatalogueFormField["type"], choices: [], pattern: null, defaultValue: null })
        }
      />
      <TextField {...textOf("label")} isRequired change={(label) => change({ label })} />
      {texts.slice(1).map((name) => (
        <TextField key={name} {...textOf(name)} change={(text) => change({ [name]: orNull(text) })} />
      ))}
      {type === "choice" ? (
        <FormField
          id={`${id}-choices`}
          label={say("catalogue.field.choices")}
          help={say("catalogue.field.choicesHelp")}
          fault={faultOf("choices")}
          isRequired
          input={{ is: "lines" }}
          value={choices}
          change={(lines) => change({ choices: lines as readonly string[] })}
        />
      ) : null}
      {type === "text" ? (
        <TextField
          {...textOf("pattern")}
          value={pattern ?? ""}
          help={say("catalogue.field.patternHelp")}
          change={(text) => change({ pattern: orNull(text) })}
        />
      ) : null}
      <TextField
        {...textOf("defaultValue")}
        help={say(`catalogue.field.defaultHelp.${type}`)}
        change={(text) => change({ defaultValue: orNull(text) })}
      />
      <FormField
        id={`${id}-required`}
        label={say("catalogue.field.required")}
        input={{ is: "flag" }}
        value={required === true}
        change={(isRequired) => change({ required: isRequired === true })}
      />
    </>
  );
}
