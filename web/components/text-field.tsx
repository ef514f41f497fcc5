import { FormGroup, FormHelperText, HelperText, HelperTextItem, TextArea, TextInput } from "@patternfly/react-core";

/** What a field is given. */
export interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly help?: string | undefined;
  /** What the service has said against what was entered. */
  readonly fault?: string | undefined;
  readonly isRequired?: boolean;
  readonly type?: "text" | "password" | "email";
  readonly autoComplete?: string;
  /** With it several lines can be entered. */
  readonly rows?: number;
  change(value: string): void;
}

/** A field with its label, its help, and what is wrong with what was entered. */
export function TextField(props: TextFieldProps) {
  const {
    id,
    label,
    value,
    help,
    fault,
    isRequired = false,
    type = "text",
    autoComplete = "off",
    rows,
    change,
  } = props;
  const described = help !== undefined || fault !== undefined;
  const common = {
    ...{ id, value, isRequired },
    ...(fault !== undefined && { validated: "error" as const }),
    ...(described && { "aria-describedby": `${id}-help` }),
  };
  return (
    <FormGroup label={label} fieldId={id} isRequired={isRequired}>
      {rows === undefined ? (
        <TextInput {...common} type={type} autoComplete={autoComplete} onChange={(_event, text) => change(text)} />
      ) : (
        <TextArea {...common} rows={rows} resizeOrientation="vertical" onChange={(_event, text) => change(text)} />
      )}
      {described ? (
        <FormHelperText>
          <HelperText id={`${id}-help`}>
            {fault === undefined ? null : <HelperTextItem variant="error">{fault}</HelperTextItem>}
            {help === undefined ? null : <HelperTextItem>{help}</HelperTextItem>}
          </HelperText>
        </FormHelperText>
      ) : null}
    </FormGroup>
  );
}
