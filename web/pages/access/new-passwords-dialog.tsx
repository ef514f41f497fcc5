import { Button } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { askOnce, call } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import { deliveriesPath } from "../../api/mass-resets.ts";
import type { PasswordDelivery, RevealedPasswords } from "../../api/model.ts";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { SecretShownOnce } from "../../components/secret-shown-once.tsx";
import { TextField } from "../../components/text-field.tsx";
import { fieldFault } from "../../forms/text-faults.ts";
import { useText } from "../../messages/text.ts";

interface NewPasswordsDialogProps {
  readonly delivery: PasswordDelivery;
  close(): void;
}

/** A dialog that shows new passwords once, for a one-time code. They disappear when it closes. */
export function NewPasswordsDialog({ delivery: { key, accounts }, close }: NewPasswordsDialogProps) {
  const say = useText();
  const client = useQueryClient();
  const [code, setCode] = useState("");
  const { data, error, isPending, mutate } = useMutation<RevealedPasswords>({
    mutationFn: () => askOnce(call("POST passwordDeliveries()/reveal", { key, body: { code: code.trim() } })),
    onSettled: () => {
      setCode("");
      return readAnew(client, deliveriesPath);
    },
    gcTime: 0,
  });
  const title = say("newPasswords.title");
  if (data !== undefined)
    return (
      <Dialog title={title} footer={<Button onClick={close}>{say("action.close")}</Button>} close={close}>
        <p>{say("newPasswords.keep")}</p>
        {data.passwords.map(({ accountName, targetSystemKey, password }) => {
          const label = say("account.on", { account: accountName, target: targetSystemKey });
          return (
            <div key={label}>
              <p>{label}</p>
              <SecretShownOnce secret={password} label={label} />
            </div>
          );
        })}
      </Dialog>
    );
  return (
    <FormDialog
      title={title}
      explained={say("newPasswords.once", { count: accounts })}
      action={say("newPasswords.show")}
      isReady={code.trim() !== ""}
      isPending={isPending}
      error={error}
      send={() => mutate()}
      close={close}
    >
      <TextField
        id="new-passwords-code"
        label={say("newPasswords.code")}
        help={say("newPasswords.codeHelp")}
        fault={fieldFault(error, "code", say)}
        isRequired
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        change={setCode}
      />
    </FormDialog>
  );
}
