import { Button } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { askOnce, call } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import { nodesPath } from "../../api/nodes.ts";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { SecretShownOnce } from "../../components/secret-shown-once.tsx";
import { TextField } from "../../components/text-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

interface Invitation {
  readonly name: string;
  readonly token: string;
  readonly expiresAt: string;
}

/** A dialog that invites a node. Its token is shown once and disappears with the dialog. */
export function InviteNodeDialog({ close }: { close(): void }) {
  const say = useText();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const { mutate, data, isPending, error } = useMutation<Invitation>({
    gcTime: 0,
    mutationFn: () => askOnce(call("POST nodes/invite", { body: { name: name.trim() } })),
    onSuccess: () => readAnew(client, nodesPath),
  });
  if (data !== undefined)
    return (
      <Dialog
        title={say("nodes.invitedNode", { name: data.name })}
        isWide
        footer={<Button onClick={close}>{say("action.close")}</Button>}
        close={close}
      >
        <p>{say("nodes.invitedExplained")}</p>
        <SecretShownOnce secret={data.token} label={say("nodes.token")} />
        <p>
          {say("nodes.tokenUntil")} <Moment at={data.expiresAt} />
        </p>
      </Dialog>
    );
  return (
    <FormDialog
      title={say("nodes.invite")}
      explained={say("nodes.inviteExplained")}
      action={say("nodes.invite")}
      isReady={name.trim() !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate()}
    >
      <TextField
        id="node-name"
        label={say("nodes.column.name")}
        help={say("nodes.nameHelp")}
        isRequired
        fault={faultsIn(error).get("name")}
        value={name}
        change={setName}
      />
    </FormDialog>
  );
}
