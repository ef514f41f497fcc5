import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { webhooks } from "../../api/declared/webhooks.ts";
import type { Webhook } from "../../api/model.ts";
import { webhookQuery } from "../../api/webhooks.ts";
import { DeclaredFacts } from "../../components/declared-facts.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
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

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const say = useText();
  return (
    <DeclaredFacts
      of={webhooks}
      row={webhook}
      leftOut={["url", "enabled", "position"]}
      own={{ eventTypes: webhook.eventTypes.length === 0 ? say("webhook.allEvents") : webhook.eventTypes.join("\n") }}
    />
  );
}
