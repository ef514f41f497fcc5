import { Button, Title } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { call } from "../../api/call.ts";
import type { Client, ClientToken } from "../../api/model.ts";
import type { Page, Path } from "../../api/odata.ts";
import { pathOf } from "../../api/path.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";

/** Tokens of a client: each session of a user by its refresh token, with actions to end it. */
export function ClientTokens({ client: { id } }: { readonly client: Client }) {
  const say = useText();
  const may = useMay();
  const [ended, setEnded] = useState<ClientToken | "all">();
  const mayEnd = may("clients_post_revoketokens");
  const path = pathOf("clients()/tokens", id);
  const source = useMemo(() => sourceOf(say, path, mayEnd ? setEnded : undefined), [say, path, mayEnd]);
  return (
    <section aria-labelledby="tokens-title" className="gatehouse-below">
      <Title headingLevel="h2" id="tokens-title">
        {say("client.tokens")}
      </Title>
      <p>{say("client.tokensExplained")}</p>
      <ResourceTable
        source={source}
        actions={
          mayEnd ? (
            <Button variant="secondary" isDanger onClick={() => setEnded("all")}>
              {say("client.revokeAll")}
            </Button>
          ) : null
        }
      />
      {ended === undefined ? null : (
        <ConfirmDialog
          title={ended === "all" ? say("client.revokeAll") : say("client.revokeOf", { name: nameOf(ended) })}
          explained={say(ended === "all" ? "client.revokeAllExplained" : "client.revokeExplained", { id })}
          action={say(ended === "all" ? "client.revokeAll" : "client.revoke")}
          isDanger
          call={call("POST clients()/revokeTokens", { key: id, body: ended === "all" ? {} : { tokenKey: ended.key } })}
          sets={[path]}
          close={() => setEnded(undefined)}
        />
      )}
    </section>
  );
}

const nameOf = ({ user, userKey }: ClientToken) => user?.displayName ?? user?.id ?? userKey;
const isLive = ({ revokedAt, consumedAt, expiresAt }: ClientToken) =>
  revokedAt === null && consumedAt === null && Date.parse(expiresAt) > Date.now();

function sourceOf(
  say: Say,
  path: Path<Page<ClientToken>>,
  end: ((token: ClientToken) => void) | undefined,
): TableSource<ClientToken> {
  return {
    name: "clientTokens",
    title: "client.tokens",
    path,
    empty: "client.noTokens",
    keyProperty: "key",
    usualOrder: "createdAt desc",
    isSearched: false,
    expand: "user",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "user",
        title: "client.tokenUser",
        cell: ({ user }) => <PersonName person={user} />,
        text: nameOf,
      },
      {
        name: "createdAt",
        title: "client.tokenGiven",
        sortBy: "createdAt",
        cell: ({ createdAt }) => <Moment at={createdAt} />,
        text: ({ createdAt }) => createdAt,
      },
      {
        name: "expiresAt",
        title: "client.tokenUntil",
        sortBy: "expiresAt",
        cell: ({ expiresAt }) => <Moment at={expiresAt} />,
        text: ({ expiresAt }) => expiresAt,
      },
      {
        name: "scope",
        title: "declared.clients.scopes",
        isHidden: true,
        cell: ({ scope }) => scope,
        text: ({ scope }) => scope,
      },
      {
        name: "state",
        title: "client.tokenState",
        cell: (token) => stateOf(say, token),
        text: (token) => stateOf(say, token),
      },
      ...(end === undefined
        ? []
        : [
            {
              name: "end",
              title: "client.revoke" as const,
              cell: (token: ClientToken) =>
                isLive(token) ? (
                  <Button
                    variant="link"
                    isInline
                    isDanger
                    aria-label={say("client.revokeOf", { name: nameOf(token) })}
                    onClick={() => end(token)}
                  >
                    {say("client.revoke")}
                  </Button>
                ) : null,
            },
          ]),
    ],
    filters: [
      {
        name: "state",
        title: "client.tokenState",
        choices: [
          {
            value: "live",
            text: "client.tokenLive",
            where: "revokedAt eq null and consumedAt eq null",
          },
          {
            value: "ended",
            text: "client.tokenEnded",
            where: "revokedAt ne null",
          },
        ],
      },
    ],
  };
}

function stateOf(say: Say, token: ClientToken): string {
  if (isLive(token)) return say("client.tokenLive");
  return say(
    token.revokedAt !== null
      ? "client.tokenEnded"
      : token.consumedAt !== null
        ? "client.tokenUsed"
        : "client.tokenExpired",
  );
}
