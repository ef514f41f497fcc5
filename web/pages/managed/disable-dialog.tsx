import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { managedAccountsPath } from "../../api/managed.ts";
import type { ManagedAccount } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";

/** A dialog that disables a managed account with a reason. */
export function DisableDialog({ account, close }: { readonly account: ManagedAccount; close(): void }) {
  const say = useText();
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = useChanging([managedAccountsPath]);
  return (
    <FormDialog
      title={say("managed.disable")}
      explained={say("managed.disableExplained")}
      action={say("managed.disable")}
      isDanger
      isReady={reason.trim() !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(call("POST managedAccounts()/disable", { key: account.key, body: { reason: reason.trim() } }), {
          onSuccess: close,
        })
      }
    >
      <FormField
        id="disable-reason"
        label={say("checkout.reason")}
        help={say("managed.disableReasonHelp")}
        input={{ is: "area" }}
        value={reason}
        fault={faultsIn(error).get("reason")}
        isRequired
        change={(value) => setReason(String(value))}
      />
    </FormDialog>
  );
}
