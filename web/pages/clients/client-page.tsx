import { Label, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { clientQuery } from "../../api/clients.ts";
import { clients } from "../../api/declared/clients.ts";
import { DeclaredFacts } from "../../components/declared-facts.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ClientActions } from "./client-actions.tsx";
import { ClientState } from "./client-state.tsx";
import { ClientTokens } from "./client-tokens.tsx";

/** Page of a client: its registration, its actions on secret and removal, and its tokens. */
export function ClientPage() {
  const say = useText();
  const may = useMay();
  const { id = "" } = useParams();
  const read = useQuery(clientQuery(id));
  const client = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={id}
        list={{ path: paths.clients, title: "clients.title" }}
        {...(client !== undefined && {
          labels: (
            <>
              <ClientState enabled={client.enabled} />
              {client.firstParty ? <Label isCompact>{say("declared.clients.firstParty")}</Label> : null}
            </>
          ),
          actions: <ClientActions client={client} />,
        })}
      />
      <EntityStanding entity={read} unreadable={say("client.unreadable")} gone={say("client.gone")} />
      {client === undefined ? null : (
        <>
          <DeclaredFacts of={clients} row={client} leftOut={["id", "enabled"]} />
          {may("clients_tokens_get_list") ? <ClientTokens client={client} /> : null}
        </>
      )}
    </PageSection>
  );
}
