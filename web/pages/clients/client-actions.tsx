import { Button } from "@patternfly/react-core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { askOnce, call } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import { clientsPath, ownClient } from "../../api/clients.ts";
import type { Client } from "../../api/model.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { FormDialog } from "../../components/form-dialog.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { type TextKey, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { SecretDialog } from "./secret-dialog.tsx";

const EditClientDialog = openedLater(async () => (await import("./client-dialog.tsx")).EditClientDialog);

type Act = "edit" | "rotate" | "toggle" | "delete";

/** Actions of a client as buttons. */
export function ClientActions({ client }: { readonly client: Client }) {
  const say = useText();
  const may = useMay();
  const [opened, setOpened] = useState<Act>();
  const close = () => setOpened(undefined);
  const mayChange = may("clients_patch_update");
  const offered: readonly (readonly [Act, TextKey, boolean])[] = [
    ["edit", "client.edit", mayChange],
    ["rotate", "client.rotate", may("clients_post_rotatesecret") && !client.isPublic],
    ["toggle", client.enabled ? "client.disable" : "client.enable", mayChange],
    ["delete", "client.delete", may("clients_delete") && client.id !== ownClient],
  ];
  return (
    <>
      {offered.map(([act, text, isOffered]) =>
        isOffered ? (
          <Button key={act} variant="secondary" isDanger={act === "delete"} onClick={() => setOpened(act)}>
            {say(text)}
          </Button>
        ) : null,
      )}
      {opened === "edit" ? <EditClientDialog client={client} close={close} /> : null}
      {opened === "rotate" ? <RotateDialog client={client} close={close} /> : null}
      {opened === "toggle" ? <ToggleDialog client={client} close={close} /> : null}
      {opened === "delete" ? <DeleteDialog client={client} close={close} /> : null}
    </>
  );
}

interface ClientDialogProps {
  readonly client: Client;
  close(): void;
}

function RotateDialog({ client: { id }, close }: ClientDialogProps) {
  const say = useText();
  const client = useQueryClient();
  const { mutate, data, isPending, error } = useMutation({
    // The answer holds a secret, so it is not kept after it was shown.
    gcTime: 0,
    mutationFn: () => askOnce(call("POST clients()/rotateSecret", { key: id })),
    onSuccess: () => readAnew(client, clientsPath),
  });
  if (data !== undefined) return <SecretDialog id={id} secret={data.secret} close={close} />;
  return (
    <FormDialog
      title={say("client.rotate")}
      of={id}
      explained={say("client.rotateExplained", { id })}
      action={say("client.rotate")}
      isDanger
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate()}
    />
  );
}

function ToggleDialog({ client: { id, enabled }, close }: ClientDialogProps) {
  const say = useText();
  const action = say(enabled ? "client.disable" : "client.enable");
  return (
    <ConfirmDialog
      title={action}
      of={id}
      explained={say(enabled ? "client.disableExplained" : "client.enableExplained", { id })}
      action={action}
      isDanger={enabled}
      call={call("PATCH clients()", { key: id, body: { enabled: !enabled } })}
      sets={[clientsPath]}
      close={close}
    />
  );
}

function DeleteDialog({ client: { id }, close }: ClientDialogProps) {
  const say = useText();
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={say("client.delete")}
      of={id}
      explained={say("client.deleteExplained", { id })}
      action={say("client.delete")}
      isDanger
      call={call("DELETE clients()", { key: id })}
      sets={[clientsPath]}
      leave={() => navigate(paths.clients)}
      close={close}
    />
  );
}
