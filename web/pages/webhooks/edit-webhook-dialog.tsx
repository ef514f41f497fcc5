import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { webhooks } from "../../api/declared/webhooks.ts";
import type { Webhook } from "../../api/model.ts";
import { webhooksPath } from "../../api/webhooks.ts";
import { FormDialog } from "../../components/form-dialog.tsx";
import { useDeclaredForm } from "../../forms/use-declared-form.ts";
import { useText } from "../../messages/text.ts";
import { WebhookFields } from "./webhook-fields.tsx";

/** A dialog that edits a webhook. */
export function EditWebhookDialog({ webhook, close }: { readonly webhook: Webhook; close(): void }) {
  const say = useText();
  const { fields, isWhole, body } = useDeclaredForm(webhooks, webhook);
  const { mutate, isPending, error } = useChanging([webhooksPath]);
  return (
    <FormDialog
      title={say("webhook.editOf")}
      action={say("action.save")}
      isReady={isWhole}
      isPending={isPending}
      error={error}
      close={close}
      send={() =>
        // Each delivery changes the ETag, so a change with it would be refused again and again.
        mutate(call("PATCH webhooks()", { key: webhook.key, body: body<"PATCH webhooks()">() }), { onSuccess: close })
      }
    >
      <WebhookFields fields={fields} error={error} />
    </FormDialog>
  );
}
