import { FormGroup, FormSelect, FormSelectOption } from "@patternfly/react-core";

import type { AskedField } from "../../api/model.ts";
import { TextField } from "../../components/text-field.tsx";
import { useLanguage } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";

interface AskedFieldsProps {
  readonly fields: readonly AskedField[];
  readonly entered: Readonly<Record<string, string>>;
  change(name: string, value: string): void;
}

/** Fields for the answers of a caller. A passkey or a CAPTCHA needs the caller's own browser and cannot be answered by telephone. */
export function AskedFields({ fields, entered, change }: AskedFieldsProps) {
  const say = useText();
  const language = useLanguage();
  return fields.map(({ name, kind, label, choices }) => {
    const id = `asked-${name}`;
    if (kind === "passkey" || kind === "captcha") return <p key={name}>{say("identify.notByTelephone")}</p>;
    if (kind !== "choice") {
      return (
        <TextField
          key={name}
          id={id}
          label={label[language]}
          value={entered[name] ?? ""}
          isRequired
          type={kind === "password" || kind === "newPassword" ? "password" : "text"}
          change={(value) => change(name, value)}
        />
      );
    }
    return (
      <FormGroup key={name} label={label[language]} fieldId={id}>
        <FormSelect
          id={id}
          value={entered[name] ?? choices[0]?.value}
          onChange={(_event, value) => change(name, value)}
        >
          {choices.map((choice) => (
            <FormSelectOption key={choice.value} value={choice.value} label={choice.label[language]} />
          ))}
        </FormSelect>
      </FormGroup>
    );
  });
}
