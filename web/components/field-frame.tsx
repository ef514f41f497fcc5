import { FormGroup, FormHelperText, HelperText, HelperTextItem } from "@patternfly/react-core";
import type { ReactNode } from "react";

/** Properties of the frame of a field. */
export interface FieldFrameProps {
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** Error of the entered value. */
  readonly fault?: string | undefined;
  readonly isRequired?: boolean;
  /** Language of label and help if it is not that of the pages. */
  readonly lang?: "en" | undefined;
  readonly children: ReactNode;
}

/** Returns the properties that connect an input with its help and error. */
export function tiedTo({ id, help, fault }: Pick<FieldFrameProps, "id" | "help" | "fault">) {
  return {
    id,
    ...((help !== undefined || fault !== undefined) && { "aria-describedby": `${id}-told` }),
    ...(fault !== undefined && { validated: "error" as const }),
  };
}

/** The error of a field and its help. */
export function ToldOfField({ id, help, fault, lang }: Omit<FieldFrameProps, "label" | "children">) {
  if (help === undefined && fault === undefined) return null;
  return (
    <HelperText id={`${id}-told`}>
      {fault === undefined ? null : <HelperTextItem variant="error">{fault}</HelperTextItem>}
      {help === undefined ? null : <HelperTextItem {...(lang !== undefined && { lang })}>{help}</HelperTextItem>}
    </HelperText>
  );
}

/** A field with its label, its help and the error of the entered value. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, help, fault, lang, isRequired = false, children } = props;
  return (
    <FormGroup
      label={lang === undefined ? label : <span lang={lang}>{label}</span>}
      fieldId={id}
      isRequired={isRequired}
    >
      {children}
      {help === undefined && fault === undefined ? null : (
        <FormHelperText>
          <ToldOfField id={id} help={help} fault={fault} lang={lang} />
        </FormHelperText>
      )}
    </FormGroup>
  );
}
