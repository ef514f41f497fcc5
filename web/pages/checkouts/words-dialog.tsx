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
  const { key } = checkout;
  const text = words.trim();
  return (
    <FormDialog
      title={say(`checkout.${action}Of`, { account: accountOf(checkout, say) })}
      explained={say(`checkout.${action}Explained`)}
      action={say(`checkout.${action}`)}
      isDanger={action === "revoke"}
      isReady={text !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(
          action === "revoke"
            ? call("POST checkouts()/revoke", { key, body: { reason: text } })
            : call("POST checkouts()/review", { key, body: { review: text } }),
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
