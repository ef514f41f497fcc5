import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { checkoutsPath } from "../../api/checkouts.ts";
import type { Checkout } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { accountOf } from "./checkout-words.ts";

const usualMinutes = 30;

/** A dialog that extends a check-out. */
export function ExtendDialog({ checkout, close }: { readonly checkout: Checkout; close(): void }) {
  const say = useText();
  const { extensions, managedAccount } = checkout;
  const { checkoutMinutes = usualMinutes, checkoutExtensions = 1 } = managedAccount ?? {};
  const [minutes, setMinutes] = useState<number | null>(Math.min(usualMinutes, checkoutMinutes));
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = useChanging([checkoutsPath]);
  const faults = faultsIn(error);
  return (
    <FormDialog
      title={say("checkout.extendOf", { account: accountOf(checkout, say) })}
      explained={say("checkout.extendExplained", { left: checkoutExtensions - extensions })}
      action={say("checkout.extend")}
      isReady={minutes !== null && reason.trim() !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(
          call("POST checkouts()/extend", {
            key: checkout.key,
            body: { minutes: minutes ?? usualMinutes, reason: reason.trim() },
          }),
          {
            onSuccess: close,
          },
        )
      }
    >
      <FormField
        id="extend-minutes"
        label={say("checkout.minutes")}
        help={say("borrow.minutesHelp", { minutes: checkoutMinutes })}
        input={{ is: "number", min: 1 }}
        value={minutes}
        fault={faults.get("minutes")}
        isRequired
        change={(value) => setMinutes(value as number | null)}
      />
      <FormField
        id="extend-reason"
        label={say("checkout.reason")}
        input={{ is: "area" }}
        value={reason}
        fault={faults.get("reason")}
        isRequired
        change={(value) => setReason(String(value))}
      />
    </FormDialog>
  );
}
