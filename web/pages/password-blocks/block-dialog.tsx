import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { passwordBlocksPath } from "../../api/password-blocks.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { momentOf } from "../../forms/moment-value.ts";
import { PersonField } from "../../forms/person-field.tsx";
import { fieldFault } from "../../forms/text-faults.ts";
import { useText } from "../../messages/text.ts";

interface BlockDialogProps {
  /** Key and name of the user; undefined if the dialog asks for one. */
  readonly user?: { readonly key: string; readonly name: string };
  close(): void;
}

/** A dialog that blocks the password resets of a user, for a time or until the block is lifted. */
export function BlockDialog({ user, close }: BlockDialogProps) {
  const say = useText();
  const [userKey, setUserKey] = useState<string | null>(user?.key ?? null);
  const [reason, setReason] = useState("");
  const [begins, setBegins] = useState("");
  const [ends, setEnds] = useState("");
  const { mutate, isPending, error } = useChanging([passwordBlocksPath]);
  const body = { userKey, reason: reason.trim(), beginsAt: momentOf(begins), endsAt: momentOf(ends) };
  return (
    <FormDialog
      title={say("passwordBlocks.add")}
      of={user?.name}
      explained={say("passwordBlocks.addExplained")}
      action={say("passwordBlocks.add")}
      isReady={userKey !== null && reason.trim() !== ""}
      isPending={isPending}
      error={error}
      send={() => mutate(call("POST passwordBlocks", { body }), { onSuccess: close })}
      close={close}
    >
      {user === undefined ? (
        <PersonField
          id="block-user"
          label={say("passwordBlocks.user")}
          help={undefined}
          fault={fieldFault(error, "userKey", say)}
          isRequired
          value={userKey}
          person={undefined}
          change={(key) => setUserKey(typeof key === "string" ? key : null)}
        />
      ) : null}
      <TextField
        id="block-reason"
        label={say("passwordBlocks.reason")}
        fault={fieldFault(error, "reason", say)}
        isRequired
        value={reason}
        change={setReason}
      />
      <TextField
        id="block-begins"
        label={say("passwordBlocks.from")}
        help={say("passwordBlocks.fromHelp")}
        fault={fieldFault(error, "beginsAt", say)}
        type="datetime-local"
        value={begins}
        change={setBegins}
      />
      <TextField
        id="block-ends"
        label={say("passwordBlocks.to")}
        help={say("passwordBlocks.toHelp")}
        fault={fieldFault(error, "endsAt", say)}
        type="datetime-local"
        value={ends}
        change={setEnds}
      />
    </FormDialog>
  );
}
