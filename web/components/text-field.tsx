import { TextArea, TextInput } from "@patternfly/react-core";
import type { ComponentProps } from "react";

import { FieldFrame, type FieldFrameProps, tiedTo } from "./field-frame.tsx";

type InputProps = Pick<
  ComponentProps<typeof TextInput>,
  "type" | "autoComplete" | "inputMode" | "list" | "min" | "max" | "maxLength" | "isDisabled"
>;

/** Properties of a text field. */
export interface TextFieldProps extends Omit<FieldFrameProps, "children">, InputProps {
  readonly value: string;
  /** Number of lines; a field without it has a single line. */
  readonly rows?: number;
  change(value: string): void;
}

/** A text field. */
export function TextField({ value, rows, change, label, lang, help, fault, ...input }: TextFieldProps) {
  const { id, isRequired = false } = input;
  const common = { ...tiedTo({ id, help, fault }), value, isRequired };
  return (
    <FieldFrame id={id} label={label} lang={lang} help={help} fault={fault} isRequired={isRequired}>
      {rows === undefined ? (
        <TextInput autoComplete="off" {...input} {...common} onChange={(_event, text) => change(text)} />
      ) : (
        <TextArea
          {...common}
          rows={rows}
          isDisabled={input.isDisabled === true}
          resizeOrientation="vertical"
          spellCheck={false}
          onChange={(_event, text) => change(text)}
        />
      )}
    </FieldFrame>
  );
}
