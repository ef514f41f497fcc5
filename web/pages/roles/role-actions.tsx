import { Button } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { Role, RoleVersion } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { ownersQuery, versionsQuery } from "../../api/roles.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { RoleEnd } from "./role-end.tsx";

const DraftDialog = openedLater(async () => (await import("./draft-dialog.tsx")).DraftDialog);
const OwnersDialog = openedLater(async () => (await import("./owners-dialog.tsx")).OwnersDialog);

interface ActionProps {
  readonly role: Role;
}

/** Actions on a role: its draft, its owners, and its end. */
export function RoleActions({ role }: ActionProps) {
  const may = useMay();
  return (
    <>
      {may("roles_patch_update") ? <EditDraft role={role} /> : null}
      {isOffered(role, "setOwners") && may("roles_owners_get_list") && may("people_get_list") ? (
        <ChangeOwners role={role} />
      ) : null}
      <RoleEnd role={role} />
    </>
  );
}

function EditDraft({ role }: ActionProps) {
  const say = useText();
  const may = useMay();
  const [isOpened, setOpened] = useState(false);
  const versions = useQuery({ ...versionsQuery(role.key), enabled: may("roles_versions_get_list") }).data;
  const begun = role.draft ?? baseOf(versions ?? [])?.content;
  if (begun === undefined) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpened(true)}>
        {say("role.edit")}
      </Button>
      {isOpened ? <DraftDialog role={role} begun={begun} close={() => setOpened(false)} /> : null}
    </>
  );
}

/** Returns the version with which a new draft begins: the one in force, or the latest one. */
function baseOf(versions: readonly RoleVersion[]): RoleVersion | undefined {
  return versions.find(({ state }) => state === "inForce") ?? versions.toSorted((a, b) => b.number - a.number)[0];
}

function ChangeOwners({ role }: ActionProps) {
  const say = useText();
  const [isOpened, setOpened] = useState(false);
  const { data: owners } = useQuery(ownersQuery(role.key));
  if (owners === undefined) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpened(true)}>
        {say("role.setOwners")}
      </Button>
      {isOpened ? <OwnersDialog role={role} owners={owners} close={() => setOpened(false)} /> : null}
    </>
  );
}
