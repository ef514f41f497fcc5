import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { askOnce, call } from "../../api/call.ts";
import { readAnew, useChanging } from "../../api/changing.ts";
import { clientsPath } from "../../api/clients.ts";
import { clients } from "../../api/declared/clients.ts";
import type { AddedClient, Client } from "../../api/model.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ClientFields } from "./client-fields.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

const userOf = (userId: string) => (userId.trim() === "" ? null : userId.trim());

/** A dialog that registers a client and shows its secret once. */
export function NewClientDialog({ close }: { close(): void }) {
  const say = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { fields, isWhole, body } = useDeclaredForm(clients);
  const [userId, setUserId] = useState("");
  const { mutate, data, isPending, error } = useMutation<AddedClient>({
    // The answer holds a secret, so it is not kept after it was shown.
    gcTime: 0,
    mutationFn: () => askOnce(call("POST clients", { body: { ...body<"POST clients">(), userId: userOf(userId) } })),
    onSuccess: () => readAnew(client, clientsPath),
  });
  if (data !== undefined)
    return <SecretDialog id={data.id} secret={data.secret} close={() => void navigate(paths.client(data.id))} />;
  return (
    <FormDialog
      title={say("client.add")}
      action={say("client.add")}
      isReady={isWhole}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate()}
    >
      <ClientFields fields={fields} error={error} userId={userId} changeUser={setUserId} />
    </FormDialog>
  );
}

interface EditClientProps {
  readonly client: Client;
  close(): void;
}

/** A dialog that edits a client. */
export function EditClientDialog({ client, close }: EditClientProps) {
  const say = useText();
  const { fields, isWhole, etag, body } = useDeclaredForm(clients, client);
  const [before] = useState(client.user?.id ?? "");
  const [userId, setUserId] = useState(before);
  const { mutate, isPending, error } = useChanging([clientsPath]);
  const changes = { ...body<"PATCH clients()">(), ...(userId !== before && { userId: userOf(userId) }) };
  return (
    <FormDialog
      title={say("client.edit")}
      of={client.id}
      explained={say("client.editExplained")}
      action={say("action.save")}
      isReady={isWhole}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate(call("PATCH clients()", { key: client.id, body: changes, etag }), { onSuccess: close })}
    >
      <ClientFields fields={fields} error={error} userId={userId} changeUser={setUserId} />
    </FormDialog>
  );
}
