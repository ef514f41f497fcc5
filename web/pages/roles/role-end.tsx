import { Button } from "@patternfly/react-core";
import { useState } from "react";
import { useNavigate } from "react-router";

import { call } from "../../api/call.ts";
import type { Role } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { pathOf } from "../../api/path.ts";
import { rolesPath } from "../../api/roles.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

/** The end of a role: a role in force is retired, any other one is deleted. */
export function RoleEnd({ role }: { readonly role: Role }) {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [isOpened, setOpened] = useState(false);
  const { key, id, state } = role;
  const isInForce = state === "inForce";
  if (!(isInForce ? isOffered(role, "retire") : may("roles_delete"))) return null;
  const common = {
    of: id,
    isDanger: true,
    sets: [rolesPath, pathOf("catalogueItems")],
    close: () => setOpened(false),
  };
  const title = say(isInForce ? "role.retire" : "role.remove");
  return (
    <>
      <Button variant={isInForce ? "secondary" : "link"} isDanger onClick={() => setOpened(true)}>
        {title}
      </Button>
      {!isOpened ? null : isInForce ? (
        <ConfirmDialog
          {...common}
          title={title}
          explained={say("role.retireExplained")}
          action={title}
          call={call("POST roles()/retire", { key })}
        />
      ) : (
        <ConfirmDialog
          {...common}
          title={title}
          explained={say("role.removeExplained")}
          action={title}
          call={call("DELETE roles()", { key })}
          leave={() => navigate(paths.roles)}
        />
      )}
    </>
  );
}
