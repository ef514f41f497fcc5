import "./forms.css";
import {
  Checkbox,
  FormGroup,
  FormHelperText,
  FormSelect,
  FormSelectOption,
  HelperText,
  HelperTextItem,
  TextArea,
  TextInput,
} from "@patternfly/react-core";

import type { FieldInput, FieldValue } from "./field-value.ts";

/** What a field is told. */
export interface FormFieldProps {
  readonly id: string;
  readonly label: string;
  readonly input: FieldInput;
  readonly value: FieldValue;
  readonly help?: string | undefined;
  /** What the API has said of it. */
  readonly fault?: string | undefined;
  readonly isRequired?: boolean;
  readonly isDisabled?: boolean;
  /** The language of label and help where it is not that of the pages. */
  readonly lang?: "en";
  change(value: FieldValue): void;
}

/** A field of a form with its label, its help, and what was wrong with it. */
export function FormField(props: FormFieldProps) {
  const { id, label, input, help, fault, lang, isRequired = false } = props;
  const words = lang === undefined ? label : <span lang={lang}>{label}</span>;
  const told = (
    <HelperText id={`${id}-told`}>
      {fault === undefined ? null : <HelperTextItem variant="error">{fault}</HelperTextItem>}
      {help === undefined ? null : <HelperTextItem {...(lang !== undefined && { lang })}>{help}</HelperTextItem>}
    </HelperText>
  );
  if (input.is === "flag")
    return (
      <FormGroup>
        <Checkbox
          id={id}
          label={words}
          isChecked={props.value === true}
          isDisabled={props.isDisabled === true}
          isValid={fault === undefined}
          aria-describedby={`${id}-told`}
          onChange={(_event, isChecked) => props.change(isChecked)}
          body={told}
        />
      </FormGroup>
    );
  return (
    <FormGroup label={words} fieldId={id} isRequired={isRequired}>
      <Entry {...props} />
      <FormHelperText>{told}</FormHelperText>
    </FormGroup>
  );
}

function Entry({ id, input, value, fault, isRequired = false, isDisabled = false, change }: FormFieldProps) {
  const common = {
    ...{ id, isRequired, isDisabled, "aria-describedby": `${id}-told` },
    ...(fault !== undefined && { validated: "error" as const }),
  };
  if (input.is === "choice")
    return (
      <FormSelect {...common} value={textOf(value)} onChange={(_event, chosen) => change(chosen)}>
        {input.choices.map((choice) => (
          <FormSelectOption key={choice.value} {...choice} />
        ))}
      </FormSelect>
    );
  if (input.is === "area" || input.is === "lines")
    return (
      <TextArea
        {...common}
        value={textOf(value)}
        onChange={(_event, text) => change(input.is === "lines" ? text.split("\n") : text)}
        resizeOrientation="vertical"
        spellCheck={false}
        rows={3}
      />
    );
  const bounds = input.is === "number" ? { type: "number" as const, min: input.min, max: input.max } : {};
  return (
    <TextInput
      {...common}
      {...bounds}
      {...(input.is === "password" && { type: "password", autoComplete: "new-password" })}
      value={textOf(value)}
      onChange={(_event, text) => change(input.is === "number" ? (text === "" ? null : Number(text)) : text)}
    />
  );
}

function textOf(value: FieldValue): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? value.join("\n") : String(value);
}
