import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useParams } from "react-router";

import { call } from "../../api/call.ts";
import { useChanging } from "../../api/changing.ts";
import { groupQuery, groupsPath } from "../../api/groups.ts";
import type { Group } from "../../api/model.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { EditForm } from "../../forms/edit-form.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { faultsIn } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ImplementerList, sentImplementers } from "../implementers/implementer-list.tsx";

/** Page of who performs requested operations about a group: its own fulfilment and implementers, or those of its target system. */
export function GroupImplementersPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(groupQuery(key));
  const group = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={say("implementers.ofGroup", { group: read.data?.shortId ?? "" })}
        list={{ path: paths.group(key), title: "group.title", isOneThing: true }}
      />
      <EntityStanding entity={read} unreadable={say("group.unreadable")} gone={say("group.gone")} />
      {group === undefined ? null : <FulfilmentForm key={group.key} group={group} />}
    </PageSection>
  );
}

const fulfilments = ["", "connector", "implementer", "none"] as const;
type Edits = Partial<Pick<Group, "fulfilment" | "implementers">>;

function FulfilmentForm({ group }: { readonly group: Group }) {
  const say = useText();
  const isReadOnly = !useMay()("groups_post_setfulfilment");
  const navigate = useNavigate();
  const [edits, setEdits] = useState<Edits>({});
  const { mutate, isPending, isSuccess, error, reset } = useChanging([groupsPath]);
  const { fulfilment, implementers } = { ...group, ...edits };
  const isChanged = Object.keys(edits).length > 0;
  const body = { fulfilment, implementers: sentImplementers(implementers) };
  const editing = {
    isChanged,
    isPending,
    isSaved: isSuccess && !isChanged,
    isStale: false,
    error,
    discard: () => {
      setEdits({});
      reset();
    },
    renew: () => void navigate(0),
  };
  return (
    <EditForm
      editing={editing}
      isReadOnly={isReadOnly}
      save={() =>
        mutate(call("POST groups()/setFulfilment", { key: group.key, body }), { onSuccess: () => setEdits({}) })
      }
    >
      <FormField
        id="fulfilment"
        label={say("implementers.fulfilment")}
        help={say("implementers.fulfilmentHelp")}
        isDisabled={isReadOnly}
        input={{
          is: "choice",
          choices: fulfilments.map((value) => ({
            value,
            label: say(`implementers.fulfilment.${value === "" ? "inherited" : value}`),
          })),
        }}
        value={fulfilment ?? ""}
        fault={faultsIn(error).get("fulfilment")}
        change={(value) => setEdits({ ...edits, fulfilment: (value === "" ? null : value) as Group["fulfilment"] })}
      />
      <p>{say("implementers.groupExplained")}</p>
      <ImplementerList
        implementers={implementers}
        isReadOnly={isReadOnly}
        faults={faultsIn(error)}
        change={(changed) => setEdits({ ...edits, implementers: changed })}
      />
    </EditForm>
  );
}
