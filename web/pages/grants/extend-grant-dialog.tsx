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

interface ExtendGrantDialogProps {
  readonly grant: Grant;
  close(): void;
}

/** A dialog that requests a later end of access. */
export function ExtendGrantDialog({ grant, close }: ExtendGrantDialogProps) {
  const say = useText();
  const [hours, setHours] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = useChanging([pathOf("grants"), pathOf("requests")]);
  const faults = faultsIn(error);
  const text = reason.trim();
  const body = { forHours: hours, reason: text === "" ? null : text };
  return (
    <FormDialog
      title={say("grants.extendOf", { thing: thingOf(grant) })}
      explained={say("grants.extendExplained")}
      action={say("grants.extend")}
      isReady={hours !== null}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate(call("POST grants()/extend", { key: grant.key, body }), { onSuccess: close })}
    >
      <FormField
        id="grant-extend-hours"
        label={say("grants.hours")}
        input={{ is: "number", min: 1 }}
        value={hours}
        fault={faults.get("forHours") ?? faults.get("operations/0/forHours")}
        isRequired
        change={(value) => setHours(typeof value === "number" ? value : null)}
      />
      <FormField
        id="grant-extend-reason"
        label={say("grants.reason")}
        input={{ is: "area" }}
        value={reason}
        fault={faults.get("reason")}
        change={(value) => setReason(String(value))}
      />
    </FormDialog>
  );
}
