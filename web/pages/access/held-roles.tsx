import { Button } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { rolesOfQuery } from "../../api/groups-and-roles.ts";
import type { Role } from "../../api/model.ts";
import { itemsByKeyQuery } from "../../api/roles.ts";
import { PartCard } from "../../components/part-card.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { RoleRemovalDialog } from "../roles/role-removal-dialog.tsx";
import { firstOf } from "./first-of.ts";

interface HeldRolesProps {
  readonly userKey: string;
  readonly title: string;
  /** Message if the user has no role. */
  readonly empty: string;
  /** Number of shown roles; all by default. */
  readonly most?: number;
  readonly footer?: ReactNode;
}

/** Roles of a user; the removal of one that can be requested can be asked for. */
export function HeldRoles({ userKey, title, empty, most, footer }: HeldRolesProps) {
  const say = useText();
  const may = useMay();
  const [removed, setRemoved] = useState<Role>();
  const read = useQuery(rolesOfQuery(userKey));
  const rows = firstOf(read, most);
  const shown = rows.data?.value ?? [];
  const asks = may("requests_post_create");
  const items = useQuery(itemsByKeyQuery(asks ? shown.map(({ key }) => key) : [])).data;
  return (
    <PartCard title={title} rows={rows} empty={empty} footer={footer}>
      {(roles) => (
        <>
          <ul className="gatehouse-plain-list">
            {roles.map((role) => (
              <li key={role.key}>
                {role.id}{" "}
                {role.description === null ? null : <span className="gatehouse-small">{role.description}</span>}{" "}
                {items?.get(role.key)?.requestable === true ? (
                  <Button
                    variant="link"
                    isInline
                    aria-label={say("roles.askRemovalOf", { name: role.id })}
                    onClick={() => setRemoved(role)}
                  >
                    {say("roles.askRemoval")}
                  </Button>
                ) : null}
              </li>
            ))}
          </ul>
          {removed === undefined ? null : (
            <RoleRemovalDialog role={removed} userKey={userKey} close={() => setRemoved(undefined)} />
          )}
        </>
      )}
    </PartCard>
  );
}
