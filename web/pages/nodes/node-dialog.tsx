import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { nodesPath } from "../../api/nodes.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { TextField } from "../../components/text-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import type { ChosenNode } from "./node-table.tsx";

interface NodeDialogProps {
  readonly node: ChosenNode;
  close(): void;
}

const calls = {
  pause: (key: string) => call("POST nodes()/pause", { key }),
  resume: (key: string) => call("POST nodes()/resume", { key }),
  expel: (key: string) => call("POST nodes()/expel", { key }),
} as const;

/** A dialog that changes a node, or asks before a step that concerns all of them. */
export function NodeDialog({ node, close }: NodeDialogProps) {
  const say = useText();
  const { action, key, name } = node;
  if (action === "address") return <AddressDialog node={node} close={close} />;
  return (
    <ConfirmDialog
      title={say(`nodes.${action}Node`)}
      of={name}
      explained={say(`nodes.${action}Explained`)}
      action={say(`nodes.${action}`)}
      isDanger={action === "expel"}
      call={calls[action](key)}
      sets={[nodesPath]}
      close={close}
    />
  );
}

function AddressDialog({ node: { key, name, publicAddress }, close }: NodeDialogProps) {
  const say = useText();
  const [address, setAddress] = useState(publicAddress ?? "");
  const { mutate, isPending, error } = useChanging([nodesPath]);
  const given = address.trim();
  return (
    <FormDialog
      title={say("nodes.addressNode")}
      of={name}
      action={say("action.save")}
      isReady={given !== ""}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate(call("PATCH nodes()", { key, body: { publicAddress: given } }), { onSuccess: close })}
    >
      <TextField
        id="node-address"
        label={say("nodes.column.address")}
        help={say("nodes.addressHelp")}
        isRequired
        fault={faultsIn(error).get("publicAddress")}
        value={address}
        change={setAddress}
      />
    </FormDialog>
  );
}
