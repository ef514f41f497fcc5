import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import type { Role } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { roleQuery } from "../../api/roles.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { PhasesForm } from "../phases/phases-form.tsx";

/** Page of the approval phases of a role, which decide about the role and everything that it gives. */
export function RolePhasesPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(roleQuery(key));
  const role = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={say("role.phasesOf", { name: role?.id ?? "" })}
        list={{ path: paths.role(key), title: "role.title", isOneThing: true }}
      />
      <EntityStanding entity={read} unreadable={say("role.unreadable")} gone={say("role.gone")} />
      {role === undefined ? null : <RolePhases key={role.key} role={role} />}
    </PageSection>
  );
}

function RolePhases({ role }: { readonly role: Role }) {
  const say = useText();
  return (
    <>
      <p>{say("role.phasesExplained")}</p>
      <PhasesForm
        stored={role}
        place={{ set: "roles", key: role.key }}
        isReadOnly={!isOffered(role, "setAuthorizationPhases")}
        title={say("role.phases")}
      />
    </>
  );
}
