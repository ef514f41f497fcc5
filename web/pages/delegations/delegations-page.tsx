import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { call } from "../../api/call.ts";
import { type DelegationAction, delegationsPath } from "../../api/delegations.ts";
import type { Delegation } from "../../api/model.ts";
import { waitingPath } from "../../api/requests.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { delegationSource } from "./delegation-table.tsx";
import { NewDelegation } from "./new-delegation.tsx";

interface Chosen {
  readonly action: DelegationAction;
  readonly delegation: Delegation;
}

/** Page of the delegations: delegator, delegate and period. */
export function DelegationsPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<Chosen>();
  const source = useMemo(() => delegationSource((action, delegation) => setChosen({ action, delegation }), say), [say]);
  return (
    <PageSection>
      <PageTitle name={say("delegations.title")} />
      <ResourceTable
        source={source}
        add={
          !may("delegations_post_create") ? null : (
            <Button variant="primary" onClick={() => setAdding(true)}>
              {say("delegation.add")}
            </Button>
          )
        }
      />
      {isAdding ? <NewDelegation close={() => setAdding(false)} /> : null}
      {chosen === undefined ? null : (
        <ConfirmDialog
          title={say(`delegation.${chosen.action}`)}
          action={say(`delegation.${chosen.action}`)}
          explained={say(`delegation.${chosen.action}Explained`)}
          call={call(`POST delegations()/${chosen.action}`, { key: chosen.delegation.key })}
          sets={[delegationsPath, waitingPath]}
          isDanger={chosen.action !== "accept"}
          close={() => setChosen(undefined)}
        />
      )}
    </PageSection>
  );
}
