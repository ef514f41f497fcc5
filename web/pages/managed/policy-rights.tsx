import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { managedPoliciesPath } from "../../api/managed.ts";
import type { CheckoutRight, ManagedSystemPolicy } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PartCard } from "../../components/part-card.tsx";
import { useText } from "../../messages/text.ts";

const GrantDialog = openedLater(async () => (await import("./grant-dialog.tsx")).GrantDialog);

/** Permissions of user classes on the passwords under a policy, with actions to grant and withdraw them. */
export function PolicyRights({ policy }: { readonly policy: ManagedSystemPolicy }) {
  const say = useText();
  const [isGranting, setGranting] = useState(false);
  const [withdrawn, setWithdrawn] = useState<CheckoutRight>();
  const nameOf = ({ right, userClassId }: CheckoutRight) =>
    say("rights.of", { right: say(`rights.${right}`), userClass: userClassId });
  return (
    <>
      <PartCard
        title={say("rights.title")}
        rows={{ data: { value: policy.rights ?? [] }, error: null }}
        empty={say("rights.none")}
        footer={
          isOffered(policy, "grantRight") ? (
            <Button variant="secondary" onClick={() => setGranting(true)}>
              {say("rights.grant")}
            </Button>
          ) : undefined
        }
      >
        {(rights) => (
          <ul className="gatehouse-plain-list">
            {rights.map((right) => (
              <li key={right.key}>
                {nameOf(right)}{" "}
                {isOffered(policy, "withdrawRight") ? (
                  <Button
                    variant="link"
                    size="sm"
                    isDanger
                    aria-label={say("rights.withdrawOf", { name: nameOf(right) })}
                    onClick={() => setWithdrawn(right)}
                  >
                    {say("rights.withdraw")}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </PartCard>
      {isGranting ? <GrantDialog policyId={policy.id} close={() => setGranting(false)} /> : null}
      {withdrawn === undefined ? null : (
        <ConfirmDialog
          title={say("rights.withdrawOf", { name: nameOf(withdrawn) })}
          explained={say("rights.withdrawExplained")}
          action={say("rights.withdraw")}
          isDanger
          call={call("POST managedSystemPolicies()/withdrawRight", {
            key: policy.id,
            body: {
              right: withdrawn.right,
              userClassId: withdrawn.userClassId,
            },
          })}
          sets={[managedPoliciesPath]}
          close={() => setWithdrawn(undefined)}
        />
      )}
    </>
  );
}
