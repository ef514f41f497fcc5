import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";

import { accountQuery, accountsPath } from "../../api/accounts.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { OperationProgress } from "../../components/operation-progress.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { AccountActions } from "./account-actions.tsx";
import { AccountFacts } from "./account-facts.tsx";
import { AccountParts } from "./account-parts.tsx";
import { AccountStates } from "./account-states.tsx";
import { QueuedNotice } from "./queued-notice.tsx";

/** Page of an account: its properties, its actions, and the result of the latest action. */
export function AccountPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(accountQuery(key));
  const [operationKey, setOperationKey] = useState<string>();
  const account = present(read);
  const name =
    read.data === undefined
      ? say("account.title")
      : say("account.on", { account: read.data.shortId, target: read.data.targetSystemKey });
  return (
    <PageSection>
      <EntityHeader
        name={name}
        list={{ path: paths.accounts, title: "accounts.title" }}
        {...(account !== undefined && {
          labels: <AccountStates account={account} />,
          actions: <AccountActions account={account} follow={setOperationKey} />,
        })}
      />
      {operationKey === undefined ? null : (
        <OperationProgress key={operationKey} operationKey={operationKey} sets={[accountsPath]} />
      )}
      <EntityStanding entity={read} unreadable={say("account.unreadable")} gone={say("account.gone")} />
      {account === undefined ? null : (
        <>
          <QueuedNotice accountKey={account.key} />
          <AccountFacts account={account} />
          <AccountParts accountKey={account.key} follow={setOperationKey} />
        </>
      )}
    </PageSection>
  );
}
