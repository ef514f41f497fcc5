import { Button } from "@patternfly/react-core";
import { useState } from "react";

import { call } from "../../api/call.ts";
import { managedPoliciesPath } from "../../api/managed.ts";
import type { ManagedSystemPolicy } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PartCard } from "../../components/part-card.tsx";
import { useText } from "../../messages/text.ts";

const ListCommandDialog = openedLater(async () => (await import("./list-command-dialog.tsx")).ListCommandDialog);

/** Commands that may be run with the passwords under a policy, with actions to add and remove them. */
export function PolicyCommands({ policy }: { readonly policy: ManagedSystemPolicy }) {
  const say = useText();
  const [isListing, setListing] = useState(false);
  const [unlisted, setUnlisted] = useState<string>();
  return (
    <>
      <PartCard
        title={say("commands.title")}
        rows={{ data: { value: policy.commands ?? [] }, error: null }}
        empty={say("commands.none")}
        footer={
          isOffered(policy, "listCommand") ? (
            <Button variant="secondary" onClick={() => setListing(true)}>
              {say("commands.list")}
            </Button>
          ) : undefined
        }
      >
        {(commands) => (
          <ul className="gatehouse-plain-list">
            {commands.map(({ key, name, command }) => (
              <li key={key}>
                {name}: <code className="gatehouse-value">{command}</code>{" "}
                {isOffered(policy, "unlistCommand") ? (
                  <Button
                    variant="link"
                    size="sm"
                    isDanger
                    aria-label={say("commands.unlistOf", { name })}
                    onClick={() => setUnlisted(name)}
                  >
                    {say("commands.unlist")}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </PartCard>
      {isListing ? <ListCommandDialog policyId={policy.id} close={() => setListing(false)} /> : null}
      {unlisted === undefined ? null : (
        <ConfirmDialog
          title={say("commands.unlistOf", { name: unlisted })}
          explained={say("commands.unlistExplained")}
          action={say("commands.unlist")}
          isDanger
          call={call("POST managedSystemPolicies()/unlistCommand", { key: policy.id, body: { name: unlisted } })}
          sets={[managedPoliciesPath]}
          close={() => setUnlisted(undefined)}
        />
      )}
    </>
  );
}
