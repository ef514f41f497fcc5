import { FormGroup, FormHelperText, HelperText, HelperTextItem, TextInput } from "@patternfly/react-core";

interface MomentFieldProps {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly fault: string | undefined;
  change(value: string): void;
}

/** A field for a date and time in the time zone of the browser. */
export function MomentField({ id, label, help, value, fault, change }: MomentFieldProps) {
  return (
    <FormGroup label={label} fieldId={id}>
      <TextInput
        id={id}
        type="datetime-local"
        aria-describedby={`${id}-help`}
        value={value}
        {...(fault !== undefined && { validated: "error" as const })}
        onChange={(_event, text) => change(text)}
      />
      <FormHelperText>
        <HelperText id={`${id}-help`}>
          {fault === undefined ? null : <HelperTextItem variant="error">{fault}</HelperTextItem>}
          <HelperTextItem>{help}</HelperTextItem>
        </HelperText>
      </FormHelperText>
    </FormGroup>
  );
}
