import { Checkbox } from "@patternfly/react-core";

import { useText } from "../messages/text.ts";
import { TextField } from "./text-field.tsx";

/** What is entered of a new password. */
export interface NewPassword {
  readonly password: string;
  readonly again: string;
  readonly mustChange: boolean;
}

/** Nothing entered yet; whoever hears a password from somebody else is to choose another one. */
export const noPassword: NewPassword = { password: "", again: "", mustChange: true };

/** Whether both times the same was entered, and something. */
export function isComplete({ password, again }: NewPassword): boolean {
  return password !== "" && password === again;
}

interface NewPasswordFieldsProps {
  readonly entered: NewPassword;
  readonly fault: string | undefined;
  change(changed: Partial<NewPassword>): void;
}

/** A new password, entered twice, and whether its owner is to choose another one. */
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
