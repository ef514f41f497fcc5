import { useState } from "react";

import { useChanging } from "../../api/changing.ts";
import { checkoutPath, checkoutsPath } from "../../api/checkouts.ts";
import type { Checkout } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { accountOf } from "./checkout-words.ts";

interface WordsDialogProps {
  readonly checkout: Checkout;
  readonly action: "revoke" | "review";
  close(): void;
}

const fields = { revoke: "reason", review: "review" } as const;

/** A dialog for the actions on another user's check-out that need a comment: revoke it, or review an emergency access. */
export function WordsDialog({ checkout, action, close }: WordsDialogProps) {
  const say = useText();
  const [words, setWords] = useState("");
  const { mutate, isPending, error } = useChanging([checkoutsPath]);
  const field = fields[action];
  return (
    <FormDialog
      title={say(`checkout.${action}Of`, { account: accountOf(checkout, say) })}
      explained={say(`checkout.${action}Explained`)}
      action={say(`checkout.${action}`)}
      isDanger={action === "revoke"}
      isReady={words.trim() !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(
          { method: "POST", path: `${checkoutPath(checkout.key)}/${action}`, body: { [field]: words.trim() } },
          { onSuccess: close },
        )
      }
    >
      <FormField
        id="checkout-words"
        label={say(`checkout.${field}`)}
        input={{ is: "area" }}
        value={words}
        fault={faultsIn(error).get(field)}
        isRequired
        change={(value) => setWords(String(value))}
      />
    </FormDialog>
  );
}
