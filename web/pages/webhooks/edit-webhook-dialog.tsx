import { useState } from "react";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import type { Webhook } from "../../api/model.ts";
import { webhooksPath } from "../../api/webhooks.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { type EnteredWebhook, isWhole, sentWebhook, WebhookFields } from "./webhook-fields.tsx";

/** A dialog that edits the URL, description and types of events of a webhook. */
export function EditWebhookDialog({ webhook: opened, close }: { readonly webhook: Webhook; close(): void }) {
  const say = useText();
  // The page keeps reading the webhook, but the dialog edits the version that was read when it was opened.
  const [{ key, url, description, eventTypes }] = useState(opened);
  const [entered, setEntered] = useState<EnteredWebhook>({
    url,
    description: description ?? "",
    isToldAll: eventTypes.length === 0,
    eventTypes,
  });
  const { mutate, isPending, error } = useChanging([webhooksPath]);
  return (
    <FormDialog
      title={say("webhook.editOf")}
      action={say("action.save")}
      isReady={isWhole(entered)}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        // Each delivery changes the ETag, so a change with it would be refused again and again.
        mutate(call("PATCH webhooks()", { key, body: sentWebhook(entered) }), { onSuccess: close })
      }
    >
      <WebhookFields entered={entered} error={error} change={(changed) => setEntered({ ...entered, ...changed })} />
    </FormDialog>
  );
}
