import { useState } from "react";

import { accountsPath } from "../../api/accounts.ts";
import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Account, Operation } from "../../api/model.ts";
import { CallError, faultsByField } from "../../base/call-error.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { isComplete, NewPasswordFields, noPassword } from "../../components/new-password-fields.tsx";
import { useText } from "../../messages/text.ts";

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
        fault={error instanceof CallError ? faultsByField(error).get("password") : undefined}
        change={(changed) => setEntered((before) => ({ ...before, ...changed }))}
      />
    </FormDialog>
  );
}
