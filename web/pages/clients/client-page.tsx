import { Label, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { clientQuery } from "../../api/clients.ts";
import type { Client } from "../../api/model.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { PersonName } from "../../components/person-name.tsx";
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
              {client.firstParty ? <Label isCompact>{say("client.firstParty")}</Label> : null}
            </>
          ),
          actions: <ClientActions client={client} />,
        })}
      />
      <EntityStanding entity={read} unreadable={say("client.unreadable")} gone={say("client.gone")} />
      {client === undefined ? null : (
        <>
          <ClientFacts client={client} />
          {may("clients_tokens_get_list") ? <ClientTokens client={client} /> : null}
        </>
      )}
    </PageSection>
  );
}

function ClientFacts({ client }: { readonly client: Client }) {
  const say = useText();
  const { displayName, isPublic, grants, scopes, redirectUris, postLogoutRedirectUris, userKey, user } = client;
  return (
    <Facts
      facts={[
        { term: say("client.displayName"), value: displayName },
        { term: say("client.kind"), value: say(isPublic ? "client.public" : "client.confidential") },
        { term: say("client.grants"), value: grants.map((grant) => say(`client.grants.${grant}`)).join("\n") },
        { term: say("client.scopes"), value: scopes.map((scope) => say(`client.scopes.${scope}`)).join("\n") },
        { term: say("client.redirectUris"), value: redirectUris.join("\n") },
        { term: say("client.postLogoutRedirectUris"), value: postLogoutRedirectUris.join("\n") },
        { term: say("client.user"), value: userKey === null ? null : <PersonName person={user} /> },
      ]}
    />
  );
}
