import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { askOnce, call } from "../../api/call.ts";
import { readAnew, useChanging } from "../../api/changing.ts";
import { clientsPath } from "../../api/clients.ts";
import type { Client } from "../../api/model.ts";
import { etagOf } from "../../api/odata.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ClientFields } from "./client-fields.tsx";
import { bodyOf, type EnteredClient, enteredOf, nothingEntered } from "./entered-client.ts";
import { SecretDialog } from "./secret-dialog.tsx";

/** A dialog that registers a client and shows its secret once. */
export function NewClientDialog({ close }: { close(): void }) {
  const say = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { mutate, data, isPending, error } = useMutation({
    // The answer holds a secret, so it is not kept after it was shown.
    gcTime: 0,
    mutationFn: ({ id, isPublic, ...entered }: EnteredClient) =>
      askOnce(
        call("POST clients", {
          body: {
            id: id.trim(),
            isPublic,
            ...bodyOf({
              id,
              isPublic,
              ...entered,
            }),
          },
        }),
      ),
    onSuccess: () => readAnew(client, clientsPath),
  });
  const [entered, setEntered] = useState(nothingEntered);
  if (data !== undefined)
    return <SecretDialog id={data.id} secret={data.secret} close={() => void navigate(paths.client(data.id))} />;
  return (
    <FormDialog
      title={say("client.add")}
      action={say("client.add")}
      isReady={entered.id.trim() !== "" && entered.grants.length > 0}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate(entered)}
    >
      <ClientFields
        entered={entered}
        error={error}
        isNew
        change={(changed) => setEntered((before) => ({ ...before, ...changed }))}
      />
    </FormDialog>
  );
}

interface EditClientProps {
  readonly client: Client;
  close(): void;
}

/** A dialog that edits a client. */
export function EditClientDialog({ client: opened, close }: EditClientProps) {
  const say = useText();
  // The page keeps reading the client, but the dialog edits the version that was read when it was opened.
  const [client] = useState(opened);
  const [entered, setEntered] = useState(enteredOf(client));
  const { mutate, isPending, error } = useChanging([clientsPath]);
  return (
    <FormDialog
      title={say("client.edit")}
      of={client.id}
      explained={say("client.editExplained")}
      action={say("action.save")}
      isReady={entered.grants.length > 0}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        mutate(call("PATCH clients()", { key: client.id, body: bodyOf(entered), etag: etagOf(client) }), {
          onSuccess: () => close(),
        })
      }
    >
      <ClientFields
        entered={entered}
        error={error}
        isNew={false}
        change={(changed) => setEntered((before) => ({ ...before, ...changed }))}
      />
    </FormDialog>
  );
}
