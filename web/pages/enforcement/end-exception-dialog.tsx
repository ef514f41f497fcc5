import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { accessExceptionsPath } from "../../api/enforcement.ts";
import type { AccessException } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";

interface EndExceptionDialogProps {
  readonly exception: AccessException;
  close(): void;
}

/** A dialog that asks for the reason why an exception is ended before its time. */
export function EndExceptionDialog({ exception: { key, kind, person, userKey }, close }: EndExceptionDialogProps) {
  const say = useText();
  const [reason, setReason] = useState("");
  const { mutate, isPending, error } = useChanging([accessExceptionsPath]);
  const text = reason.trim();
  return (
    <FormDialog
      title={say("exceptions.end")}
      of={person?.displayName ?? person?.id ?? userKey}
      explained={say(`exceptions.endExplained.${kind}`)}
      action={say("exceptions.end")}
      isDanger
      isReady={text !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate(call("POST accessExceptions()/end", { key, body: { reason: text } }), { onSuccess: close })}
    >
      <TextField
        id="exception-end-reason"
        label={say("exceptions.endReason")}
        help={say("exceptions.endReasonHelp")}
        isRequired
        rows={2}
        fault={faultsIn(error).get("reason")}
        value={reason}
        change={setReason}
      />
    </FormDialog>
  );
}
