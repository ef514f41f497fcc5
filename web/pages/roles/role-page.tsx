import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";

import type { Role, RoleDraft } from "../../api/model.ts";
import { roleQuery } from "../../api/roles.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { RoleActions } from "./role-actions.tsx";
import { RoleAssignments } from "./role-assignments.tsx";
import { RoleDraftCard } from "./role-draft.tsx";
import { RoleFacts } from "./role-facts.tsx";
import { RoleGives } from "./role-gives.tsx";
import { RoleMembers } from "./role-members.tsx";
import { RoleVersions } from "./role-versions.tsx";
import { roleLooks } from "./role-words.ts";

const PutInForceDialog = openedLater(async () => (await import("./put-in-force-dialog.tsx")).PutInForceDialog);

/** Page of a role: what it gives, who has it and why, its draft and its versions. */
export function RolePage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(roleQuery(key));
  const role = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={role?.id ?? say("role.title")}
        list={{ path: paths.roles, title: "roles.title" }}
        {...(role !== undefined && {
          labels: <StateLabel look={roleLooks[role.state]}>{say(`declared.roles.state.${role.state}`)}</StateLabel>,
          actions: <RoleActions role={role} />,
        })}
      />
      <EntityStanding entity={read} unreadable={say("role.unreadable")} gone={say("role.gone")} />
      {role === undefined ? null : <RoleParts key={role.key} role={role} />}
    </PageSection>
  );
}

function RoleParts({ role }: { readonly role: Role }) {
  const may = useMay();
  const [putInForce, setPutInForce] = useState<RoleDraft>();
  const { key, state, draft } = role;
  return (
    <>
      <RoleFacts role={role} />
      {draft === null ? null : <RoleDraftCard role={role} draft={draft} putInForce={() => setPutInForce(draft)} />}
      {state === "inForce" && may("roles_entitlements_get_list") ? <RoleGives roleKey={key} /> : null}
      {may("roles_memberships_get_list") ? <RoleMembers role={role} /> : null}
      {may("roles_assignments_get_list") ? <RoleAssignments role={role} /> : null}
      {may("roles_versions_get_list") ? <RoleVersions roleKey={key} /> : null}
      {putInForce === undefined ? null : (
        // The draft is gone when the dialog says what it has become.
        <PutInForceDialog role={role} draft={putInForce} close={() => setPutInForce(undefined)} />
      )}
    </>
  );
}
