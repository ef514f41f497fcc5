import { FormGroup, FormHelperText, HelperText, HelperTextItem, TextInput } from "@patternfly/react-core";
import type { ComponentProps } from "react";

interface FieldProps extends Omit<ComponentProps<typeof TextInput>, "onChange" | "ref" | "validated"> {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly help?: string;
  /** What is wrong with what was entered. */
  readonly fault?: string | undefined;
  change(value: string): void;
}

/** A field of a form with its label, its help, and what is wrong with it. */
export function Field({ id, label, help, fault, change, ...input }: FieldProps) {
  const described = fault === undefined && help === undefined ? {} : { "aria-describedby": `${id}-help` };
  return (
    <FormGroup label={label} fieldId={id} isRequired={input.isRequired === true}>
      <TextInput
        id={id}
        onChange={(_event, text) => change(text)}
        {...input}
        {...described}
        {...(fault !== undefined && { validated: "error" as const })}
      />
      {fault === undefined && help === undefined ? null : (
        <FormHelperText>
          <HelperText id={`${id}-help`}>
            {fault === undefined ? null : <HelperTextItem variant="error">{fault}</HelperTextItem>}
            {help === undefined ? null : <HelperTextItem>{help}</HelperTextItem>}
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  );
}
