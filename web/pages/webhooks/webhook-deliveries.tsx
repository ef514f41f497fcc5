import { Button, Label, Title } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { call } from "../../api/call.ts";
import type { Webhook, WebhookDelivery } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { pathOf } from "../../api/path.ts";
import { webhooksPath } from "../../api/webhooks.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { JsonShown } from "../../components/json-shown.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableColumn, TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";

interface Opened {
  readonly what: "event" | "again";
  readonly delivery: WebhookDelivery;
}

const followedEachMs = 5_000;
const looks = { waiting: { status: "info" }, delivered: { status: "success" }, dead: { status: "danger" } } as const;
const states = Object.keys(looks) as readonly (keyof typeof looks)[];

/** Deliveries to a webhook with their results; each can be inspected and resent. */
export function WebhookDeliveries({ webhook }: { readonly webhook: Webhook }) {
  const say = useText();
  const [opened, setOpened] = useState<Opened>();
  const mayResend = isOffered(webhook, "redeliver");
  const source = useMemo(
    () => sourceOf(say, webhook.key, { mayResend, open: setOpened }),
    [say, webhook.key, mayResend],
  );
  const close = () => setOpened(undefined);
  const { what, delivery } = opened ?? {};
  return (
    <section aria-labelledby="deliveries-title" className="gatehouse-below">
      <Title headingLevel="h2" id="deliveries-title">
        {say("deliveries.title")}
      </Title>
      {webhook.enabled ? null : <p>{say("delivery.whereOff")}</p>}
      <ResourceTable source={source} />
      {what === "event" && delivery !== undefined ? (
        <Dialog title={say("delivery.event")} isWide close={close}>
          <JsonShown value={delivery.event} label={say("delivery.event")} />
        </Dialog>
      ) : null}
      {what === "again" && delivery !== undefined ? (
        <ConfirmDialog
          title={say("delivery.againOf", { type: delivery.type })}
          explained={say("delivery.againExplained")}
          action={say("delivery.again")}
          call={call("POST webhooks()/redeliver", { key: webhook.key, body: { deliveryKey: delivery.key } })}
          sets={[webhooksPath, pathOf("webhooks()/deliveries", webhook.key)]}
          close={close}
        />
      ) : null}
    </section>
  );
}

interface SourceTerms {
  readonly mayResend: boolean;
  open(opened: Opened): void;
}

function sourceOf(say: Say, webhookKey: string, { mayResend, open }: SourceTerms): TableSource<WebhookDelivery> {
  return {
    name: "deliveries",
    title: "deliveries.title",
    path: pathOf("webhooks()/deliveries", webhookKey),
    empty: "deliveries.empty",
    keyProperty: "key",
    usualOrder: "position desc",
    followedEachMs,
    keyOf: ({ key }) => key,
    columns: [...columnsOf(say, open), ...(mayResend ? [againColumn(say, open)] : [])],
    filters: [
      {
        name: "state",
        title: "delivery.state",
        choices: valueChoices("state", states, (state) => `delivery.state.${state}`),
      },
    ],
  };
}

type Open = SourceTerms["open"];

function columnsOf(say: Say, open: Open): readonly TableColumn<WebhookDelivery>[] {
  return [
    {
      name: "type",
      title: "delivery.type",
      sortBy: "type",
      cell: (delivery) => (
        <Button
          variant="link"
          isInline
          aria-label={say("delivery.show", { type: delivery.type })}
          onClick={() =>
            open({
              what: "event",
              delivery,
            })
          }
        >
          {delivery.type}
        </Button>
      ),
      text: ({ type }) => type,
    },
    {
      name: "created",
      title: "delivery.created",
      sortBy: "position",
      cell: ({ createdAt }) => <Moment at={createdAt} />,
      text: ({ createdAt }) => createdAt,
    },
    {
      name: "state",
      title: "delivery.state",
      cell: ({ state }) => (
        <Label isCompact {...looks[state]}>
          {say(`delivery.state.${state}`)}
        </Label>
      ),
      text: ({ state }) => say(`delivery.state.${state}`),
    },
    {
      name: "tries",
      title: "delivery.tries",
      cell: ({ tries }) => tries,
      text: ({ tries }) => String(tries),
    },
    {
      name: "lastStatus",
      title: "delivery.lastStatus",
      cell: ({ lastStatus }) => lastStatus,
      text: ({ lastStatus }) => String(lastStatus ?? ""),
    },
    {
      name: "lastError",
      title: "delivery.lastError",
      cell: ({ lastError }) => (lastError === null ? null : <span lang="en">{lastError}</span>),
      text: ({ lastError }) => lastError ?? "",
    },
    {
      name: "nextTry",
      title: "delivery.nextTry",
      cell: ({ state, nextTryAt }) => (state === "waiting" ? <Moment at={nextTryAt} /> : null),
      text: ({ state, nextTryAt }) => (state === "waiting" ? nextTryAt : ""),
    },
    {
      name: "ended",
      title: "delivery.ended",
      isHidden: true,
      cell: ({ endedAt }) => (endedAt === null ? null : <Moment at={endedAt} />),
      text: ({ endedAt }) => endedAt ?? "",
    },
  ];
}

function againColumn(say: Say, open: Open): TableColumn<WebhookDelivery> {
  return {
    name: "again",
    title: "delivery.again",
    cell: (delivery) => (
      <Button
        variant="link"
        isInline
        aria-label={say("delivery.againOf", { type: delivery.type })}
        onClick={() =>
          open({
            what: "again",
            delivery,
          })
        }
      >
        {say("delivery.again")}
      </Button>
    ),
  };
}
