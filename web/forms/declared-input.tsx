import { Checkbox, FormGroup } from "@patternfly/react-core";

import type { DeclaredProperty } from "../api/declared-property.ts";
import type { Person } from "../api/model.ts";
import { ToldOfField } from "../components/field-frame.tsx";
import { TextField } from "../components/text-field.tsx";
import { type FieldChoice, type FieldInput, toggled } from "./field-value.ts";
import { FormField, type FormFieldProps } from "./form-field.tsx";
import { enteredMoment, momentOf } from "./moment-value.ts";
import { PersonField } from "./person-field.tsx";

/** Kind of the input of a property: that of other fields, a moment, or several of some choices. */
export type DeclaredInputKind =
  | FieldInput
  | { readonly is: "time" }
  | { readonly is: "several"; readonly choices: readonly FieldChoice[] };

/** Properties of the field of a property. */
export interface DeclaredFieldProps extends Omit<FormFieldProps, "input"> {
  readonly input: DeclaredInputKind;
}

interface DeclaredInputProps extends DeclaredFieldProps {
  readonly property?: DeclaredProperty;
  /** The object that is changed. */
  readonly row?: object | undefined;
}

/** A field that is drawn by the kind of its input; a key of a user is found by a search. */
export function DeclaredInput({ input, property, row = {}, ...field }: DeclaredInputProps) {
  const { key, ...values } = row as Readonly<Record<string, unknown>>;
  if (property?.of === "users") {
    const person = values[property.by ?? ""] as Person | null | undefined;
    return <PersonField {...field} person={person} without={key as string | undefined} />;
  }
  if (input.is === "several") return <SeveralField {...field} choices={input.choices} />;
  if (input.is === "time") return <TimeField {...field} />;
  return <FormField {...field} input={input} />;
}

type OwnFieldProps = Omit<FormFieldProps, "input">;

function TimeField({ value, change, ...frame }: OwnFieldProps) {
  const entered = typeof value === "string" ? enteredMoment(value) : "";
  return <TextField {...frame} type="datetime-local" value={entered} change={(text) => change(momentOf(text))} />;
}

/** A checkbox for each choice. */
function SeveralField({
  choices,
  value,
  change,
  ...frame
}: OwnFieldProps & { readonly choices: readonly FieldChoice[] }) {
  const { id, label, isRequired = false, isDisabled = false } = frame;
  const chosen = typeof value === "object" && value !== null ? value : [];
  return (
    <FormGroup isStack role="group" label={label} isRequired={isRequired} fieldId={id}>
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          id={`${id}-${choice.value}`}
          label={choice.label}
          isChecked={chosen.includes(choice.value)}
          isDisabled={isDisabled}
          onChange={(_event, isIn) => change(toggled(chosen, choice.value, isIn))}
        />
      ))}
      <ToldOfField {...frame} />
    </FormGroup>
  );
}
