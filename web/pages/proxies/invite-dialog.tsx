import { Button, TextInput } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { askOnce, call } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import { proxiesPath } from "../../api/proxies.ts";
import { Dialog } from "../../components/dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";

interface InviteDialogProps {
  /** ID of the proxy to enroll again; undefined for a new one. */
  readonly id?: string;
  close(): void;
}

interface Invitation {
  readonly proxyId: string;
  readonly token: string;
  readonly expiresAt: string;
}

/** A dialog that creates an enrollment of a proxy. Its enrollment command is shown once and disappears with the dialog. */
export function InviteDialog({ id, close }: InviteDialogProps) {
  const say = useText();
  const client = useQueryClient();
  const [name, setName] = useState(id ?? "");
  const { mutate, data, isPending, error } = useMutation<Invitation>({
    gcTime: 0,
    mutationFn: () =>
      askOnce(call("POST proxyServers()/invite", { key: name.trim(), body: { replace: id !== undefined } })),
    onSuccess: () => readAnew(client, proxiesPath),
  });
  if (data !== undefined) return <EnrolLine invitation={data} close={close} />;
  return (
    <FormDialog
      title={id === undefined ? say("proxy.invite") : say("proxy.inviteAnewOf", { id })}
      explained={say(id === undefined ? "proxy.inviteExplained" : "proxy.inviteAnewExplained")}
      action={say("proxy.inviteNow")}
      isPending={isPending}
      error={error}
      close={close}
      isReady={name.trim() !== ""}
      send={() => mutate()}
    >
      {id === undefined ? (
        <FormField
          id="proxy-name"
          label={say("declared.proxyServers.id")}
          help={say("proxy.idHelp")}
          input={{ is: "text" }}
          value={name}
          fault={faultsIn(error).get("id")}
          isRequired
          change={(value) => setName(String(value))}
        />
      ) : null}
    </FormDialog>
  );
}

function EnrolLine({ invitation, close }: { readonly invitation: Invitation; close(): void }) {
  const say = useText();
  const [isCopied, setCopied] = useState(false);
  const { proxyId, token, expiresAt } = invitation;
  const line = `echo '${token}' | gatehouse proxy enrol ${proxyId} --url ${window.location.origin}`;
  const copy = async () => {
    await navigator.clipboard.writeText(line);
    setCopied(true);
  };
  return (
    <Dialog
      title={say("proxy.enrolOf", { id: proxyId })}
      isWide
      footer={
        <>
          <Button onClick={() => void copy()}>{say("secret.copy")}</Button>
          <Button variant="link" onClick={close}>
            {say("action.close")}
          </Button>
        </>
      }
      close={close}
    >
      <p>{say("proxy.enrolExplained")}</p>
      <TextInput id="enrol-line" aria-label={say("proxy.enrolLine")} value={line} readOnlyVariant="default" />
      <p>
        {say("proxy.enrolUntil")} <Moment at={expiresAt} />
      </p>
      <div role="status">{isCopied ? say("secret.copied") : ""}</div>
    </Dialog>
  );
}
