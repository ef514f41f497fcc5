import { FormGroup, FormHelperText, HelperText, HelperTextItem } from "@patternfly/react-core";
import type { ReactNode } from "react";

/** What stands around a field. */
export interface FieldFrameProps {
  readonly id: string;
  readonly label: string;
  readonly help?: string | undefined;
  /** What is wrong with what was entered. */
  readonly fault?: string | undefined;
  readonly isRequired?: boolean;
  /** The language of label and help where it is not that of the pages. */
  readonly lang?: "en" | undefined;
  readonly children: ReactNode;
}

/** The properties by which an input is tied to what is said of it. */
export function tiedTo({ id, help, fault }: Pick<FieldFrameProps, "id" | "help" | "fault">) {
  return {
    id,
    ...((help !== undefined || fault !== undefined) && { "aria-describedby": `${id}-told` }),
    ...(fault !== undefined && { validated: "error" as const }),
  };
}

/** What is wrong with a field, and its help. */
export function ToldOfField({ id, help, fault, lang }: Omit<FieldFrameProps, "label" | "children">) {
  if (help === undefined && fault === undefined) return null;
  return (
    <HelperText id={`${id}-told`}>
      {fault === undefined ? null : <HelperTextItem variant="error">{fault}</HelperTextItem>}
      {help === undefined ? null : <HelperTextItem {...(lang !== undefined && { lang })}>{help}</HelperTextItem>}
    </HelperText>
  );
}

/** A field with its label, its help, and what is wrong with what was entered. */
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
