import { useState } from "react";

import { useChanging } from "../../api/changing.ts";
import type { Webhook } from "../../api/model.ts";
import { webhookPath, webhooksPath } from "../../api/webhooks.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { type EnteredWebhook, isWhole, sentWebhook, WebhookFields } from "./webhook-fields.tsx";

/** Changes where a webhook leads and of what it is told. */
export function EditWebhookDialog({ webhook: opened, close }: { readonly webhook: Webhook; close(): void }) {
  const say = useText();
  // The page reads it anew all the while: what was seen when the dialog was opened is what is changed.
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
        // Its tag moves with each event that is delivered, so a change over it would be refused again and again.
        mutate({ method: "PATCH", path: webhookPath(key), body: sentWebhook(entered) }, { onSuccess: close })
      }
    >
      <WebhookFields entered={entered} error={error} change={(changed) => setEntered({ ...entered, ...changed })} />
    </FormDialog>
  );
}
