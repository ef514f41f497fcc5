import "./forms.css";
import { Checkbox, FormGroup, FormSelect, FormSelectOption } from "@patternfly/react-core";

import { FieldFrame, type FieldFrameProps, tiedTo, ToldOfField } from "../components/field-frame.tsx";
import { TextField } from "../components/text-field.tsx";
import type { FieldInput, FieldValue } from "./field-value.ts";

/** Properties of a form field. */
export interface FormFieldProps extends Omit<FieldFrameProps, "children"> {
  readonly input: FieldInput;
  readonly value: FieldValue;
  readonly isDisabled?: boolean;
  change(value: FieldValue): void;
}

/** A form field that is drawn by the kind of its input. */
export function FormField({ input, value, change, ...frame }: FormFieldProps) {
  const { isDisabled = false } = frame;
  if (input.is === "flag") return <FlagField {...frame} value={value} change={change} />;
  if (input.is === "choice")
    return (
      <FieldFrame {...frame}>
        <FormSelect
          {...tiedTo(frame)}
          isRequired={frame.isRequired === true}
          isDisabled={isDisabled}
          value={textOf(value)}
          onChange={(_event, chosen) => change(chosen)}
        >
          {input.choices.map((choice) => (
            <FormSelectOption key={choice.value} {...choice} />
          ))}
        </FormSelect>
      </FieldFrame>
    );
  if (input.is === "area" || input.is === "lines")
    return (
      <TextField
        {...frame}
        rows={3}
        value={textOf(value)}
        change={(text) => change(input.is === "lines" ? text.split("\n") : text)}
      />
    );
  if (input.is === "number")
    return (
      <TextField
        {...frame}
        type="number"
        {...(input.min !== undefined && { min: input.min })}
        {...(input.max !== undefined && { max: input.max })}
        value={textOf(value)}
        change={(text) => change(text === "" ? null : Number(text))}
      />
    );
  const hidden = input.is === "password" ? ({ type: "password", autoComplete: "new-password" } as const) : {};
  return <TextField {...frame} {...hidden} value={textOf(value)} change={change} />;
}

function FlagField({ value, change, ...frame }: Omit<FormFieldProps, "input">) {
  const { id, label, lang, fault, isDisabled = false } = frame;
  const { validated: _told, ...tied } = tiedTo(frame);
  return (
    <FormGroup>
      <Checkbox
        {...tied}
        label={lang === undefined ? label : <span lang={lang}>{label}</span>}
        isChecked={value === true}
        isDisabled={isDisabled}
        isValid={fault === undefined}
        onChange={(_event, isChecked) => change(isChecked)}
        body={<ToldOfField {...frame} id={id} />}
      />
    </FormGroup>
  );
}

function textOf(value: FieldValue): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? value.join("\n") : String(value);
}
