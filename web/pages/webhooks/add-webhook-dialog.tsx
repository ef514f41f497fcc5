import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";

import { askOnce, call } from "../../api/call.ts";
import { readAnew } from "../../api/changing.ts";
import { webhooks } from "../../api/declared/webhooks.ts";
import type { AddedWebhook } from "../../api/model.ts";
import { webhooksPath } from "../../api/webhooks.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { WebhookFields } from "./webhook-fields.tsx";
import { WebhookSecretDialog } from "./webhook-secret-dialog.tsx";

/** A dialog that adds a webhook and shows its secret once. */
export function AddWebhookDialog({ close }: { close(): void }) {
  const say = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { fields, isWhole, body } = useDeclaredForm(webhooks);
  const { mutate, data, isPending, error } = useMutation<AddedWebhook>({
    gcTime: 0,
    mutationFn: () => askOnce(call("POST webhooks", { body: body<"POST webhooks">() })),
    onSuccess: () => readAnew(client, webhooksPath),
  });
  if (data !== undefined)
    return <WebhookSecretDialog secret={data.secret} close={() => void navigate(paths.webhook(data.key))} />;
  return (
    <FormDialog
      title={say("webhooks.add")}
      action={say("webhooks.add")}
      isReady={isWhole}
      isPending={isPending}
      error={error}
      close={close}
      send={() => mutate()}
    >
      <WebhookFields fields={fields} error={error} />
    </FormDialog>
  );
}
