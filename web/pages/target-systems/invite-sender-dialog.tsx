import { Button } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { askOnce, call } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import type { InvitedPasswordSender } from "../../api/model.ts";
import { passwordSendersPath } from "../../api/password-senders.ts";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { SecretShownOnce } from "../../components/secret-shown-once.tsx";
import { TextField } from "../../components/text-field.tsx";
import { fieldFault } from "../../forms/text-faults.ts";
import { useText } from "../../messages/text.ts";

interface InviteSenderDialogProps {
  readonly targetSystemKey: string;
  close(): void;
}

/** A dialog that invites a password sender of a target system and shows its enrollment token once. */
export function InviteSenderDialog({ targetSystemKey, close }: InviteSenderDialogProps) {
  const say = useText();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const body = { targetSystemKey, name: name.trim() };
  const { mutate, data, isPending, error } = useMutation<InvitedPasswordSender>({
    gcTime: 0,
    mutationFn: () => askOnce(call("POST passwordSenders", { body })),
    onSuccess: () => readAnew(client, passwordSendersPath),
  });
  if (data !== undefined)
    return (
      <Dialog
        title={say("senders.tokenOf", { name: body.name })}
        explained={say("senders.tokenExplained", { key: data.key })}
        footer={<Button onClick={close}>{say("action.close")}</Button>}
        close={close}
      >
        <SecretShownOnce secret={data.token} label={say("senders.token")} />
      </Dialog>
    );
  return (
    <FormDialog
      title={say("senders.invite")}
      explained={say("senders.inviteExplained")}
      action={say("senders.invite")}
      isReady={body.name !== ""}
      isPending={isPending}
      error={error}
      send={() => mutate()}
      close={close}
    >
      <TextField
        id="sender-name"
        label={say("senders.name")}
        help={say("senders.nameHelp")}
        fault={fieldFault(error, "name", say)}
        isRequired
        value={name}
        change={setName}
      />
    </FormDialog>
  );
}
