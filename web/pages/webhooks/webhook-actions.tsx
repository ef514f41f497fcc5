import { Button } from "@patternfly/react-core";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import type { Redelivered, Webhook } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { webhooksPath } from "../../api/webhooks.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { type Say, type TextKey, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

const EditWebhookDialog = openedLater(async () => (await import("./edit-webhook-dialog.tsx")).EditWebhookDialog);
const RotateSecretDialog = openedLater(async () => (await import("./rotate-secret-dialog.tsx")).RotateSecretDialog);

const all = ["edit", "switch", "redeliver", "rotate", "remove"] as const;
type Action = (typeof all)[number];

/** Actions of a webhook. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const say = useText();
  const may = useMay();
  const [opened, setOpened] = useState<{ readonly action: Action; readonly webhook: Webhook }>();
  const [redelivered, setRedelivered] = useState<Redelivered>();
  const isShown: Readonly<Record<Action, boolean>> = {
    edit: may("webhooks_patch_update"),
    switch: may("webhooks_patch_update"),
    redeliver: webhook.dead > 0 && isOffered(webhook, "redeliver"),
    rotate: isOffered(webhook, "rotateSecret"),
    remove: may("webhooks_delete"),
  };
  const names = {
    edit: "webhook.edit",
    switch: webhook.enabled ? "webhook.disable" : "webhook.enable",
    redeliver: "webhook.redeliver",
    rotate: "webhook.rotate",
    remove: "webhook.remove",
  } as const satisfies Readonly<Record<Action, TextKey>>;
  return (
    <>
      {all.map((action) =>
        isShown[action] ? (
          <Button
            key={action}
            variant="secondary"
            isDanger={action === "remove"}
            onClick={() => setOpened({ action, webhook })}
          >
            {say(names[action])}
          </Button>
        ) : null,
      )}
      <div role="status">{redelivered === undefined ? "" : wordsOf(redelivered, say)}</div>
      {opened === undefined ? null : (
        <ActionDialog {...opened} done={setRedelivered} close={() => setOpened(undefined)} />
      )}
    </>
  );
}

function wordsOf({ count, left }: Redelivered, say: Say): string {
  return say(left ? "webhook.redeliveredLeft" : "webhook.redelivered", { count });
}

interface ActionDialogProps {
  readonly action: Action;
  readonly webhook: Webhook;
  done(redelivered: Redelivered): void;
  close(): void;
}

function ActionDialog({ action, webhook, done, close }: ActionDialogProps): ReactNode {
  const say = useText();
  const navigate = useNavigate();
  const { key, enabled, dead, url } = webhook;
  const common = { of: url, sets: [webhooksPath], close };
  if (action === "edit") return <EditWebhookDialog webhook={webhook} close={close} />;
  if (action === "rotate") return <RotateSecretDialog webhookKey={key} close={close} />;
  if (action === "switch") {
    const switched = say(enabled ? "webhook.disable" : "webhook.enable");
    return (
      <ConfirmDialog
        {...common}
        title={switched}
        explained={say(enabled ? "webhook.disableExplained" : "webhook.enableExplained")}
        action={switched}
        call={call("PATCH webhooks()", { key, body: { enabled: !enabled } })}
      />
    );
  }
  if (action === "redeliver")
    return (
      <ConfirmDialog
        {...common}
        title={say("webhook.redeliver")}
        explained={say("webhook.redeliverExplained", { dead })}
        action={say("webhook.redeliver")}
        call={call("POST webhooks()/redeliver", { key })}
        done={done}
      />
    );
  return (
    <ConfirmDialog
      {...common}
      title={say("webhook.remove")}
      explained={say("webhook.removeExplained", { url })}
      action={say("webhook.remove")}
      isDanger
      call={call("DELETE webhooks()", { key })}
      leave={() => navigate(paths.webhooks)}
    />
  );
}
