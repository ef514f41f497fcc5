import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import type { Webhook } from "../../api/model.ts";
import { webhooksPath } from "../../api/webhooks.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { stateWords, WebhookState } from "./webhook-state.tsx";

const AddWebhookDialog = openedLater(async () => (await import("./add-webhook-dialog.tsx")).AddWebhookDialog);

/** Page of the webhooks. */
export function WebhooksPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const source = useMemo(() => sourceOf(say), [say]);
  const add = may("webhooks_post_create") ? (
    <Button onClick={() => setAdding(true)}>{say("webhooks.add")}</Button>
  ) : null;
  return (
    <PageSection>
      <PageTitle name={say("webhooks.title")} />
      <p>{say("webhooks.explained")}</p>
      <ResourceTable source={source} add={add} />
      {isAdding ? <AddWebhookDialog close={() => setAdding(false)} /> : null}
    </PageSection>
  );
}

function sourceOf(say: Say): TableSource<Webhook> {
  return {
    name: "webhooks",
    title: "webhooks.title",
    path: webhooksPath,
    empty: "webhooks.empty",
    keyProperty: "key",
    usualOrder: "url",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "url",
        title: "declared.webhooks.url",
        sortBy: "url",
        cell: ({ key, url }) => <Link to={paths.webhook(key)}>{url}</Link>,
        text: ({ url }) => url,
      },
      {
        name: "description",
        title: "declared.webhooks.description",
        cell: ({ description }) => description,
        text: ({ description }) => description ?? "",
      },
      {
        name: "events",
        title: "declared.webhooks.eventTypes",
        cell: ({ eventTypes }) => say("webhook.eventCount", { count: eventTypes.length }),
        text: ({ eventTypes }) => eventTypes.join(" "),
      },
      {
        name: "state",
        title: "webhook.state",
        cell: (webhook) => <WebhookState webhook={webhook} />,
        text: (webhook) => say(stateWords(webhook)),
      },
      {
        name: "waiting",
        title: "declared.webhooks.waiting",
        cell: ({ waiting }) => waiting,
        text: ({ waiting }) => String(waiting),
      },
      {
        name: "dead",
        title: "declared.webhooks.dead",
        cell: ({ dead }) => dead,
        text: ({ dead }) => String(dead),
      },
      {
        name: "delivered",
        title: "declared.webhooks.deliveredAt",
        cell: ({ deliveredAt }) => (deliveredAt === null ? null : <Moment at={deliveredAt} />),
        text: ({ deliveredAt }) => deliveredAt ?? "",
      },
    ],
    filters: [
      {
        name: "state",
        title: "webhook.state",
        choices: [
          {
            value: "on",
            text: "webhook.enabled",
            where: "enabled eq true",
          },
          {
            value: "off",
            text: "webhook.disabled",
            where: "enabled eq false",
          },
        ],
      },
    ],
  };
}
