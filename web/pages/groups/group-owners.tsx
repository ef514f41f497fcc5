import { Button } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { groupsPath, ownersQuery } from "../../api/groups.ts";
import type { User } from "../../api/model.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { PartCard } from "../../components/part-card.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { PersonPicker } from "../../components/person-picker.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

/** Owners of a group, with actions to add and remove them. Owners exist only in the service, not on the target system. */
export function GroupOwners({ groupKey }: { readonly groupKey: string }) {
  const say = useText();
  const may = useMay();
  const rows = useQuery(ownersQuery(groupKey));
  const [removed, setRemoved] = useState<User>();
  const owners = new Set((rows.data?.value ?? []).map(({ key }) => key));
  return (
    <>
      <PartCard
        title={say("group.owners")}
        rows={rows}
        empty={say("group.noOwners")}
        footer={
          may("groups_owners_post_create") && may("people_get_list") ? (
            <AddOwner groupKey={groupKey} owners={owners} />
          ) : undefined
        }
      >
        {(shown) => (
          <ul className="gatehouse-plain-list">
            {shown.map((owner) => (
              <li key={owner.key}>
                <Link to={paths.person(owner.key)}>
                  <PersonName person={owner} />
                </Link>{" "}
                {may("groups_owners_delete") ? (
                  <Button
                    variant="link"
                    isInline
                    isDanger
                    aria-label={say("group.removeOwner", { name: owner.displayName ?? owner.id })}
                    onClick={() => setRemoved(owner)}
                  >
                    {say("action.remove")}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </PartCard>
      {removed === undefined ? null : (
        <ConfirmDialog
          title={say("group.removeOwner", { name: removed.displayName ?? removed.id })}
          explained={say("group.removeOwnerExplained")}
          action={say("action.remove")}
          isDanger
          call={call("DELETE groups()/owners()", { key: [groupKey, removed.key] })}
          sets={[groupsPath]}
          close={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}

interface AddOwnerProps {
  readonly groupKey: string;
  readonly owners: ReadonlySet<string>;
}

function AddOwner({ groupKey, owners }: AddOwnerProps) {
  const say = useText();
  const { mutate, error } = useChanging([groupsPath]);
  return (
    <>
      {error === null ? null : <ErrorAlert error={error} />}
      <PersonPicker
        id="new-owner"
        label={say("group.addOwner")}
        without={owners}
        choose={({ key }) => mutate(call("POST groups()/owners", { key: groupKey, body: { userKey: key } }))}
      />
    </>
  );
}
