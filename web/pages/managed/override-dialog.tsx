import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { managedAccountsPath, runsPath } from "../../api/managed.ts";
import type { ManagedAccount, OverriddenAccount } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";

interface OverrideDialogProps {
  readonly account: ManagedAccount;
  follow(runKey: string): void;
  close(): void;
}

/** A dialog that records the current password of an account in the vault; the entered password disappears with it. */
export function OverrideDialog({ account, follow, close }: OverrideDialogProps) {
  const say = useText();
  const [password, setPassword] = useState("");
  const { mutate, isPending, error } = useChanging<OverriddenAccount>([managedAccountsPath, runsPath]);
  return (
    <FormDialog
      title={say("managed.override")}
      explained={say("managed.overrideExplained")}
      action={say("managed.override")}
      isReady={password !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() => {
        setPassword("");
        mutate(call("POST managedAccounts()/override", { key: account.key, body: { password } }), {
          onSuccess({ runKey }) {
            if (runKey !== null) follow(runKey);
            close();
          },
        });
      }}
    >
      <TextField
        id="override-password"
        label={say("managed.overridePassword")}
        type="password"
        value={password}
        fault={faultsIn(error).get("password")}
        isRequired
        change={setPassword}
      />
    </FormDialog>
  );
}
