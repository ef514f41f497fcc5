import { useState } from "react";

import { accountsPath } from "../../api/accounts.ts";
import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Account, Operation } from "../../api/model.ts";
import { CallError, faultsByField } from "../../base/call-error.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { isComplete, NewPasswordFields, noPassword } from "../../components/new-password-fields.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";

const PasswordRules = openedLater(
  async () => (await withTexts("password-rules", import("../../components/password-rules.tsx"))).PasswordRules,
);

interface ResetPasswordDialogProps {
  readonly account: Account;
  follow(operationKey: string): void;
  close(): void;
}

/** A dialog that resets the password of an account; the entered password disappears with it. */
export function ResetPasswordDialog({ account, follow, close }: ResetPasswordDialogProps) {
  const say = useText();
  const [entered, setEntered] = useState(noPassword);
  const { mutate, isPending, error } = useChanging<Operation>([accountsPath]);
  const { password, mustChange } = entered;
  const body = { password, ...(mustChange && { mustChange }) };
  const faults = error instanceof CallError ? faultsByField(error) : new Map<string, string>();
  return (
    <FormDialog
      title={say("account.resetPassword")}
      explained={say("password.resetExplained", { account: account.shortId, target: account.targetSystemKey })}
      action={say("account.resetPassword")}
      isReady={isComplete(entered)}
      isPending={isPending}
      error={error}
      send={() =>
        mutate(call("POST accounts()/resetPassword", { key: account.key, body }), {
          onSuccess: ({ key }) => {
            follow(key);
            close();
          },
        })
      }
      close={close}
    >
      <NewPasswordFields
        entered={entered}
        fault={faults.get("password")}
        change={(changed) => setEntered((before) => ({ ...before, ...changed }))}
      />
      {account.userKey === null ? null : (
        <PasswordRules userKey={account.userKey} accountKeys={[account.key]} faults={faults} />
      )}
    </FormDialog>
  );
}
