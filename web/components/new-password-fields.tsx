import { Checkbox } from "@patternfly/react-core";

import { useText } from "../messages/text.ts";
import { TextField } from "./text-field.tsx";

/** Entered values of a new password. */
export interface NewPassword {
  readonly password: string;
  readonly again: string;
  readonly mustChange: boolean;
}

/** Initial values; a user who gets a password from someone else must change it. */
export const noPassword: NewPassword = { password: "", again: "", mustChange: true };

/** Reports whether a password was entered twice in the same form. */
export function isComplete({ password, again }: NewPassword): boolean {
  return password !== "" && password === again;
}

interface NewPasswordFieldsProps {
  readonly entered: NewPassword;
  readonly fault: string | undefined;
  change(changed: Partial<NewPassword>): void;
}

/** Fields for a new password, entered twice, and for whether its owner must change it. */
export function NewPasswordFields({ entered: { password, again, mustChange }, fault, change }: NewPasswordFieldsProps) {
  const say = useText();
  const hidden = { type: "password", autoComplete: "new-password", isRequired: true } as const;
  return (
    <>
      <TextField
        {...hidden}
        id="new-password"
        label={say("password.new")}
        value={password}
        fault={fault}
        change={(text) => change({ password: text })}
      />
      <TextField
        {...hidden}
        id="new-password-again"
        label={say("password.again")}
        value={again}
        fault={again !== "" && again !== password ? say("password.differs") : undefined}
        change={(text) => change({ again: text })}
      />
      <Checkbox
        id="must-change"
        label={say("password.mustChange")}
        description={say("password.mustChangeExplained")}
        isChecked={mustChange}
        onChange={(_event, isChecked) => change({ mustChange: isChecked })}
      />
    </>
  );
}
