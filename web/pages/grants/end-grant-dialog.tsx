import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Grant } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { thingOf } from "./grant-words.ts";

interface EndGrantDialogProps {
  readonly grant: Grant;
  close(): void;
}

/** A dialog that asks for the reason why access is ended before its time. */
export function EndGrantDialog({ grant, close }: EndGrantDialogProps) {
  const say = useText();
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = useChanging([pathOf("grants")]);
  const text = reason.trim();
  return (
    <FormDialog
      title={say("grants.endOf", { thing: thingOf(grant) })}
      explained={say("grants.endExplained")}
      action={say("grants.end")}
      isDanger
      isReady={text !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate(call("POST grants()/end", { key: grant.key, body: { reason: text } }), { onSuccess: close })}
    >
      <FormField
        id="grant-end-reason"
        label={say("grants.reason")}
        input={{ is: "area" }}
        value={reason}
        fault={faultsIn(error).get("reason")}
        isRequired
        change={(value) => setReason(String(value))}
      />
    </FormDialog>
  );
}
