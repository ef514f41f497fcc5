import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { askOnce, call } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import type { AddedWebhook } from "../../api/model.ts";
import { webhooksPath } from "../../api/webhooks.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { type EnteredWebhook, isWhole, sentWebhook, WebhookFields } from "./webhook-fields.tsx";
import { WebhookSecretDialog } from "./webhook-secret-dialog.tsx";

const nothing: EnteredWebhook = { url: "", description: "", isToldAll: true, eventTypes: [] };

/** A dialog that adds a webhook and shows its secret once. */
export function AddWebhookDialog({ close }: { close(): void }) {
  const say = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [entered, setEntered] = useState(nothing);
  const { mutate, data, isPending, error } = useMutation<AddedWebhook>({
    gcTime: 0,
    mutationFn: () => askOnce(call("POST webhooks", { body: sentWebhook(entered) })),
    onSuccess: () => readAnew(client, webhooksPath),
  });
  if (data !== undefined)
    return <WebhookSecretDialog secret={data.secret} close={() => void navigate(paths.webhook(data.key))} />;
  return (
    <FormDialog
      title={say("webhooks.add")}
      action={say("webhooks.add")}
      isReady={isWhole(entered)}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate()}
    >
      <WebhookFields entered={entered} error={error} change={(changed) => setEntered({ ...entered, ...changed })} />
    </FormDialog>
  );
}
