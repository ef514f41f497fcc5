import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import type { Webhook } from "../../api/model.ts";
import { webhookQuery } from "../../api/webhooks.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";
import { WebhookState } from "./webhook-state.tsx";

/** Page of a webhook: its URL, its state, and its deliveries. */
export function WebhookPage() {
  const say = useText();
  const may = useMay();
  const { key = "" } = useParams();
  const read = useQuery(webhookQuery(key));
  const webhook = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={read.data?.url ?? say("webhooks.title")}
        list={{ path: paths.webhooks, title: "webhooks.title" }}
        {...(webhook !== undefined && {
          labels: <WebhookState webhook={webhook} />,
          actions: <WebhookActions webhook={webhook} />,
        })}
      />
      <EntityStanding entity={read} unreadable={say("webhook.unreadable")} gone={say("webhook.gone")} />
      {webhook === undefined ? null : (
        <>
          <WebhookFacts webhook={webhook} />
          {may("webhooks_deliveries_get_list") ? <WebhookDeliveries webhook={webhook} /> : null}
        </>
      )}
    </PageSection>
  );
}

const momentOf = (at: string | null) => (at === null ? null : <Moment at={at} />);

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const say = useText();
  const { description, eventTypes, waiting, dead, createdAt, deliveredAt } = webhook;
  const { failingSince, disabledAt, disabledReason, previousSecretUntil } = webhook;
  const rare = [
    { term: say("webhook.failingSince"), value: momentOf(failingSince) },
    { term: say("webhook.disabledAt"), value: momentOf(disabledAt) },
    { term: say("webhook.disabledReason"), value: disabledReason },
    { term: say("webhook.previousSecret"), value: momentOf(previousSecretUntil) },
  ];
  return (
    <Facts
      facts={[
        { term: say("webhook.description"), value: description },
        {
          term: say("webhook.events"),
          value: eventTypes.length === 0 ? say("webhook.allEvents") : eventTypes.join("\n"),
        },
        { term: say("webhook.created"), value: momentOf(createdAt) },
        { term: say("webhook.delivered"), value: momentOf(deliveredAt) },
        { term: say("webhook.waiting"), value: waiting },
        { term: say("webhook.dead"), value: dead },
        ...rare.filter(({ value }) => value !== null),
      ]}
    />
  );
}
