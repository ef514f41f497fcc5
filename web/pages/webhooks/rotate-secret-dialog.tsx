import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { webhookSecretOverlapHours } from "#domain/limits.ts";

import { askOnce, call } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import type { RotatedWebhookSecret } from "../../api/model.ts";
import { webhooksPath } from "../../api/webhooks.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { WebhookSecretDialog } from "./webhook-secret-dialog.tsx";

/** A dialog that rotates the secret of a webhook and shows the new one once. */
export function RotateSecretDialog({ webhookKey, close }: { readonly webhookKey: string; close(): void }) {
  const say = useText();
  const client = useQueryClient();
  const [overlapHours, setOverlapHours] = useState<number | null>(webhookSecretOverlapHours);
  const { mutate, data, isPending, error } = useMutation<RotatedWebhookSecret>({
    gcTime: 0,
    mutationFn: () => askOnce(call("POST webhooks()/rotateSecret", { key: webhookKey, body: { overlapHours } })),
    onSuccess: () => readAnew(client, webhooksPath),
  });
  if (data !== undefined) return <WebhookSecretDialog secret={data.secret} close={close} />;
  return (
    <FormDialog
      title={say("webhook.rotate")}
      explained={say("webhook.rotateExplained")}
      action={say("webhook.rotate")}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate()}
    >
      <FormField
        id="overlap-hours"
        label={say("webhook.overlapHours")}
        input={{ is: "number", min: 0 }}
        value={overlapHours}
        fault={faultsIn(error).get("overlapHours")}
        change={(value) => setOverlapHours(value as number | null)}
      />
    </FormDialog>
  );
}
