import { Button, Card, CardBody, CardFooter, CardTitle } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../../api/call.ts";
import type { Role, RoleDraft } from "../../api/model.ts";
import { etagOf } from "../../api/odata.ts";
import { isOffered } from "../../api/offered.ts";
import { rolesPath, versionsQuery } from "../../api/roles.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { RoleChanges } from "./role-changes.tsx";
import { contentOf } from "./role-content.ts";

interface RoleDraftCardProps {
  readonly role: Role;
  readonly draft: RoleDraft;
  /** Opens the dialog that puts the draft in force. */
  putInForce(): void;
}

/** The draft of a role: how it differs from what is in force, and the actions that put it in force or discard it. */
export function RoleDraftCard({ role, draft, putInForce }: RoleDraftCardProps) {
  const say = useText();
  const may = useMay();
  const readsVersions = may("roles_versions_get_list");
  const { data, error } = useQuery({ ...versionsQuery(role.key), enabled: readsVersions });
  const inForce = data?.find(({ state }) => state === "inForce");
  return (
    <Card component="section" className="gatehouse-below">
      <CardTitle component="h2">{say("role.draftOf", { number: draft.number ?? 0 })}</CardTitle>
      <CardBody>
        <p>{say(inForce === undefined ? "role.draftHas" : "role.draftDiffers")}</p>
        {error === null ? null : <ErrorAlert error={error} />}
        {data === undefined && readsVersions ? null : (
          <RoleChanges before={inForce === undefined ? null : contentOf(inForce.content)} after={contentOf(draft)} />
        )}
        {draft.comment === null ? null : <blockquote>{draft.comment}</blockquote>}
      </CardBody>
      <DraftActions role={role} putInForce={putInForce} />
    </Card>
  );
}

function DraftActions({ role, putInForce }: Omit<RoleDraftCardProps, "draft">) {
  const say = useText();
  const [discarded, setDiscarded] = useState<Role>();
  // A role of which no version was ever in force needs its draft.
  const isDiscardable = isOffered(role, "discardDraft") && role.state !== "draft";
  const putsInForce = isOffered(role, "putInForce");
  if (!isDiscardable && !putsInForce) return null;
  return (
    <CardFooter>
      {putsInForce ? (
        <Button variant="primary" onClick={putInForce}>
          {say("role.putInForce")}
        </Button>
      ) : null}{" "}
      {isDiscardable ? (
        <Button variant="link" isDanger onClick={() => setDiscarded(role)}>
          {say("role.discard")}
        </Button>
      ) : null}
      {discarded === undefined ? null : (
        <ConfirmDialog
          title={say("role.discard")}
          of={role.id}
          explained={say("role.discardExplained")}
          action={say("role.discard")}
          isDanger
          call={call("POST roles()/discardDraft", { key: role.key, etag: etagOf(discarded) })}
          sets={[rolesPath]}
          close={() => setDiscarded(undefined)}
        />
      )}
    </CardFooter>
  );
}
